// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// relu, tanh, sigmoid, exp and sqrt: the backward reads the result, so that the
// input need not be kept. Each input is used once, by the forward op.
//
// RUN: amp-opt %s --amp-differentiate --amp-verify-differentiate --amp-strip-gradient-tags | FileCheck %s

amp.variable @x : tensor<4xf32> init(#amp.ones)

// CHECK-LABEL: func.func @loss_gradient
func.func @loss() -> tensor<f32> {
  // CHECK: %[[X:.*]] = amp.read @x
  // CHECK-NEXT: %[[RELU:.*]] = amp.relu %[[X]]
  // CHECK-NEXT: %[[TANH:.*]] = amp.tanh %[[RELU]]
  // CHECK-NEXT: %[[SIGMOID:.*]] = amp.sigmoid %[[TANH]]
  // CHECK-NEXT: %[[EXP:.*]] = amp.exp %[[SIGMOID]]
  // CHECK-NEXT: %[[SQRT:.*]] = amp.sqrt %[[EXP]]
  %x = amp.read @x : tensor<4xf32>
  %0 = amp.relu %x : (tensor<4xf32>) -> tensor<4xf32>
  %1 = amp.tanh %0 : (tensor<4xf32>) -> tensor<4xf32>
  %2 = amp.sigmoid %1 : (tensor<4xf32>) -> tensor<4xf32>
  %3 = amp.exp %2 : (tensor<4xf32>) -> tensor<4xf32>
  %4 = amp.sqrt %3 : (tensor<4xf32>) -> tensor<4xf32>
  %5 = amp.sum %4 {axes = array<i64: 0>} : (tensor<4xf32>) -> tensor<f32>
  return %5 : tensor<f32>
}
// CHECK: %[[G4:.*]] = amp.broadcast
// CHECK: %[[TWICE:.*]] = amp.mul %{{.*}}, %[[SQRT]]
// CHECK-NEXT: amp.div %[[G4]], %[[TWICE]]
// CHECK: %[[G3:.*]] = amp.select
// CHECK: amp.mul %[[G3]], %[[EXP]]
// CHECK: %[[G2:.*]] = amp.select
// CHECK: %[[REST:.*]] = amp.sub %{{.*}}, %[[SIGMOID]]
// CHECK-NEXT: %[[SLOPE:.*]] = amp.mul %[[SIGMOID]], %[[REST]]
// CHECK-NEXT: %[[G1:.*]] = amp.mul %[[G2]], %[[SLOPE]]
// CHECK: %[[SQUARE:.*]] = amp.mul %[[TANH]], %[[TANH]]
// CHECK: %[[SLOPE:.*]] = amp.sub %{{.*}}, %[[SQUARE]]
// CHECK-NEXT: %[[G0:.*]] = amp.mul %[[G1]], %[[SLOPE]]
// CHECK: %[[OFF:.*]] = amp.compare le %[[RELU]], %[[ZERO:.*]] :
// CHECK-NEXT: %[[DX:.*]] = amp.select %[[OFF]], %[[ZERO]], %[[G0]]
// CHECK-NEXT: return %{{.*}}, %[[DX]]
