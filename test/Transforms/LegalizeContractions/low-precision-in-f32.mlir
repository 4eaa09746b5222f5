// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A 16-bit contraction that the target lacks becomes an f32 one between casts,
// bias and transposes included; a native one is left alone.

// RUN: amp-opt %s --amp-legalize-contractions=native=f32,bf16 | FileCheck %s

// CHECK-LABEL: func.func @linear(
// CHECK-SAME: %[[X:[^:]*]]: tensor<?x3xf16>, %[[W:[^:]*]]: tensor<5x3xf16>, %[[B:[^:]*]]: tensor<5xf16>
// CHECK-DAG: %[[XW:.*]] = amp.cast %[[X]] {origin = #amp.origin<lowering>} : (tensor<?x3xf16>) -> tensor<?x3xf32>
// CHECK-DAG: %[[WW:.*]] = amp.cast %[[W]] {{.*}} -> tensor<5x3xf32>
// CHECK-DAG: %[[BW:.*]] = amp.cast %[[B]] {{.*}} -> tensor<5xf32>
// CHECK: %[[L:.*]] = amp.linear %[[XW]], %[[WW]], %[[BW]] {accumulate = f32} : (tensor<?x3xf32>, tensor<5x3xf32>, tensor<5xf32>) -> tensor<?x5xf32>
// CHECK: %[[R:.*]] = amp.cast %[[L]] {origin = #amp.origin<lowering>} : (tensor<?x5xf32>) -> tensor<?x5xf16>
// CHECK: return %[[R]]
func.func @linear(%x: tensor<?x3xf16>, %w: tensor<5x3xf16>, %b: tensor<5xf16>) -> tensor<?x5xf16> {
  %0 = amp.linear %x, %w, %b {accumulate = f32} : (tensor<?x3xf16>, tensor<5x3xf16>, tensor<5xf16>) -> tensor<?x5xf16>
  return %0 : tensor<?x5xf16>
}

// CHECK-LABEL: func.func @transposed(
// CHECK: amp.matmul {{.*}} {transpose_lhs} : (tensor<3x4xf32>, tensor<3x5xf32>) -> tensor<4x5xf32>
func.func @transposed(%x: tensor<3x4xf16>, %y: tensor<3x5xf16>) -> tensor<4x5xf16> {
  %0 = amp.matmul %x, %y {transpose_lhs} : (tensor<3x4xf16>, tensor<3x5xf16>) -> tensor<4x5xf16>
  return %0 : tensor<4x5xf16>
}

// CHECK-LABEL: func.func @native(
// CHECK-NEXT: amp.matmul {{.*}} : (tensor<4x3xbf16>, tensor<3x5xbf16>) -> tensor<4x5xbf16>
// CHECK-NEXT: amp.matmul {{.*}} : (tensor<4x3xf32>, tensor<3x5xf32>) -> tensor<4x5xf32>
// CHECK-NEXT: return
func.func @native(%x: tensor<4x3xbf16>, %y: tensor<3x5xbf16>, %u: tensor<4x3xf32>, %v: tensor<3x5xf32>) -> (tensor<4x5xbf16>, tensor<4x5xf32>) {
  %0 = amp.matmul %x, %y : (tensor<4x3xbf16>, tensor<3x5xbf16>) -> tensor<4x5xbf16>
  %1 = amp.matmul %u, %v : (tensor<4x3xf32>, tensor<3x5xf32>) -> tensor<4x5xf32>
  return %0, %1 : tensor<4x5xbf16>, tensor<4x5xf32>
}
