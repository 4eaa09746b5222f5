// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A reduction that reads a large transposed tensor would gather it element by
// element. Merging greedily does that; by the cost model a kernel that moves
// whole tiles writes it out first. A small one stays in the cache and in the
// reduction's region.

// RUN: amp-opt %s --pass-pipeline='builtin.module(func.func(amp-fuse))' | FileCheck %s
// RUN: amp-opt %s --pass-pipeline='builtin.module(func.func(amp-fuse{costs=false}))' | FileCheck %s --check-prefix=GREEDY

// CHECK-LABEL: func.func @large
// CHECK: %[[COPY:.*]] = amp.fused elementwise
// CHECK: amp.transpose
// CHECK: amp.fused row(%[[COPY]])
// CHECK-NOT: amp.transpose
// CHECK-LABEL: func.func @small
// CHECK-NOT: amp.fused elementwise
// CHECK: amp.fused row
// CHECK: amp.transpose
// CHECK: return

// GREEDY-LABEL: func.func @large
// GREEDY-NOT: amp.fused elementwise
// GREEDY: amp.fused row
// GREEDY: amp.transpose
func.func @large(%x: tensor<1024x1024xf32>) -> tensor<1024xf32> {
  %0 = amp.transpose %x {permutation = array<i64: 1, 0>} : (tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %1 = amp.exp %0 : (tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %2 = amp.sum %1 {axes = array<i64: 1>} : (tensor<1024x1024xf32>) -> tensor<1024xf32>
  return %2 : tensor<1024xf32>
}

func.func @small(%x: tensor<8x8xf32>) -> tensor<8xf32> {
  %0 = amp.transpose %x {permutation = array<i64: 1, 0>} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = amp.exp %0 : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %2 = amp.sum %1 {axes = array<i64: 1>} : (tensor<8x8xf32>) -> tensor<8xf32>
  return %2 : tensor<8xf32>
}
