// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A view that is returned, and so written out by a region of its own, is made
// anew inside of another region that reads it: that one was grouped on what is
// behind the view. Found by random-graph and reduced by amp-reduce.

// RUN: amp-opt %s --pass-pipeline='builtin.module(func.func(amp-fuse,amp-verify-fuse))' | FileCheck %s

// CHECK-LABEL: func.func @column_and_returned_view
// CHECK-SAME: %[[S:[a-z0-9]+]]: tensor<f32>
// CHECK: %[[VIEW:.*]] = amp.fused elementwise(%[[S]])
// CHECK: %[[SUM:.*]] = amp.fused column(%{{.*}}, %[[S]])
// CHECK: amp.sum
// CHECK: amp.broadcast
// CHECK: amp.add
// CHECK: return %[[VIEW]], %[[SUM]]
func.func @column_and_returned_view(%x: tensor<3x2xf32>, %s: tensor<f32>)
    -> (tensor<2xf32>, tensor<2xf32>) {
  %0 = amp.reshape %s : (tensor<f32>) -> tensor<1xf32>
  %1 = amp.broadcast %0 : (tensor<1xf32>) -> tensor<2xf32>
  %2 = amp.sum %x {axes = array<i64: 0>} : (tensor<3x2xf32>) -> tensor<2xf32>
  %3 = amp.add %2, %1 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %1, %3 : tensor<2xf32>, tensor<2xf32>
}
