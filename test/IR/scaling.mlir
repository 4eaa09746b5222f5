// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loss scaling widens 0-d losses only; clipping keeps every gradient's type.

// RUN: amp-opt %s | amp-opt | FileCheck %s

// CHECK-LABEL: func.func @scales(
// CHECK-SAME: %[[H:.*]]: tensor<f16>, %[[R:.*]]: tensor<?x3xf16>, %[[D:.*]]: tensor<4xf64>, %[[Z:.*]]: tensor<f64>, %[[S:.*]]: tensor<f32>, %[[T:.*]]: tensor<i32>)
func.func @scales(%h: tensor<f16>, %r: tensor<?x3xf16>, %d: tensor<4xf64>, %z: tensor<f64>, %s: tensor<f32>, %t: tensor<i32>) {
  // CHECK: amp.scale %[[H]], %[[S]] : (tensor<f16>, tensor<f32>) -> tensor<f32>
  %r90 = amp.scale %h, %s : (tensor<f16>, tensor<f32>) -> tensor<f32>
  // CHECK: amp.scale %[[R]], %[[S]] : (tensor<?x3xf16>, tensor<f32>) -> tensor<?x3xf16>
  %r91 = amp.scale %r, %s : (tensor<?x3xf16>, tensor<f32>) -> tensor<?x3xf16>
  // CHECK: amp.scale %[[Z]], %[[S]] : (tensor<f64>, tensor<f32>) -> tensor<f64>
  %r92 = amp.scale %z, %s : (tensor<f64>, tensor<f32>) -> tensor<f64>
  // CHECK: amp.unscale_and_check %[[R]], %[[S]] : (tensor<?x3xf16>, tensor<f32>) -> (tensor<?x3xf16>, tensor<f32>)
  %r93:2 = amp.unscale_and_check %r, %s : (tensor<?x3xf16>, tensor<f32>) -> (tensor<?x3xf16>, tensor<f32>)
  // CHECK: amp.update_scale %[[S]], %[[T]], %[[S]], %[[Z]], %[[Z]], %[[T]] : (tensor<f32>, tensor<i32>, tensor<f32>, tensor<f64>, tensor<f64>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
  %r94:2 = amp.update_scale %s, %t, %s, %z, %z, %t : (tensor<f32>, tensor<i32>, tensor<f32>, tensor<f64>, tensor<f64>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
  // CHECK: amp.clip_by_norm %[[D]], %[[D]], %[[Z]] : (tensor<4xf64>, tensor<4xf64>, tensor<f64>) -> (tensor<4xf64>, tensor<4xf64>, tensor<f64>)
  %r95:3 = amp.clip_by_norm %d, %d, %z : (tensor<4xf64>, tensor<4xf64>, tensor<f64>) -> (tensor<4xf64>, tensor<4xf64>, tensor<f64>)
  // CHECK: amp.clip_by_value %[[R]], %[[S]] : (tensor<?x3xf16>, tensor<f32>) -> tensor<?x3xf16>
  %r96 = amp.clip_by_value %r, %s : (tensor<?x3xf16>, tensor<f32>) -> tensor<?x3xf16>
  return
}
