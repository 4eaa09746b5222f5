// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A bf16 sum with an f32 result: its gradient arrives in f32 and is rounded to
// bf16, the operand's type, after it was spread.
//
// RUN: amp-opt %s --amp-differentiate --amp-verify-differentiate --amp-strip-gradient-tags | FileCheck %s

amp.variable @x : tensor<4x3xbf16> init(#amp.ones)

// CHECK-LABEL: func.func @loss_gradient
func.func @loss() -> tensor<f32> {
  %x = amp.read @x : tensor<4x3xbf16>
  %0 = amp.sum %x {accumulate = f32, axes = array<i64: 0, 1>, dtype = f32} : (tensor<4x3xbf16>) -> tensor<f32>
  return %0 : tensor<f32>
}
// CHECK: %[[G:.*]] = amp.broadcast %{{.*}} : (tensor<1x1xf32>) -> tensor<4x3xf32>
// CHECK-NEXT: %[[DX:.*]] = amp.cast %[[G]] {origin = #amp.origin<autodiff>} : (tensor<4x3xf32>) -> tensor<4x3xbf16>
// CHECK-NEXT: return %{{.*}}, %[[DX]]
