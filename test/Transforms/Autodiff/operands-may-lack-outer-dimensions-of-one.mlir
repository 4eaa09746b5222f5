// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The gradient of an operand that lacks an outer dimension of extent 1 is the
// product without it: nothing is summed, in low precision either.

// RUN: amp-opt %s --pass-pipeline='builtin.module(amp-autocast{precision=bf16},amp-differentiate,amp-verify-differentiate)' | FileCheck %s

amp.variable @w : tensor<2x8xf32> init(#amp.kaiming_uniform)
amp.variable @u : tensor<1x2x8xf32> init(#amp.kaiming_uniform)

// CHECK-LABEL: func.func @loss_gradient
// CHECK-DAG: amp.reshape %{{.*}} : (tensor<1x2x8xbf16>) -> tensor<2x8xbf16>
// CHECK-NOT: amp.sum {{.*}} : (tensor<1x2x8xbf16>)
func.func @loss() -> tensor<f32> {
  %w = amp.read @w : tensor<2x8xf32>
  %u = amp.read @u : tensor<1x2x8xf32>
  %0 = amp.matmul %w, %u {transpose_rhs} : (tensor<2x8xf32>, tensor<1x2x8xf32>) -> tensor<1x2x2xf32>
  %1 = amp.sum %0 {axes = array<i64: 0, 1, 2>} : (tensor<1x2x2xf32>) -> tensor<f32>
  return %1 : tensor<f32>
}
