// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The four stored forms of a product: both gradients are products of the operands
// as they are stored; no amp.transpose appears.
//
// RUN: amp-opt %s --amp-differentiate --amp-verify-differentiate --amp-strip-gradient-tags | FileCheck %s

amp.variable @a : tensor<2x3xf32> init(#amp.ones)
amp.variable @b : tensor<3x4xf32> init(#amp.ones)
amp.variable @at : tensor<3x2xf32> init(#amp.ones)
amp.variable @bt : tensor<4x3xf32> init(#amp.ones)

// CHECK-LABEL: func.func @loss_gradient
// CHECK-NOT: amp.transpose
func.func @loss() -> tensor<f32> {
  // CHECK-DAG: %[[A:.*]] = amp.read @a :
  // CHECK-DAG: %[[B:.*]] = amp.read @b :
  // CHECK-DAG: %[[AT:.*]] = amp.read @at :
  // CHECK-DAG: %[[BT:.*]] = amp.read @bt :
  %a = amp.read @a : tensor<2x3xf32>
  %b = amp.read @b : tensor<3x4xf32>
  %at = amp.read @at : tensor<3x2xf32>
  %bt = amp.read @bt : tensor<4x3xf32>
  %0 = amp.matmul %a, %b : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %1 = amp.matmul %at, %b {transpose_lhs} : (tensor<3x2xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %2 = amp.matmul %a, %bt {transpose_rhs} : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<2x4xf32>
  %3 = amp.matmul %at, %bt {transpose_lhs, transpose_rhs} : (tensor<3x2xf32>, tensor<4x3xf32>) -> tensor<2x4xf32>
  %4 = amp.add %0, %1 : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  %5 = amp.add %2, %3 : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  %6 = amp.add %4, %5 : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  %7 = amp.sum %6 {axes = array<i64: 0, 1>} : (tensor<2x4xf32>) -> tensor<f32>
  return %7 : tensor<f32>
}
// CHECK: %[[G:.*]] = amp.broadcast
// CHECK-NEXT: amp.matmul %[[BT]], %[[G]] {accumulate = f32, transpose_lhs, transpose_rhs} : {{.*}} -> tensor<3x2xf32>
// CHECK-NEXT: amp.matmul %[[G]], %[[AT]] {accumulate = f32, transpose_lhs, transpose_rhs} : {{.*}} -> tensor<4x3xf32>
// CHECK-NEXT: amp.matmul %[[G]], %[[BT]] {accumulate = f32} : {{.*}} -> tensor<2x3xf32>
// CHECK-NEXT: amp.matmul %[[G]], %[[A]] {accumulate = f32, transpose_lhs} : {{.*}} -> tensor<4x3xf32>
// CHECK: amp.matmul %[[B]], %[[G]] {accumulate = f32, transpose_rhs} : {{.*}} -> tensor<3x2xf32>
// CHECK: amp.matmul %[[AT]], %[[G]] {accumulate = f32} : {{.*}} -> tensor<3x4xf32>
// CHECK: amp.matmul %[[G]], %[[B]] {accumulate = f32, transpose_rhs} : {{.*}} -> tensor<2x3xf32>
// CHECK: amp.matmul %[[A]], %[[G]] {accumulate = f32, transpose_lhs} : {{.*}} -> tensor<3x4xf32>
