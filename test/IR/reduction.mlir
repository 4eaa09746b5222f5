// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reductions drop or keep their axes and give the type that `dtype` asks for.

// RUN: amp-opt %s | amp-opt | FileCheck %s

// CHECK-LABEL: func.func @axes(
// CHECK-SAME: %[[X:.*]]: tensor<?x4x3xf32>)
func.func @axes(%x: tensor<?x4x3xf32>) {
  // CHECK: amp.sum %[[X]] {axes = array<i64: 1>} : (tensor<?x4x3xf32>) -> tensor<?x3xf32>
  %r53 = amp.sum %x {axes = array<i64: 1>} : (tensor<?x4x3xf32>) -> tensor<?x3xf32>
  // CHECK: amp.sum %[[X]] {axes = array<i64: 0>} : (tensor<?x4x3xf32>) -> tensor<4x3xf32>
  %r54 = amp.sum %x {axes = array<i64: 0>} : (tensor<?x4x3xf32>) -> tensor<4x3xf32>
  // CHECK: amp.mean %[[X]] {axes = array<i64: 2, 1>, keepdims} : (tensor<?x4x3xf32>) -> tensor<?x1x1xf32>
  %r55 = amp.mean %x {axes = array<i64: 2, 1>, keepdims} : (tensor<?x4x3xf32>) -> tensor<?x1x1xf32>
  // CHECK: amp.max %[[X]] {axes = array<i64: 0, 1, 2>} : (tensor<?x4x3xf32>) -> tensor<f32>
  %r56 = amp.max %x {axes = array<i64: 0, 1, 2>} : (tensor<?x4x3xf32>) -> tensor<f32>
  // CHECK: amp.max %[[X]] {axes = array<i64: 0>, keepdims} : (tensor<?x4x3xf32>) -> tensor<1x4x3xf32>
  %r57 = amp.max %x {axes = array<i64: 0>, keepdims} : (tensor<?x4x3xf32>) -> tensor<1x4x3xf32>
  // CHECK: amp.sum %[[X]] {axes = array<i64>} : (tensor<?x4x3xf32>) -> tensor<?x4x3xf32>
  %r58 = amp.sum %x {axes = array<i64>} : (tensor<?x4x3xf32>) -> tensor<?x4x3xf32>
  return
}

// CHECK-LABEL: func.func @types(
// CHECK-SAME: %[[H:.*]]: tensor<4xf16>, %[[D:.*]]: tensor<4xf64>, %[[I:.*]]: tensor<4xi32>)
func.func @types(%h: tensor<4xf16>, %d: tensor<4xf64>, %i: tensor<4xi32>) {
  // CHECK: amp.sum %[[H]] {accumulate = f32, axes = array<i64: 0>, dtype = f32} : (tensor<4xf16>) -> tensor<f32>
  %r59 = amp.sum %h {accumulate = f32, axes = array<i64: 0>, dtype = f32} : (tensor<4xf16>) -> tensor<f32>
  // CHECK: amp.mean %[[H]] {accumulate = f32, axes = array<i64: 0>} : (tensor<4xf16>) -> tensor<f16>
  %r60 = amp.mean %h {accumulate = f32, axes = array<i64: 0>} : (tensor<4xf16>) -> tensor<f16>
  // CHECK: amp.sum %[[D]] {accumulate = f64, axes = array<i64: 0>} : (tensor<4xf64>) -> tensor<f64>
  %r61 = amp.sum %d {accumulate = f64, axes = array<i64: 0>} : (tensor<4xf64>) -> tensor<f64>
  // CHECK: amp.sum %[[I]] {accumulate = i64, axes = array<i64: 0>, dtype = i64} : (tensor<4xi32>) -> tensor<i64>
  %r62 = amp.sum %i {accumulate = i64, axes = array<i64: 0>, dtype = i64} : (tensor<4xi32>) -> tensor<i64>
  // CHECK: amp.max %[[I]] {axes = array<i64: 0>} : (tensor<4xi32>) -> tensor<i32>
  %r63 = amp.max %i {axes = array<i64: 0>} : (tensor<4xi32>) -> tensor<i32>
  return
}

// CHECK-LABEL: func.func @variance(
// CHECK-SAME: %[[X:.*]]: tensor<?x4xf16>)
func.func @variance(%x: tensor<?x4xf16>) {
  // CHECK: amp.var %[[X]] {axes = array<i64: 1>} : (tensor<?x4xf16>) -> tensor<?xf16>
  %0 = amp.var %x {axes = array<i64: 1>, correction = 1.0} : (tensor<?x4xf16>) -> tensor<?xf16>
  // CHECK: amp.var %[[X]] {accumulate = f32, axes = array<i64: 0>, correction = 5.000000e-01 : f64, dtype = f32, keepdims} : (tensor<?x4xf16>) -> tensor<1x4xf32>
  %1 = amp.var %x {axes = array<i64: 0>, correction = 0.5, keepdims, dtype = f32, accumulate = f32} : (tensor<?x4xf16>) -> tensor<1x4xf32>
  return
}
