// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Softmax and its logarithm keep the shape and give the type that `dtype` asks
// for; layer_norm keeps both, and its weight and bias may be f32 beside 16 bits.

// RUN: amp-opt %s | amp-opt | FileCheck %s

// CHECK-LABEL: func.func @types(
// CHECK-SAME: %[[H:.*]]: tensor<?x3xbf16>, %[[D:.*]]: tensor<4xf64>)
func.func @types(%h: tensor<?x3xbf16>, %d: tensor<4xf64>) {
  // CHECK: amp.softmax %[[H]] {axis = 1 : i64} : (tensor<?x3xbf16>) -> tensor<?x3xbf16>
  %r64 = amp.softmax %h {axis = 1 : i64} : (tensor<?x3xbf16>) -> tensor<?x3xbf16>
  // CHECK: amp.softmax %[[H]] {accumulate = f32, axis = 1 : i64, dtype = f32} : (tensor<?x3xbf16>) -> tensor<?x3xf32>
  %r65 = amp.softmax %h {accumulate = f32, axis = 1 : i64, dtype = f32} : (tensor<?x3xbf16>) -> tensor<?x3xf32>
  // CHECK: amp.log_softmax %[[H]] {accumulate = f32, axis = 0 : i64, dtype = f32} : (tensor<?x3xbf16>) -> tensor<?x3xf32>
  %r66 = amp.log_softmax %h {accumulate = f32, axis = 0 : i64, dtype = f32} : (tensor<?x3xbf16>) -> tensor<?x3xf32>
  // CHECK: amp.log_softmax %[[D]] {accumulate = f64, axis = 0 : i64} : (tensor<4xf64>) -> tensor<4xf64>
  %r67 = amp.log_softmax %d {accumulate = f64, axis = 0 : i64} : (tensor<4xf64>) -> tensor<4xf64>
  return
}

// CHECK-LABEL: func.func @layer_norm(
// CHECK-SAME: %[[X:.*]]: tensor<?x4x3xf32>, %[[W:.*]]: tensor<4x3xf32>, %[[B:.*]]: tensor<3xf32>)
func.func @layer_norm(%x: tensor<?x4x3xf32>, %w: tensor<4x3xf32>, %b: tensor<3xf32>) {
  // CHECK: amp.layer_norm %[[X]] {axis = 2 : i64} : (tensor<?x4x3xf32>) -> tensor<?x4x3xf32>
  %0 = amp.layer_norm %x {axis = 2} : (tensor<?x4x3xf32>) -> tensor<?x4x3xf32>
  // CHECK: amp.layer_norm %[[X]], %[[W]] {accumulate = f32, axis = 1 : i64, epsilon = 1.000000e-03 : f64} : (tensor<?x4x3xf32>, tensor<4x3xf32>) -> tensor<?x4x3xf32>
  %1 = amp.layer_norm %x, %w {axis = 1, epsilon = 1.0e-3, accumulate = f32} : (tensor<?x4x3xf32>, tensor<4x3xf32>) -> tensor<?x4x3xf32>
  // CHECK: amp.layer_norm %[[X]], %[[B]], %[[B]] {axis = 2 : i64} : (tensor<?x4x3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<?x4x3xf32>
  %2 = amp.layer_norm %x, %b, %b {axis = 2, epsilon = 1.0e-5} : (tensor<?x4x3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<?x4x3xf32>
  return
}

// CHECK-LABEL: func.func @wide_affine(
// CHECK-SAME: %[[X:.*]]: tensor<4x3xbf16>, %[[W:.*]]: tensor<3xf32>, %[[B:.*]]: tensor<3xbf16>)
func.func @wide_affine(%x: tensor<4x3xbf16>, %w: tensor<3xf32>, %b: tensor<3xbf16>) {
  // CHECK: amp.layer_norm %[[X]], %[[W]], %[[B]] {axis = 1 : i64} : (tensor<4x3xbf16>, tensor<3xf32>, tensor<3xbf16>) -> tensor<4x3xbf16>
  %0 = amp.layer_norm %x, %w, %b {axis = 1} : (tensor<4x3xbf16>, tensor<3xf32>, tensor<3xbf16>) -> tensor<4x3xbf16>
  return
}
