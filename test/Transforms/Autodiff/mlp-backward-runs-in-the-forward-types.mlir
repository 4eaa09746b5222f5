// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The whole road for a bf16 MLP: cross entropy in f32, matrix products on the
// low operands, one rounding a gradient, gradients of the variables' types.
//
// RUN: amp-opt %s --amp-differentiate --amp-verify-differentiate --amp-strip-gradient-tags | FileCheck %s

amp.variable @w : tensor<3x4xf32> init(#amp.kaiming_uniform)
amp.variable @b : tensor<3xf32> init(#amp.zeros)

// CHECK-LABEL: func.func @loss(
// CHECK-LABEL: func.func @loss_gradient(
// CHECK-SAME: %[[X:.*]]: tensor<5x4xbf16>, %[[Y:.*]]: tensor<5xi64>, %[[SEED:.*]]: tensor<f32> {amp.name = "amp.seed"}) -> (tensor<f32> {amp.name = "loss"}, tensor<3x4xf32> {amp.gradient_of = @w}, tensor<3xf32> {amp.gradient_of = @b})
func.func @loss(%x: tensor<5x4xbf16>, %y: tensor<5xi64>) -> (tensor<f32> {amp.name = "loss"}) {
  %wf = amp.read @w : tensor<3x4xf32>
  %bf = amp.read @b : tensor<3xf32>
  %w = amp.cast %wf {origin = #amp.origin<autocast>} : (tensor<3x4xf32>) -> tensor<3x4xbf16>
  %b = amp.cast %bf {origin = #amp.origin<autocast>} : (tensor<3xf32>) -> tensor<3xbf16>
  // CHECK: amp.linear
  // CHECK-NEXT: %[[H:.*]] = amp.relu
  // CHECK: %[[LOSS:.*]] = amp.cross_entropy
  %0 = amp.linear %x, %w, %b {accumulate = f32} : (tensor<5x4xbf16>, tensor<3x4xbf16>, tensor<3xbf16>) -> tensor<5x3xbf16>
  %1 = amp.relu %0 : (tensor<5x3xbf16>) -> tensor<5x3xbf16>
  %2 = amp.cast %1 {origin = #amp.origin<autocast>} : (tensor<5x3xbf16>) -> tensor<5x3xf32>
  %3 = amp.cross_entropy %2, %y {accumulate = f32} : (tensor<5x3xf32>, tensor<5xi64>) -> tensor<f32>
  return %3 : tensor<f32>
}
// CHECK: %[[N:.*]] = amp.size %{{.*}} {axes = array<i64: 0>}
// CHECK: amp.div %[[SEED]], %[[N]]
// CHECK: %[[G1:.*]] = amp.cast %{{.*}} {origin = #amp.origin<autodiff>} : (tensor<5x3xf32>) -> tensor<5x3xbf16>
// CHECK: %[[G0:.*]] = amp.cast %{{.*}} {origin = #amp.origin<autodiff>} : (tensor<5x3xf32>) -> tensor<5x3xbf16>
// CHECK-NEXT: %[[DW:.*]] = amp.matmul %[[G0]], %[[X]] {accumulate = f32, transpose_lhs} : (tensor<5x3xbf16>, tensor<5x4xbf16>) -> tensor<3x4xbf16>
// CHECK-NEXT: %[[DB:.*]] = amp.sum %[[G0]] {accumulate = f32, axes = array<i64: 0>} : (tensor<5x3xbf16>) -> tensor<3xbf16>
// CHECK-NEXT: %[[DBF:.*]] = amp.cast %[[DB]] {origin = #amp.origin<autodiff>} : (tensor<3xbf16>) -> tensor<3xf32>
// CHECK-NEXT: %[[DWF:.*]] = amp.cast %[[DW]] {origin = #amp.origin<autodiff>} : (tensor<3x4xbf16>) -> tensor<3x4xf32>
// CHECK-NEXT: return %[[LOSS]], %[[DWF]], %[[DBF]]
