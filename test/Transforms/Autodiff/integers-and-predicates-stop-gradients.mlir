// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Nothing is built for what has no gradient by nature: comparisons, is_finite,
// conversions to integers, sizes. They need no rule.
//
// RUN: amp-opt %s --amp-differentiate --amp-verify-differentiate --amp-strip-gradient-tags | FileCheck %s

amp.variable @x : tensor<4xf32> init(#amp.ones)

// CHECK-LABEL: func.func @loss_gradient
func.func @loss(%y: tensor<4xf32>) -> tensor<f32> {
  %x = amp.read @x : tensor<4xf32>
  %less = amp.compare lt %x, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %finite = amp.is_finite %x : (tensor<4xf32>) -> tensor<4xi1>
  %int = amp.cast %x : (tensor<4xf32>) -> tensor<4xi64>
  %back = amp.cast %int : (tensor<4xi64>) -> tensor<4xf32>
  %n = amp.size %x {axes = array<i64: 0>} : (tensor<4xf32>) -> tensor<f32>
  %0 = amp.select %less, %x, %back : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = amp.select %finite, %0, %y : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %2 = amp.sum %1 {axes = array<i64: 0>} : (tensor<4xf32>) -> tensor<f32>
  %3 = amp.div %2, %n : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %3 : tensor<f32>
}
// CHECK: %[[LESS:.*]] = amp.compare lt
// CHECK: %[[FINITE:.*]] = amp.is_finite
// CHECK: %[[G:.*]] = amp.broadcast
// CHECK-NEXT: %[[ZERO:.*]] = amp.constant
// CHECK-NEXT: %[[G0:.*]] = amp.select %[[FINITE]], %[[G]], %[[ZERO]]
// CHECK-NEXT: %[[ZERO:.*]] = amp.constant
// CHECK-NEXT: %[[DX:.*]] = amp.select %[[LESS]], %[[G0]], %[[ZERO]]
// CHECK-NEXT: return %{{.*}}, %[[DX]] :
