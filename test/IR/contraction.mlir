// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Contractions keep their attributes and derive their result from both operands.

// RUN: amp-opt %s | amp-opt | FileCheck %s

// CHECK-LABEL: func.func @matmul_orientations(
// CHECK-SAME: %[[X:.*]]: tensor<4x3xbf16>, %[[Y:.*]]: tensor<3x5xbf16>, %[[T:.*]]: tensor<5x3xbf16>, %[[U:.*]]: tensor<3x4xbf16>, %[[I:.*]]: tensor<4x3xi64>)
func.func @matmul_orientations(%x: tensor<4x3xbf16>, %y: tensor<3x5xbf16>, %t: tensor<5x3xbf16>, %u: tensor<3x4xbf16>, %i: tensor<4x3xi64>) {
  // CHECK: amp.matmul %[[X]], %[[Y]] : (tensor<4x3xbf16>, tensor<3x5xbf16>) -> tensor<4x5xbf16>
  %r45 = amp.matmul %x, %y : (tensor<4x3xbf16>, tensor<3x5xbf16>) -> tensor<4x5xbf16>
  // CHECK: amp.matmul %[[X]], %[[T]] {accumulate = f32, transpose_rhs} : (tensor<4x3xbf16>, tensor<5x3xbf16>) -> tensor<4x5xbf16>
  %r46 = amp.matmul %x, %t {accumulate = f32, transpose_rhs} : (tensor<4x3xbf16>, tensor<5x3xbf16>) -> tensor<4x5xbf16>
  // CHECK: amp.matmul %[[U]], %[[Y]] {transpose_lhs} : (tensor<3x4xbf16>, tensor<3x5xbf16>) -> tensor<4x5xbf16>
  %r47 = amp.matmul %u, %y {transpose_lhs} : (tensor<3x4xbf16>, tensor<3x5xbf16>) -> tensor<4x5xbf16>
  // CHECK: amp.matmul %[[U]], %[[T]] {transpose_lhs, transpose_rhs} : (tensor<3x4xbf16>, tensor<5x3xbf16>) -> tensor<4x5xbf16>
  %r48 = amp.matmul %u, %t {transpose_lhs, transpose_rhs} : (tensor<3x4xbf16>, tensor<5x3xbf16>) -> tensor<4x5xbf16>
  // CHECK: amp.matmul %[[I]], %[[I]] {transpose_rhs} : (tensor<4x3xi64>, tensor<4x3xi64>) -> tensor<4x4xi64>
  %r49 = amp.matmul %i, %i {transpose_rhs} : (tensor<4x3xi64>, tensor<4x3xi64>) -> tensor<4x4xi64>
  return
}

// CHECK-LABEL: func.func @linear_with_and_without_bias(
// CHECK-SAME: %[[X:.*]]: tensor<?x3xf64>, %[[W:.*]]: tensor<5x3xf64>, %[[B:.*]]: tensor<5xf64>)
func.func @linear_with_and_without_bias(%x: tensor<?x3xf64>, %w: tensor<5x3xf64>, %b: tensor<5xf64>) {
  // CHECK: amp.linear %[[X]], %[[W]] : (tensor<?x3xf64>, tensor<5x3xf64>) -> tensor<?x5xf64>
  %r50 = amp.linear %x, %w : (tensor<?x3xf64>, tensor<5x3xf64>) -> tensor<?x5xf64>
  // CHECK: amp.linear %[[X]], %[[W]], %[[B]] {accumulate = f64} : (tensor<?x3xf64>, tensor<5x3xf64>, tensor<5xf64>) -> tensor<?x5xf64>
  %r51 = amp.linear %x, %w, %b {accumulate = f64} : (tensor<?x3xf64>, tensor<5x3xf64>, tensor<5xf64>) -> tensor<?x5xf64>
  return
}

// CHECK-LABEL: func.func @linear_of_vectors(
// CHECK-SAME: %[[X:.*]]: tensor<?x7x3xf32>, %[[V:.*]]: tensor<3xf32>, %[[W:.*]]: tensor<5x3xf32>)
func.func @linear_of_vectors(%x: tensor<?x7x3xf32>, %v: tensor<3xf32>, %w: tensor<5x3xf32>) {
  // CHECK: amp.linear %[[X]], %[[W]] : (tensor<?x7x3xf32>, tensor<5x3xf32>) -> tensor<?x7x5xf32>
  %0 = amp.linear %x, %w : (tensor<?x7x3xf32>, tensor<5x3xf32>) -> tensor<?x7x5xf32>
  // CHECK: amp.linear %[[V]], %[[W]] : (tensor<3xf32>, tensor<5x3xf32>) -> tensor<5xf32>
  %1 = amp.linear %v, %w : (tensor<3xf32>, tensor<5x3xf32>) -> tensor<5xf32>
  return
}

// CHECK-LABEL: func.func @rule_of_autocast(
// CHECK-SAME: %[[X:.*]]: tensor<?x3xbf16>, %[[W:.*]]: tensor<5x3xbf16>)
func.func @rule_of_autocast(%x: tensor<?x3xbf16>, %w: tensor<5x3xbf16>) {
  // CHECK: amp.linear %[[X]], %[[W]] {accumulate = f32, amp.rule = #amp.rule<low, bf16>} : (tensor<?x3xbf16>, tensor<5x3xbf16>) -> tensor<?x5xbf16>
  %r52 = amp.linear %x, %w {accumulate = f32, amp.rule = #amp.rule<low, bf16>} : (tensor<?x3xbf16>, tensor<5x3xbf16>) -> tensor<?x5xbf16>
  return
}

// CHECK-LABEL: func.func @matmul_of_many_matrices(
// CHECK-SAME: %[[X:.*]]: tensor<2x1x4x3xf32>, %[[Y:.*]]: tensor<6x5x3xf32>, %[[B:.*]]: tensor<?x4x3xf16>, %[[W:.*]]: tensor<3x5xf16>)
func.func @matmul_of_many_matrices(%x: tensor<2x1x4x3xf32>, %y: tensor<6x5x3xf32>, %b: tensor<?x4x3xf16>, %w: tensor<3x5xf16>) {
  // CHECK: amp.matmul %[[X]], %[[Y]] {transpose_rhs} : (tensor<2x1x4x3xf32>, tensor<6x5x3xf32>) -> tensor<2x6x4x5xf32>
  %0 = amp.matmul %x, %y {transpose_rhs} : (tensor<2x1x4x3xf32>, tensor<6x5x3xf32>) -> tensor<2x6x4x5xf32>
  // CHECK: amp.matmul %[[B]], %[[W]] : (tensor<?x4x3xf16>, tensor<3x5xf16>) -> tensor<?x4x5xf16>
  %1 = amp.matmul %b, %w : (tensor<?x4x3xf16>, tensor<3x5xf16>) -> tensor<?x4x5xf16>
  // CHECK: amp.matmul %[[B]], %[[B]] {transpose_lhs} : (tensor<?x4x3xf16>, tensor<?x4x3xf16>) -> tensor<?x3x3xf16>
  %2 = amp.matmul %b, %b {transpose_lhs} : (tensor<?x4x3xf16>, tensor<?x4x3xf16>) -> tensor<?x3x3xf16>
  return
}
