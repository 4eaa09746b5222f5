// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two regions that cannot be one read the same widened tensor. Merging greedily
// makes one of them write it in f32 for the other; the cost model sees that each
// moves fewer bytes by widening the 16-bit tensor itself.

// RUN: amp-opt %s --pass-pipeline='builtin.module(func.func(amp-fuse))' | FileCheck %s
// RUN: amp-opt %s --pass-pipeline='builtin.module(func.func(amp-fuse{costs=false}))' | FileCheck %s --check-prefix=GREEDY

// CHECK-LABEL: func.func @both
// CHECK-SAME: %[[X:.*]]: tensor<512x256xf16>
// CHECK: amp.fused row(%[[X]])
// CHECK: amp.fused column(%[[X]])
// CHECK: return

// GREEDY-LABEL: func.func @both
// GREEDY: amp.fused row({{.*}} -> (tensor<512x256xf32>, tensor<512xf32>)
func.func @both(%x: tensor<512x256xf16>) -> (tensor<512xf32>, tensor<256xf32>) {
  %0 = amp.cast %x : (tensor<512x256xf16>) -> tensor<512x256xf32>
  %1 = amp.sum %0 {axes = array<i64: 1>} : (tensor<512x256xf32>) -> tensor<512xf32>
  %2 = amp.sum %0 {axes = array<i64: 0>} : (tensor<512x256xf32>) -> tensor<256xf32>
  return %1, %2 : tensor<512xf32>, tensor<256xf32>
}
