// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A reduction of all elements of a reshaped tensor reads it in its own shape and
// joins the region that makes it; one that keeps a dimension cannot.

// RUN: amp-opt %s --pass-pipeline='builtin.module(func.func(amp-fuse,amp-verify-fuse))' | FileCheck %s

// CHECK-LABEL: func.func @all
// CHECK: %[[R:.*]]:2 = amp.fused row
// CHECK: amp.mul
// CHECK: amp.is_finite {{.*}} (tensor<8x16xf32>)
// CHECK: amp.max {{.*}} (tensor<8x16xf32>) -> tensor<f32>
// CHECK-NOT: amp.fused
// CHECK: return
func.func @all(%g: tensor<8x16xf32>, %s: tensor<f32>) -> (tensor<8x16xf32>, tensor<f32>) {
  %one = amp.constant dense<1.0> : tensor<f32>
  %zero = amp.constant dense<0.0> : tensor<f32>
  %0 = amp.mul %g, %s : (tensor<8x16xf32>, tensor<f32>) -> tensor<8x16xf32>
  %1 = amp.reshape %0 : (tensor<8x16xf32>) -> tensor<128xf32>
  %2 = amp.is_finite %1 : (tensor<128xf32>) -> tensor<128xi1>
  %3 = amp.select %2, %zero, %one : (tensor<128xi1>, tensor<f32>, tensor<f32>) -> tensor<128xf32>
  %4 = amp.max %3 {axes = array<i64: 0>} : (tensor<128xf32>) -> tensor<f32>
  return %0, %4 : tensor<8x16xf32>, tensor<f32>
}

// The rows of the new shape are parts of the old ones.
// CHECK-LABEL: func.func @some
// CHECK: amp.fused row
// CHECK-NOT: amp.fused
func.func @some(%g: tensor<8x16xf32>) -> tensor<32xf32> {
  %0 = amp.mul %g, %g : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  %1 = amp.reshape %0 : (tensor<8x16xf32>) -> tensor<32x4xf32>
  %2 = amp.sum %1 {axes = array<i64: 1>} : (tensor<32x4xf32>) -> tensor<32xf32>
  return %2 : tensor<32xf32>
}

// CHECK-LABEL: func.func @other_rows
// CHECK: amp.fused elementwise
// CHECK: amp.reshape
// CHECK: amp.fused row
func.func @other_rows(%g: tensor<6x4xf32>) -> tensor<4xf32> {
  %0 = amp.mul %g, %g : (tensor<6x4xf32>, tensor<6x4xf32>) -> tensor<6x4xf32>
  %1 = amp.reshape %0 : (tensor<6x4xf32>) -> tensor<4x6xf32>
  %2 = amp.sum %1 {axes = array<i64: 1>} : (tensor<4x6xf32>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}

// What asks for the size of the reshaped tensor, as a mean does, reads nothing
// of it.
// CHECK-LABEL: func.func @mean
// CHECK: amp.fused row
// CHECK: amp.mul
// CHECK: amp.sum {{.*}} (tensor<6x4xf32>) -> tensor<f32>
// CHECK-NOT: amp.fused
// CHECK: return
func.func @mean(%g: tensor<6x4xf32>) -> tensor<f32> {
  %0 = amp.mul %g, %g : (tensor<6x4xf32>, tensor<6x4xf32>) -> tensor<6x4xf32>
  %1 = amp.reshape %0 : (tensor<6x4xf32>) -> tensor<24xf32>
  %2 = amp.tanh %1 : (tensor<24xf32>) -> tensor<24xf32>
  %3 = amp.sum %2 {axes = array<i64: 0>} : (tensor<24xf32>) -> tensor<f32>
  %4 = amp.size %2 {axes = array<i64: 0>} : (tensor<24xf32>) -> tensor<f32>
  %5 = amp.div %3, %4 : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %5 : tensor<f32>
}
