// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In low precision the gradient of a bias is the sum over all vectors that it
// was added to, of the gradient as it came; one vector has nothing to sum.

// RUN: amp-opt %s --pass-pipeline='builtin.module(amp-autocast{precision=bf16},amp-differentiate,amp-verify-differentiate)' | FileCheck %s

amp.variable @w : tensor<4x8xf32> init(#amp.kaiming_uniform)
amp.variable @b : tensor<4xf32> init(#amp.zeros)

// CHECK-LABEL: func.func @loss_gradient
// CHECK: amp.sum {{.*}}axes = array<i64: 0, 1>{{.*}}} : (tensor<3x5x4xbf16>) -> tensor<4xbf16>
func.func @loss(%x: tensor<3x5x8xf32>, %v: tensor<8xf32>) -> tensor<f32> {
  %w = amp.read @w : tensor<4x8xf32>
  %b = amp.read @b : tensor<4xf32>
  %0 = amp.linear %x, %w, %b : (tensor<3x5x8xf32>, tensor<4x8xf32>, tensor<4xf32>) -> tensor<3x5x4xf32>
  %1 = amp.linear %v, %w, %b : (tensor<8xf32>, tensor<4x8xf32>, tensor<4xf32>) -> tensor<4xf32>
  %2 = amp.mul %0, %1 : (tensor<3x5x4xf32>, tensor<4xf32>) -> tensor<3x5x4xf32>
  %3 = amp.sum %2 {axes = array<i64: 0, 1, 2>} : (tensor<3x5x4xf32>) -> tensor<f32>
  return %3 : tensor<f32>
}
