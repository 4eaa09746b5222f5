// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Optimizer steps keep the types of the tensors that they renew.

// RUN: amp-opt %s | amp-opt | FileCheck %s

// CHECK-LABEL: func.func @steps(
// CHECK-SAME: %[[P:.*]]: tensor<4x3xf32>, %[[H:.*]]: tensor<3xf16>, %[[T:.*]]: tensor<i64>, %[[D:.*]]: tensor<f64>, %[[S:.*]]: tensor<f32>)
func.func @steps(%p: tensor<4x3xf32>, %h: tensor<3xf16>, %t: tensor<i64>, %d: tensor<f64>, %s: tensor<f32>) {
  // CHECK: amp.sgd %[[P]], %[[P]], %[[D]], %[[D]], %[[S]] : (tensor<4x3xf32>, tensor<4x3xf32>, tensor<f64>, tensor<f64>, tensor<f32>) -> tensor<4x3xf32>
  %r86 = amp.sgd %p, %p, %d, %d, %s : (tensor<4x3xf32>, tensor<4x3xf32>, tensor<f64>, tensor<f64>, tensor<f32>) -> tensor<4x3xf32>
  // CHECK: amp.sgd %[[H]], %[[H]], %[[H]], %[[D]], %[[D]], %[[S]] {momentum = 9.000000e-01 : f64, nesterov} : (tensor<3xf16>, tensor<3xf16>, tensor<3xf16>, tensor<f64>, tensor<f64>, tensor<f32>) -> (tensor<3xf16>, tensor<3xf16>)
  %r87:2 = amp.sgd %h, %h, %h, %d, %d, %s {momentum = 9.000000e-01 : f64, nesterov} : (tensor<3xf16>, tensor<3xf16>, tensor<3xf16>, tensor<f64>, tensor<f64>, tensor<f32>) -> (tensor<3xf16>, tensor<3xf16>)
  // CHECK: amp.adam %[[P]], %[[P]], %[[P]], %[[P]], %[[T]], %[[D]], %[[D]], %[[S]] : (tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x3xf32>, tensor<i64>, tensor<f64>, tensor<f64>, tensor<f32>) -> (tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x3xf32>, tensor<i64>)
  %r88:4 = amp.adam %p, %p, %p, %p, %t, %d, %d, %s : (tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x3xf32>, tensor<i64>, tensor<f64>, tensor<f64>, tensor<f32>) -> (tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x3xf32>, tensor<i64>)
  // CHECK: amp.adamw %[[H]], %[[H]], %[[H]], %[[H]], %[[T]], %[[D]], %[[D]], %[[S]] {beta1 = 5.000000e-01 : f64, beta2 = 2.500000e-01 : f64, epsilon = 1.250000e-01 : f64} : (tensor<3xf16>, tensor<3xf16>, tensor<3xf16>, tensor<3xf16>, tensor<i64>, tensor<f64>, tensor<f64>, tensor<f32>) -> (tensor<3xf16>, tensor<3xf16>, tensor<3xf16>, tensor<i64>)
  %r89:4 = amp.adamw %h, %h, %h, %h, %t, %d, %d, %s {beta1 = 5.000000e-01 : f64, beta2 = 2.500000e-01 : f64, epsilon = 1.250000e-01 : f64} : (tensor<3xf16>, tensor<3xf16>, tensor<3xf16>, tensor<3xf16>, tensor<i64>, tensor<f64>, tensor<f64>, tensor<f32>) -> (tensor<3xf16>, tensor<3xf16>, tensor<3xf16>, tensor<i64>)
  return
}
