// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A bf16 product with a broadcast factor: operands and gradient are cast up, the
// sum over the broadcast axes happens in f32, and only it rounds to bf16.
//
// RUN: amp-opt %s --amp-differentiate --amp-verify-differentiate --amp-strip-gradient-tags | FileCheck %s

amp.variable @x : tensor<4x3xbf16> init(#amp.ones)
amp.variable @y : tensor<4x1xbf16> init(#amp.ones)

// CHECK-LABEL: func.func @loss_gradient
func.func @loss() -> tensor<f32> {
  // CHECK: %[[X:.*]] = amp.read @x
  // CHECK: %[[Y:.*]] = amp.read @y
  %x = amp.read @x : tensor<4x3xbf16>
  %y = amp.read @y : tensor<4x1xbf16>
  %0 = amp.mul %x, %y : (tensor<4x3xbf16>, tensor<4x1xbf16>) -> tensor<4x3xbf16>
  %1 = amp.sum %0 {axes = array<i64: 0, 1>, dtype = f32} : (tensor<4x3xbf16>) -> tensor<f32>
  return %1 : tensor<f32>
}
// CHECK: %[[G:.*]] = amp.cast %{{.*}} {origin = #amp.origin<autodiff>} : (tensor<4x3xf32>) -> tensor<4x3xbf16>
// CHECK-DAG: %[[GF:.*]] = amp.cast %[[G]] {{.*}} -> tensor<4x3xf32>
// CHECK-DAG: %[[YF:.*]] = amp.cast %[[Y]] {{.*}} -> tensor<4x1xf32>
// CHECK: %[[DX:.*]] = amp.mul %[[GF]], %[[YF]]
// CHECK-NEXT: %[[DXL:.*]] = amp.cast %[[DX]] {{.*}} : (tensor<4x3xf32>) -> tensor<4x3xbf16>
// CHECK-NEXT: %[[XF:.*]] = amp.cast %[[X]] {{.*}} -> tensor<4x3xf32>
// CHECK-NEXT: %[[DY:.*]] = amp.mul %[[GF]], %[[XF]]
// CHECK-NEXT: %[[SUM:.*]] = amp.sum %[[DY]] {accumulate = f32, axes = array<i64: 1>, dtype = bf16} : (tensor<4x3xf32>) -> tensor<4xbf16>
// CHECK-NEXT: %[[DYL:.*]] = amp.reshape %[[SUM]] : (tensor<4xbf16>) -> tensor<4x1xbf16>
// CHECK-NEXT: return %{{.*}}, %[[DXL]], %[[DYL]]
