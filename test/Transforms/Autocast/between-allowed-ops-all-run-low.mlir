// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Painting takes infer and clear ops low that stand between two allowed ops, on
// whatever path; an infer op with allowed ops on one side only keeps f32, and
// so does what stands behind an op that the policy does not list.

// RUN: amp-opt %s --amp-autocast="precision=f16 policy=tensorflow keep-io=false" --amp-verify-autocast | FileCheck %s

// CHECK-LABEL: func.func @f(
func.func @f(%a: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  // An infer op in front of all allowed ones.
  // CHECK: %[[B:.*]] = amp.sigmoid {{.*}}<full, f16>{{.*}} -> tensor<4x4xf32>
  %0 = amp.sigmoid %a : (tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK: %[[M:.*]] = amp.matmul {{.*}} -> tensor<4x4xf16>
  %1 = amp.matmul %0, %a : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK: %[[T:.*]] = amp.tanh %[[M]] {{.*}}<low, f16>{{.*}} -> tensor<4x4xf16>
  %2 = amp.tanh %1 : (tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK: %[[R:.*]] = amp.transpose %[[T]] {{.*}}<clear, f16>{{.*}} -> tensor<4x4xf16>
  %3 = amp.transpose %2 {permutation = array<i64: 1, 0>} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  // An operand from elsewhere is cast.
  // CHECK: %[[C:.*]] = amp.cast %[[B]] {{.*}} -> tensor<4x4xf16>
  // CHECK: %[[S:.*]] = amp.add %[[R]], %[[C]] {{.*}}<low, f16>{{.*}} -> tensor<4x4xf16>
  %4 = amp.add %3, %0 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK: %[[N:.*]] = amp.matmul %[[S]], %[[M]] {{.*}} -> tensor<4x4xf16>
  %5 = amp.matmul %4, %1 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK: amp.softmax {{.*}}<full, f16>{{.*}} -> tensor<4x4xf32>
  %6 = amp.softmax %5 {axis = 1 : i64} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %6, %4 : tensor<4x4xf32>, tensor<4x4xf32>
}

// CHECK-LABEL: func.func @unlisted(
func.func @unlisted(%a: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = amp.matmul %a, %a : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK: amp.tanh {{.*}}<full, f16>{{.*}} -> tensor<4x4xf32>
  %1 = amp.tanh %0 : (tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK: amp.sin {{.*}}<full, f16>{{.*}} -> tensor<4x4xf32>
  %2 = amp.sin %1 : (tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK: amp.sqrt {{.*}}<full, f16>{{.*}} -> tensor<4x4xf32>
  %3 = amp.sqrt %2 : (tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK: amp.matmul {{.*}} -> tensor<4x4xf16>
  %4 = amp.matmul %3, %a : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %4 : tensor<4x4xf32>
}
