// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products and unary ops differentiate with an unknown number of rows.
//
// RUN: amp-opt %s --amp-differentiate --amp-verify-differentiate --amp-strip-gradient-tags | FileCheck %s

amp.variable @w : tensor<3x4xf32> init(#amp.ones)

// CHECK-LABEL: func.func @loss_gradient
func.func @loss(%x: tensor<?x4xf32>) -> tensor<f32> {
  %w = amp.read @w : tensor<3x4xf32>
  %0 = amp.linear %x, %w : (tensor<?x4xf32>, tensor<3x4xf32>) -> tensor<?x3xf32>
  %1 = amp.tanh %0 : (tensor<?x3xf32>) -> tensor<?x3xf32>
  %2 = amp.matmul %1, %1 {transpose_lhs} : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<3x3xf32>
  %3 = amp.sum %2 {axes = array<i64: 0, 1>} : (tensor<3x3xf32>) -> tensor<f32>
  return %3 : tensor<f32>
}
// CHECK: amp.matmul %{{.*}} -> tensor<?x3xf32>
// CHECK: amp.matmul %{{.*}} {accumulate = f32, transpose_lhs} : (tensor<?x3xf32>, tensor<?x4xf32>) -> tensor<3x4xf32>
