// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// reshape and transpose move a bf16 gradient without converting it; the adjoint of
// a broadcast is a sum in f32 with a bf16 result.
//
// RUN: amp-opt %s --amp-differentiate --amp-verify-differentiate --amp-strip-gradient-tags | FileCheck %s

amp.variable @x : tensor<3x1xbf16> init(#amp.ones)

// CHECK-LABEL: func.func @loss_gradient
func.func @loss() -> tensor<f32> {
  %x = amp.read @x : tensor<3x1xbf16>
  %0 = amp.broadcast %x : (tensor<3x1xbf16>) -> tensor<2x3x4xbf16>
  %1 = amp.transpose %0 {permutation = array<i64: 2, 0, 1>} : (tensor<2x3x4xbf16>) -> tensor<4x2x3xbf16>
  %2 = amp.reshape %1 : (tensor<4x2x3xbf16>) -> tensor<24xbf16>
  %3 = amp.sum %2 {axes = array<i64: 0>, dtype = f32} : (tensor<24xbf16>) -> tensor<f32>
  return %3 : tensor<f32>
}
// CHECK: %[[G2:.*]] = amp.cast %{{.*}} -> tensor<24xbf16>
// CHECK-NEXT: %[[G1:.*]] = amp.reshape %[[G2]] : (tensor<24xbf16>) -> tensor<4x2x3xbf16>
// CHECK-NEXT: %[[G0:.*]] = amp.transpose %[[G1]] {permutation = array<i64: 1, 2, 0>} : (tensor<4x2x3xbf16>) -> tensor<2x3x4xbf16>
// CHECK-NEXT: %[[SUM:.*]] = amp.sum %[[G0]] {accumulate = f32, axes = array<i64: 0, 2>} : (tensor<2x3x4xbf16>) -> tensor<3xbf16>
// CHECK-NEXT: %[[DX:.*]] = amp.reshape %[[SUM]] : (tensor<3xbf16>) -> tensor<3x1xbf16>
// CHECK-NEXT: return %{{.*}}, %[[DX]]
