// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Axes that are not adjacent are reduced one run after the other, the innermost
// first, and rounded to the result's type at the end only (P4).

// RUN: amp-opt %s --pass-pipeline='builtin.module(func.func(amp-fuse,amp-verify-fuse))' | FileCheck %s

// CHECK-LABEL: func.func @mixed
// CHECK: amp.fused row
// CHECK: amp.sum %{{.*}} {axes = array<i64: 2>, dtype = f32, keepdims} : (tensor<2x3x4xf16>) -> tensor<2x3x1xf32>
// CHECK: amp.fused column
// CHECK: amp.sum %{{.*}} : (tensor<2x3x1xf32>) -> tensor<3xf16>
func.func @mixed(%x: tensor<2x3x4xf16>) -> tensor<3xf16> {
  %0 = amp.sum %x {axes = array<i64: 0, 2>} : (tensor<2x3x4xf16>) -> tensor<3xf16>
  return %0 : tensor<3xf16>
}
