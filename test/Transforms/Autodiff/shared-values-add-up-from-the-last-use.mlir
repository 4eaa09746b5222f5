// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The gradients of a value with several uses are added in the value's type, the
// last use first and operand 0 before operand 1: here in bf16, one rounding an
// addition, as PyTorch adds the gradients of a shared weight cast.
//
// RUN: amp-opt %s --amp-differentiate --amp-verify-differentiate --amp-strip-gradient-tags | FileCheck %s

amp.variable @w : tensor<4xf32> init(#amp.ones)

// CHECK-LABEL: func.func @loss_gradient
// CHECK-SAME: %[[A:.*]]: tensor<4xbf16>, %[[B:.*]]: tensor<4xbf16>, %{{.*}}: tensor<f32>
func.func @loss(%a: tensor<4xbf16>, %b: tensor<4xbf16>) -> tensor<f32> {
  %wf = amp.read @w : tensor<4xf32>
  %w = amp.cast %wf {origin = #amp.origin<autocast>} : (tensor<4xf32>) -> tensor<4xbf16>
  %0 = amp.mul %w, %a : (tensor<4xbf16>, tensor<4xbf16>) -> tensor<4xbf16>
  %1 = amp.mul %w, %w : (tensor<4xbf16>, tensor<4xbf16>) -> tensor<4xbf16>
  %2 = amp.mul %w, %b : (tensor<4xbf16>, tensor<4xbf16>) -> tensor<4xbf16>
  %3 = amp.add %0, %1 : (tensor<4xbf16>, tensor<4xbf16>) -> tensor<4xbf16>
  %4 = amp.add %3, %2 : (tensor<4xbf16>, tensor<4xbf16>) -> tensor<4xbf16>
  %5 = amp.sum %4 {axes = array<i64: 0>, dtype = f32} : (tensor<4xbf16>) -> tensor<f32>
  return %5 : tensor<f32>
}
// CHECK: %[[BF:.*]] = amp.cast %[[B]] {origin = #amp.origin<autodiff>}
// CHECK: amp.mul %{{.*}}, %[[BF]]
// CHECK-NEXT: %[[LAST:.*]] = amp.cast %{{.*}} -> tensor<4xbf16>
// CHECK: %[[LEFT:.*]] = amp.cast %{{.*}} : (tensor<4xf32>) -> tensor<4xbf16>
// CHECK: %[[RIGHT:.*]] = amp.cast %{{.*}} : (tensor<4xf32>) -> tensor<4xbf16>
// CHECK-NEXT: %[[S1:.*]] = amp.add %[[LAST]], %[[LEFT]] {{.*}}-> tensor<4xbf16>
// CHECK-NEXT: %[[S2:.*]] = amp.add %[[S1]], %[[RIGHT]] {{.*}}-> tensor<4xbf16>
// CHECK: %[[AF:.*]] = amp.cast %[[A]] {origin = #amp.origin<autodiff>}
// CHECK: %[[FIRST:.*]] = amp.cast %{{.*}} -> tensor<4xbf16>
// CHECK-NEXT: %[[S3:.*]] = amp.add %[[S2]], %[[FIRST]] {{.*}}-> tensor<4xbf16>
// CHECK-NEXT: %[[DW:.*]] = amp.cast %[[S3]] {{.*}}-> tensor<4xf32>
// CHECK-NEXT: return %{{.*}}, %[[DW]]
