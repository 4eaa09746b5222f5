// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The gradient of a select goes to the side taken; the other gets exactly 0.
//
// RUN: amp-opt %s --amp-differentiate --amp-verify-differentiate --amp-strip-gradient-tags | FileCheck %s

amp.variable @x : tensor<4xf32> init(#amp.ones)
amp.variable @y : tensor<f32> init(#amp.ones)

// CHECK-LABEL: func.func @loss_gradient
// CHECK-SAME: %[[C:.*]]: tensor<4xi1>
func.func @loss(%c: tensor<4xi1>) -> tensor<f32> {
  %x = amp.read @x : tensor<4xf32>
  %y = amp.read @y : tensor<f32>
  %0 = amp.select %c, %x, %y : (tensor<4xi1>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = amp.sum %0 {axes = array<i64: 0>} : (tensor<4xf32>) -> tensor<f32>
  return %1 : tensor<f32>
}
// CHECK: %[[G:.*]] = amp.broadcast
// CHECK-NEXT: %[[ZERO:.*]] = amp.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %[[DX:.*]] = amp.select %[[C]], %[[G]], %[[ZERO]]
// CHECK-NEXT: %[[OTHER:.*]] = amp.select %[[C]], %[[ZERO]], %[[G]]
// CHECK-NEXT: %[[DY:.*]] = amp.sum %[[OTHER]] {accumulate = f32, axes = array<i64: 0>} : (tensor<4xf32>) -> tensor<f32>
// CHECK-NEXT: return %{{.*}}, %[[DX]], %[[DY]]
