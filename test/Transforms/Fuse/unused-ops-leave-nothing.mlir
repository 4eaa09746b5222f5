// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A region that nothing reads goes with all that it holds, the ops that moved
// into it and the views of them.
//
// RUN: amp-opt %s --amp-fuse | FileCheck %s

// CHECK-LABEL: func.func @forward
// CHECK-NOT: amp.select
// CHECK-NOT: amp.reshape
// CHECK: %[[FUSED:.*]] = amp.fused
// CHECK: amp.exp
// CHECK-NOT: amp.fused
// CHECK: return %[[FUSED]]
func.func @forward(%m: tensor<4x6xi1>, %x: tensor<4x6xf32>, %y: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %0 = amp.exp %x : (tensor<4x6xf32>) -> tensor<4x6xf32>
  %1 = amp.neg %y : (tensor<4x6xf32>) -> tensor<4x6xf32>
  %2 = amp.select %m, %y, %1 : (tensor<4x6xi1>, tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
  %3 = amp.reshape %2 : (tensor<4x6xf32>) -> tensor<8x3xf32>
  return %0 : tensor<4x6xf32>
}
