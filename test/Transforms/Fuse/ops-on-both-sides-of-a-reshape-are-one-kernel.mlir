// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elementwise work, reductions and copies on both sides of a reshape that splits
// or joins dimensions are one kernel, transposed or not; where the dimensions
// have no common parts they are two.

// RUN: amp-opt %s --amp-fuse --amp-verify-fuse | FileCheck %s

// CHECK-LABEL: func.func @splits
// CHECK-COUNT-1: amp.fused
// CHECK-NOT: amp.fused
func.func @splits(%x: tensor<6x96xf32>, %b: tensor<12x8xf32>) -> tensor<6x12x8xf32> {
  %0 = amp.relu %x : (tensor<6x96xf32>) -> tensor<6x96xf32>
  %1 = amp.reshape %0 : (tensor<6x96xf32>) -> tensor<6x12x8xf32>
  %2 = amp.mul %1, %b : (tensor<6x12x8xf32>, tensor<12x8xf32>) -> tensor<6x12x8xf32>
  return %2 : tensor<6x12x8xf32>
}

// Both shapes are needed outside.
// CHECK-LABEL: func.func @joins_heads
// CHECK: %{{.*}}:2 = amp.fused
// CHECK-NOT: amp.fused
func.func @joins_heads(%x: tensor<6x4x16x32xf32>, %b: tensor<128xf32>) -> (tensor<6x16x128xf32>, tensor<6x4x16x32xf32>) {
  %0 = amp.exp %x : (tensor<6x4x16x32xf32>) -> tensor<6x4x16x32xf32>
  %1 = amp.transpose %0 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<6x4x16x32xf32>) -> tensor<6x16x4x32xf32>
  %2 = amp.reshape %1 : (tensor<6x16x4x32xf32>) -> tensor<6x16x128xf32>
  %3 = amp.add %2, %b : (tensor<6x16x128xf32>, tensor<128xf32>) -> tensor<6x16x128xf32>
  return %3, %0 : tensor<6x16x128xf32>, tensor<6x4x16x32xf32>
}

// A slice, a split and a transpose for a product are one copy.
// CHECK-LABEL: func.func @heads_of_a_product
// CHECK-COUNT-1: amp.fused
// CHECK-NOT: amp.fused
func.func @heads_of_a_product(%x: tensor<2x16x384xf32>, %w: tensor<32x32xf32>) -> tensor<2x4x16x32xf32> {
  %0 = amp.slice %x {axes = array<i64: 2>, ends = array<i64: 256>, starts = array<i64: 128>} : (tensor<2x16x384xf32>) -> tensor<2x16x128xf32>
  %1 = amp.reshape %0 : (tensor<2x16x128xf32>) -> tensor<2x16x4x32xf32>
  %2 = amp.transpose %1 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<2x16x4x32xf32>) -> tensor<2x4x16x32xf32>
  %3 = amp.matmul %2, %w : (tensor<2x4x16x32xf32>, tensor<32x32xf32>) -> tensor<2x4x16x32xf32>
  return %3 : tensor<2x4x16x32xf32>
}

// CHECK-LABEL: func.func @rows_of_joined_dimensions
// CHECK: amp.fused row
// CHECK-NOT: amp.fused
func.func @rows_of_joined_dimensions(%x: tensor<6x12x8xf32>) -> tensor<6x96xf32> {
  %0 = amp.tanh %x : (tensor<6x12x8xf32>) -> tensor<6x12x8xf32>
  %1 = amp.reshape %0 : (tensor<6x12x8xf32>) -> tensor<6x96xf32>
  %2 = amp.max %1 {axes = array<i64: 1>, keepdims} : (tensor<6x96xf32>) -> tensor<6x1xf32>
  %3 = amp.sub %1, %2 : (tensor<6x96xf32>, tensor<6x1xf32>) -> tensor<6x96xf32>
  return %3 : tensor<6x96xf32>
}

// CHECK-LABEL: func.func @no_common_parts
// CHECK-COUNT-2: amp.fused
func.func @no_common_parts(%x: tensor<6x4xf32>, %b: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %0 = amp.relu %x : (tensor<6x4xf32>) -> tensor<6x4xf32>
  %1 = amp.reshape %0 : (tensor<6x4xf32>) -> tensor<4x6xf32>
  %2 = amp.transpose %b {permutation = array<i64: 1, 0>} : (tensor<4x6xf32>) -> tensor<6x4xf32>
  %3 = amp.reshape %2 : (tensor<6x4xf32>) -> tensor<4x6xf32>
  %4 = amp.add %1, %3 : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
  return %4 : tensor<4x6xf32>
}
