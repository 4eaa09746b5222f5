// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Losses have one element in all, or without reduction one per sample (over class
// indices) or per element.

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

// CHECK-LABEL: func.func @squared_error(
// CHECK-SAME: %[[X:.*]]: tensor<?x3xbf16>, %[[Y:.*]]: tensor<4x3xf32>)
func.func @squared_error(%x: tensor<?x3xbf16>, %y: tensor<4x3xf32>) {
  // CHECK: amp.mse %[[X]], %[[X]] {accumulate = f32} : (tensor<?x3xbf16>, tensor<?x3xbf16>) -> tensor<bf16>
  %0 = amp.mse %x, %x {accumulate = f32} : (tensor<?x3xbf16>, tensor<?x3xbf16>) -> tensor<bf16>
  // CHECK: amp.mse %[[Y]], %[[X]] {reduction = #amp.loss_reduction<none>} : (tensor<4x3xf32>, tensor<?x3xbf16>) -> tensor<4x3xf32>
  %1 = amp.mse %y, %x {reduction = #amp.loss_reduction<none>} : (tensor<4x3xf32>, tensor<?x3xbf16>) -> tensor<4x3xf32>
  return
}
