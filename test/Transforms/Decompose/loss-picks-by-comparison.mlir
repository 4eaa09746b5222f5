// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A loss on class indices compares them with an iota; what is not the target is
// replaced by 0, not multiplied by it.

// RUN: amp-opt %s --amp-decompose | FileCheck %s

// CHECK-LABEL: func.func @cross_entropy(
// CHECK-SAME: %[[X:.*]]: tensor<?x3xf32>, %[[Y:.*]]: tensor<?xi64>
// CHECK: %[[LOG:.*]] = amp.log
// CHECK: %[[P:.*]] = amp.sub %{{.*}}, %[[LOG]]
// CHECK: %[[COLUMN:.*]] = amp.reshape %[[Y]] : (tensor<?xi64>) -> tensor<?x1xi64>
// CHECK: %[[CLASSES:.*]] = amp.iota {{ *}}{axis = 1 : i64} : () -> tensor<1x3xi64>
// CHECK: %[[IS:.*]] = amp.compare eq %[[COLUMN]], %[[CLASSES]] : {{.*}} -> tensor<?x3xi1>
// CHECK: %[[ZERO:.*]] = amp.constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[PICKED:.*]] = amp.select %[[IS]], %[[P]], %[[ZERO]]
// CHECK: %[[ROWS:.*]] = amp.sum %[[PICKED]] {axes = array<i64: 1>}
// CHECK: %[[LOSSES:.*]] = amp.neg %[[ROWS]]
// CHECK: %[[TOTAL:.*]] = amp.sum %[[LOSSES]] {axes = array<i64: 0>}
// CHECK: %[[N:.*]] = amp.size %[[LOSSES]] {axes = array<i64: 0>}
// CHECK: %[[R:.*]] = amp.div %[[TOTAL]], %[[N]]
// CHECK: return %[[R]]
func.func @cross_entropy(%x: tensor<?x3xf32>, %y: tensor<?xi64>) -> tensor<f32> {
  %0 = amp.cross_entropy %x, %y : (tensor<?x3xf32>, tensor<?xi64>) -> tensor<f32>
  return %0 : tensor<f32>
}

// CHECK-LABEL: func.func @nll(
// CHECK-NOT: amp.exp
// CHECK: amp.select
// CHECK: %[[ROWS:.*]] = amp.sum
// CHECK: %[[LOSSES:.*]] = amp.neg %[[ROWS]]
// CHECK: %[[R:.*]] = amp.cast %[[LOSSES]] {{.*}} -> tensor<4xf16>
// CHECK: return %[[R]]
func.func @nll(%x: tensor<4x3xf16>, %y: tensor<4xi32>) -> tensor<4xf16> {
  %0 = amp.nll %x, %y {reduction = #amp.loss_reduction<none>} : (tensor<4x3xf16>, tensor<4xi32>) -> tensor<4xf16>
  return %0 : tensor<4xf16>
}
