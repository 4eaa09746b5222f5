// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two large intermediates are not alive together where one can be used up first.

// RUN: amp-opt %s --pass-pipeline='builtin.module(func.func(amp-schedule))' | FileCheck %s

// CHECK-LABEL: func.func @two
// CHECK: %[[A:.*]] = amp.matmul %arg0, %arg1
// CHECK-NEXT: %[[S:.*]] = amp.matmul %[[A]]
// CHECK-NEXT: %[[B:.*]] = amp.matmul %arg1, %arg0
// CHECK-NEXT: amp.matmul %[[B]]
func.func @two(%x: tensor<64x64xf32>, %y: tensor<64x64xf32>, %v: tensor<64x2xf32>) -> tensor<2x2xf32> {
  %a = amp.matmul %x, %y {accumulate = f32} : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %b = amp.matmul %y, %x {accumulate = f32} : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %s = amp.matmul %a, %v {accumulate = f32} : (tensor<64x64xf32>, tensor<64x2xf32>) -> tensor<64x2xf32>
  %t = amp.matmul %b, %v {accumulate = f32} : (tensor<64x64xf32>, tensor<64x2xf32>) -> tensor<64x2xf32>
  %r = amp.matmul %s, %t {accumulate = f32, transpose_lhs} : (tensor<64x2xf32>, tensor<64x2xf32>) -> tensor<2x2xf32>
  return %r : tensor<2x2xf32>
}
