// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks and norms of a gradient reduce it as a vector, in the row order (P4);
// a gradient that may be empty is finite.

// RUN: amp-opt %s --amp-decompose --cse | FileCheck %s

// CHECK-LABEL: func.func @unscale(
// CHECK-SAME: %[[G:[^:]*]]: tensor<4x3xf16>, %[[S:[^:]*]]: tensor<f32>
// CHECK: %[[WIDE:.*]] = amp.cast %[[S]] {{.*}} -> tensor<f64>
// CHECK: %[[DIV:.*]] = amp.div %{{.*}}, %[[WIDE]] : (tensor<f64>, tensor<f64>) -> tensor<f64>
// CHECK: %[[INV:.*]] = amp.cast %[[DIV]] {{.*}} -> tensor<f32>
// CHECK: amp.mul %{{.*}}, %[[INV]] : (tensor<4x3xf32>, tensor<f32>) -> tensor<4x3xf32>
// CHECK: %[[ONE:.*]] = amp.compare eq %[[INV]],
// CHECK: %[[U:.*]] = amp.select %[[ONE]], %[[G]],
// CHECK: %[[FLAT:.*]] = amp.reshape %[[G]] : (tensor<4x3xf16>) -> tensor<12xf16>
// CHECK: amp.is_finite %[[FLAT]]
// CHECK: %[[FOUND:.*]] = amp.max %{{.*}} {axes = array<i64: 0>} : (tensor<12xf32>) -> tensor<f32>
// CHECK: return %[[U]], %[[FOUND]]
func.func @unscale(%g: tensor<4x3xf16>, %s: tensor<f32>) -> (tensor<4x3xf16>, tensor<f32>) {
  %0, %1 = amp.unscale_and_check %g, %s : (tensor<4x3xf16>, tensor<f32>) -> (tensor<4x3xf16>, tensor<f32>)
  return %0, %1 : tensor<4x3xf16>, tensor<f32>
}

// CHECK-LABEL: func.func @unscale_dynamic(
// CHECK: %[[MAX:.*]] = amp.max
// CHECK: amp.maximum %[[MAX]],
func.func @unscale_dynamic(%g: tensor<?xf32>, %s: tensor<f32>) -> (tensor<?xf32>, tensor<f32>) {
  %0, %1 = amp.unscale_and_check %g, %s : (tensor<?xf32>, tensor<f32>) -> (tensor<?xf32>, tensor<f32>)
  return %0, %1 : tensor<?xf32>, tensor<f32>
}

// CHECK-LABEL: func.func @clip(
// CHECK-SAME: %[[A:[^:]*]]: tensor<4x3xf32>, %[[B:[^:]*]]: tensor<5xf32>, %[[MAX:[^:]*]]: tensor<f32>
// CHECK: %[[FLAT:.*]] = amp.reshape %[[A]] : (tensor<4x3xf32>) -> tensor<12xf32>
// CHECK: %[[SQ:.*]] = amp.mul %[[FLAT]], %[[FLAT]]
// CHECK: %[[SA:.*]] = amp.sum %[[SQ]] {axes = array<i64: 0>}
// CHECK: %[[NA:.*]] = amp.sqrt %[[SA]]
// CHECK: amp.mul %[[NA]], %[[NA]]
// CHECK: amp.mul %[[B]], %[[B]]
// CHECK: amp.sqrt
// CHECK: %[[TOTAL:.*]] = amp.sqrt
// CHECK: %[[RATIO:.*]] = amp.div %[[MAX]],
// CHECK: %[[FACTOR:.*]] = amp.minimum %[[RATIO]],
// CHECK: %[[RA:.*]] = amp.mul %[[A]], %[[FACTOR]]
// CHECK: %[[RB:.*]] = amp.mul %[[B]], %[[FACTOR]]
// CHECK: return %[[RA]], %[[RB]], %[[TOTAL]]
func.func @clip(%a: tensor<4x3xf32>, %b: tensor<5xf32>, %max: tensor<f32>) -> (tensor<4x3xf32>, tensor<5xf32>, tensor<f32>) {
  %0, %1, %2 = amp.clip_by_norm %a, %b, %max : (tensor<4x3xf32>, tensor<5xf32>, tensor<f32>) -> (tensor<4x3xf32>, tensor<5xf32>, tensor<f32>)
  return %0, %1, %2 : tensor<4x3xf32>, tensor<5xf32>, tensor<f32>
}
