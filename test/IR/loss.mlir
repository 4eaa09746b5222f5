// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Losses over class indices have one element per sample or one in all.

// RUN: amp-opt %s | amp-opt | FileCheck %s

// CHECK-LABEL: func.func @reductions(
// CHECK-SAME: %[[X:.*]]: tensor<?x3xbf16>, %[[Y:.*]]: tensor<?xi64>, %[[Z:.*]]: tensor<4xi32>, %[[D:.*]]: tensor<4x3xf64>)
func.func @reductions(%x: tensor<?x3xbf16>, %y: tensor<?xi64>, %z: tensor<4xi32>, %d: tensor<4x3xf64>) {
  // CHECK: amp.cross_entropy %[[X]], %[[Y]] : (tensor<?x3xbf16>, tensor<?xi64>) -> tensor<bf16>
  %r68 = amp.cross_entropy %x, %y : (tensor<?x3xbf16>, tensor<?xi64>) -> tensor<bf16>
  // CHECK: amp.cross_entropy %[[X]], %[[Z]] {accumulate = f32, reduction = #amp.loss_reduction<sum>} : (tensor<?x3xbf16>, tensor<4xi32>) -> tensor<bf16>
  %r69 = amp.cross_entropy %x, %z {accumulate = f32, reduction = #amp.loss_reduction<sum>} : (tensor<?x3xbf16>, tensor<4xi32>) -> tensor<bf16>
  // CHECK: amp.nll %[[X]], %[[Y]] {reduction = #amp.loss_reduction<none>} : (tensor<?x3xbf16>, tensor<?xi64>) -> tensor<?xbf16>
  %r70 = amp.nll %x, %y {reduction = #amp.loss_reduction<none>} : (tensor<?x3xbf16>, tensor<?xi64>) -> tensor<?xbf16>
  // CHECK: amp.nll %[[D]], %[[Z]] {accumulate = f64} : (tensor<4x3xf64>, tensor<4xi32>) -> tensor<f64>
  %r71 = amp.nll %d, %z {accumulate = f64} : (tensor<4x3xf64>, tensor<4xi32>) -> tensor<f64>
  return
}
