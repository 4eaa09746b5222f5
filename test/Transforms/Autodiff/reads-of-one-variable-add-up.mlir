// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two reads of a variable are one value: their gradients are added.
//
// RUN: amp-opt %s --amp-differentiate --amp-verify-differentiate --amp-strip-gradient-tags | FileCheck %s

amp.variable @x : tensor<f32> init(#amp.ones)

// CHECK-LABEL: func.func @loss_gradient
// CHECK-SAME: -> (tensor<f32>, tensor<f32> {amp.gradient_of = @x})
func.func @loss() -> tensor<f32> {
  %0 = amp.read @x : tensor<f32>
  %1 = amp.read @x : tensor<f32>
  %2 = amp.sub %0, %1 : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %2 : tensor<f32>
}
// CHECK: %[[NEG:.*]] = amp.neg %[[SEED:.*]] :
// CHECK-NEXT: %[[SUM:.*]] = amp.add %[[SEED]], %[[NEG]]
// CHECK-NEXT: return %{{.*}}, %[[SUM]]
