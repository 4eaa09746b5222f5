// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ops beside the way from a trainable variable to the loss get no number and no
// backward: other results, untrainable variables.
//
// RUN: amp-opt %s --amp-differentiate | FileCheck %s

amp.variable @x : tensor<f32> init(#amp.ones)
amp.variable @fixed : tensor<f32> init(#amp.ones) {trainable = false}

// CHECK-LABEL: func.func @loss_gradient
// CHECK-SAME: -> (tensor<f32> {amp.name = "loss"}, tensor<f32> {amp.name = "other"}, tensor<f32> {amp.gradient_of = @x})
func.func @loss() -> (tensor<f32> {amp.name = "loss"}, tensor<f32> {amp.name = "other"}) {
  %x = amp.read @x : tensor<f32>
  %fixed = amp.read @fixed : tensor<f32>
  // CHECK: amp.exp %{{[^ ]*}} :
  // CHECK: amp.tanh %{{[^ ]*}} :
  // CHECK: amp.mul %{{.*}} {amp.node = 0 : i64}
  %0 = amp.exp %fixed : (tensor<f32>) -> tensor<f32>
  %1 = amp.tanh %x : (tensor<f32>) -> tensor<f32>
  %2 = amp.mul %x, %0 : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %2, %1 : tensor<f32>, tensor<f32>
}
// CHECK-NEXT: %[[DX:.*]] = amp.mul %{{.*}}, %{{.*}} {amp.gradient_of_node = 0 : i64, amp.gradient_operand = 0 : i64}
// CHECK-NEXT: return %{{.*}}, %{{.*}}, %[[DX]]
