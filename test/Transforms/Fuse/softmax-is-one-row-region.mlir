// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reductions of the innermost dimension and what depends on them share one row
// region, though the maximum reaches the rest through a broadcast only.

// RUN: amp-opt %s --pass-pipeline='builtin.module(func.func(amp-fuse,amp-verify-fuse))' | FileCheck %s
// RUN: amp-opt %s --pass-pipeline='builtin.module(func.func(amp-fuse{fuse=false},amp-verify-fuse))' | FileCheck %s --check-prefix=ALONE

// CHECK-LABEL: func.func @softmax
// CHECK-SAME: (%[[X:.*]]: tensor<4x10xf32>)
// CHECK: %[[Y:.*]] = amp.fused row(%[[X]])
// CHECK: amp.max
// CHECK: amp.exp
// CHECK: amp.sum
// CHECK: amp.div
// CHECK-NOT: amp.fused
// CHECK: return %[[Y]]
// ALONE-LABEL: func.func @softmax
// ALONE-COUNT-5: amp.fused
// ALONE-NOT: amp.fused
func.func @softmax(%x: tensor<4x10xf32>) -> tensor<4x10xf32> {
  %m = amp.max %x {axes = array<i64: 1>, keepdims} : (tensor<4x10xf32>) -> tensor<4x1xf32>
  %s = amp.sub %x, %m : (tensor<4x10xf32>, tensor<4x1xf32>) -> tensor<4x10xf32>
  %e = amp.exp %s : (tensor<4x10xf32>) -> tensor<4x10xf32>
  %t = amp.sum %e {axes = array<i64: 1>, keepdims} : (tensor<4x10xf32>) -> tensor<4x1xf32>
  %d = amp.div %e, %t : (tensor<4x10xf32>, tensor<4x1xf32>) -> tensor<4x10xf32>
  return %d : tensor<4x10xf32>
}
