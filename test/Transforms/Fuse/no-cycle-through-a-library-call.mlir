// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What comes before and after a library call is not one region, though both have
// the same shape and share a tensor.

// RUN: amp-opt %s --pass-pipeline='builtin.module(func.func(amp-fuse,amp-verify-fuse))' | FileCheck %s

// CHECK-LABEL: func.func @around
// CHECK: %[[A:.*]] = amp.fused elementwise
// CHECK: %[[P:.*]] = amp.matmul %[[A]],
// CHECK: amp.fused elementwise({{.*}})
// CHECK-NOT: amp.fused
func.func @around(%x: tensor<8x8xf32>, %w: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = amp.exp %x : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = amp.matmul %0, %w {accumulate = f32} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %2 = amp.add %0, %1 : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %2 : tensor<8x8xf32>
}

// Neither is it where most calls of the function follow each other elsewhere.

// CHECK-LABEL: func.func @beside
// CHECK: %[[A:.*]] = amp.fused elementwise
// CHECK: %[[P:.*]] = amp.matmul %[[A]],
// CHECK: amp.fused elementwise(%[[A]], %[[P]])
func.func @beside(%x: tensor<8x8xf32>, %w: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %0 = amp.exp %x : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = amp.matmul %0, %w {accumulate = f32} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %2 = amp.add %0, %1 : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %3 = amp.matmul %x, %w {accumulate = f32} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %4 = amp.matmul %3, %w {accumulate = f32} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %2, %4 : tensor<8x8xf32>, tensor<8x8xf32>
}

// What follows from one call, directly and through another op, is one region.

// CHECK-LABEL: func.func @behind
// CHECK: amp.matmul
// CHECK: amp.fused elementwise
// CHECK-NOT: amp.fused
// CHECK: amp.matmul
func.func @behind(%x: tensor<8x8xf32>, %w: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = amp.matmul %x, %w {accumulate = f32} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = amp.exp %0 : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %2 = amp.add %0, %1 : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %3 = amp.matmul %2, %w {accumulate = f32} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %3 : tensor<8x8xf32>
}
