// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// softmax and log_softmax of f16 values: the backward reads the f16 result and
// sums in f32.
//
// RUN: amp-opt %s --amp-differentiate --amp-verify-differentiate --amp-strip-gradient-tags | FileCheck %s

amp.variable @x : tensor<4x3xf16> init(#amp.ones)

// CHECK-LABEL: func.func @loss_gradient
func.func @loss(%c: tensor<4x3xf16>) -> tensor<f32> {
  // CHECK: %[[Y:.*]] = amp.log_softmax
  // CHECK: %[[Z:.*]] = amp.softmax
  %x = amp.read @x : tensor<4x3xf16>
  %y = amp.log_softmax %x {axis = 1} : (tensor<4x3xf16>) -> tensor<4x3xf16>
  %z = amp.softmax %y {axis = 1} : (tensor<4x3xf16>) -> tensor<4x3xf16>
  %0 = amp.mul %z, %c : (tensor<4x3xf16>, tensor<4x3xf16>) -> tensor<4x3xf16>
  %1 = amp.sum %0 {axes = array<i64: 0, 1>, dtype = f32} : (tensor<4x3xf16>) -> tensor<f32>
  return %1 : tensor<f32>
}
// CHECK: %[[ZF:.*]] = amp.cast %[[Z]] {{.*}}-> tensor<4x3xf32>
// CHECK: %[[GF:.*]] = amp.cast %{{.*}} -> tensor<4x3xf32>
// CHECK: %[[P:.*]] = amp.mul %[[GF]], %[[ZF]]
// CHECK-NEXT: %[[TOTAL:.*]] = amp.sum %[[P]] {accumulate = f32, axes = array<i64: 1>, keepdims}
// CHECK-NEXT: %[[D:.*]] = amp.sub %[[GF]], %[[TOTAL]]
// CHECK-NEXT: %[[DZ:.*]] = amp.mul %[[ZF]], %[[D]]
// CHECK-NEXT: %[[G:.*]] = amp.cast %[[DZ]] {{.*}}-> tensor<4x3xf16>
// CHECK-NEXT: %[[GF:.*]] = amp.cast %[[G]] {{.*}}-> tensor<4x3xf32>
// CHECK-NEXT: %[[TOTAL:.*]] = amp.sum %[[GF]] {accumulate = f32, axes = array<i64: 1>, keepdims}
// CHECK-NEXT: %[[YF:.*]] = amp.cast %[[Y]] {{.*}}-> tensor<4x3xf32>
// CHECK-NEXT: %[[P:.*]] = amp.exp %[[YF]]
// CHECK-NEXT: %[[Q:.*]] = amp.mul %[[P]], %[[TOTAL]]
// CHECK-NEXT: %[[DX:.*]] = amp.sub %[[GF]], %[[Q]]
// CHECK-NEXT: %[[DXL:.*]] = amp.cast %[[DX]] {{.*}}-> tensor<4x3xf16>
// CHECK-NEXT: return %{{.*}}, %[[DXL]]
