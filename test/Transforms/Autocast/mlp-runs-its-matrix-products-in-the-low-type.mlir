// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An MLP under the default policy: linear in bf16 with f32 accumulation, relu in
// the type it is given, the loss in f32.
//
// RUN: amp-opt %s --amp-autocast=precision=bf16 --amp-verify-autocast | FileCheck %s

amp.variable @w1 : tensor<8x4xf32> init(#amp.kaiming_uniform)
amp.variable @b1 : tensor<8xf32> init(#amp.zeros)
amp.variable @w2 : tensor<3x8xf32> init(#amp.kaiming_uniform)

// CHECK-LABEL: func.func @loss(
// CHECK-SAME: %[[X:.+]]: tensor<?x4xf32>, %[[Y:.+]]: tensor<?xi64>) -> tensor<f32>
func.func @loss(%x: tensor<?x4xf32>, %y: tensor<?xi64>) -> tensor<f32> {
  // CHECK: %[[W1:.+]] = amp.read @w1
  // CHECK: %[[W1L:.+]] = amp.cast %[[W1]] {origin = #amp.origin<autocast>} : (tensor<8x4xf32>) -> tensor<8x4xbf16>
  %w1 = amp.read @w1 : tensor<8x4xf32>
  // CHECK: %[[B1:.+]] = amp.read @b1
  // CHECK: %[[B1L:.+]] = amp.cast %[[B1]]
  %b1 = amp.read @b1 : tensor<8xf32>
  // CHECK: %[[W2L:.+]] = amp.cast {{.*}} -> tensor<3x8xbf16>
  %w2 = amp.read @w2 : tensor<3x8xf32>
  // CHECK: %[[XL:.+]] = amp.cast %[[X]] {origin = #amp.origin<autocast>}
  // CHECK: %[[H:.+]] = amp.linear %[[XL]], %[[W1L]], %[[B1L]] {accumulate = f32, amp.rule = #amp.rule<low, bf16>} {{.*}} -> tensor<?x8xbf16>
  %h = amp.linear %x, %w1, %b1 : (tensor<?x4xf32>, tensor<8x4xf32>, tensor<8xf32>) -> tensor<?x8xf32>
  // CHECK: %[[R:.+]] = amp.relu %[[H]] {amp.rule = #amp.rule<inherit, bf16>} {{.*}} -> tensor<?x8xbf16>
  %r = amp.relu %h : (tensor<?x8xf32>) -> tensor<?x8xf32>
  // CHECK: %[[Z:.+]] = amp.linear %[[R]], %[[W2L]] {accumulate = f32, {{.*}} -> tensor<?x3xbf16>
  %z = amp.linear %r, %w2 : (tensor<?x8xf32>, tensor<3x8xf32>) -> tensor<?x3xf32>
  // CHECK: %[[ZF:.+]] = amp.cast %[[Z]] {origin = #amp.origin<autocast>} : (tensor<?x3xbf16>) -> tensor<?x3xf32>
  // CHECK: amp.cross_entropy %[[ZF]], %[[Y]] {accumulate = f32, amp.rule = #amp.rule<full, bf16>}
  %l = amp.cross_entropy %z, %y : (tensor<?x3xf32>, tensor<?xi64>) -> tensor<f32>
  return %l : tensor<f32>
}
