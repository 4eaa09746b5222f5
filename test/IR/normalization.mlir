// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Softmax and its logarithm keep the shape and give the type that `dtype` asks for.

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
