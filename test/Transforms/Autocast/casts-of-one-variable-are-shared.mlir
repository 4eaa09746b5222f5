// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One cast of a variable and type serves the whole function, scopes and repeated
// reads included (P9); casts of other values are not shared.
//
// RUN: amp-opt %s --amp-autocast=precision=f16 --amp-verify-autocast | FileCheck %s

amp.variable @w : tensor<4x2xf32> init(dense<0.5> : tensor<4x2xf32>)

// CHECK-LABEL: func.func @loss
// CHECK: %[[W:.+]] = amp.read @w
// CHECK-NEXT: %[[WB:.+]] = amp.cast %[[W]] {{.*}} -> tensor<4x2xbf16>
// CHECK-NEXT: %[[WL:.+]] = amp.cast %[[W]] {{.*}} -> tensor<4x2xf16>
func.func @loss(%x: tensor<2x4xf32>, %y: tensor<3x4xf32>) -> tensor<f32> {
  %w = amp.read @w : tensor<4x2xf32>
  // CHECK: %[[X1:.+]] = amp.cast %arg0
  // CHECK: amp.matmul %[[X1]], %[[WL]]
  %z1 = amp.matmul %x, %w : (tensor<2x4xf32>, tensor<4x2xf32>) -> tensor<2x2xf32>
  %z2 = amp.autocast enabled(true) -> (tensor<3x2xf32>) {
    // CHECK: amp.read @w
    // CHECK-NEXT: amp.cast %arg1
    // CHECK-NEXT: amp.matmul %{{.+}}, %[[WL]]
    %again = amp.read @w : tensor<4x2xf32>
    %0 = amp.matmul %y, %again : (tensor<3x4xf32>, tensor<4x2xf32>) -> tensor<3x2xf32>
    amp.yield %0 : tensor<3x2xf32>
  }
  %z3 = amp.autocast dtype(bf16) -> (tensor<2x2xf32>) {
    // CHECK: amp.matmul %{{.+}}, %[[WB]]
    %0 = amp.matmul %x, %w : (tensor<2x4xf32>, tensor<4x2xf32>) -> tensor<2x2xf32>
    amp.yield %0 : tensor<2x2xf32>
  }
  // CHECK: %[[X3:.+]] = amp.cast %arg0 {{.*}} -> tensor<2x4xf16>
  // CHECK: amp.matmul %[[X3]], %[[WL]]
  %z4 = amp.matmul %x, %w : (tensor<2x4xf32>, tensor<4x2xf32>) -> tensor<2x2xf32>
  %s1 = amp.sum %z1 {axes = array<i64: 0, 1>} : (tensor<2x2xf32>) -> tensor<f32>
  %s2 = amp.sum %z2 {axes = array<i64: 0, 1>} : (tensor<3x2xf32>) -> tensor<f32>
  %loss = amp.add %s1, %s2 : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %loss : tensor<f32>
}

// Each function has its own.
// CHECK-LABEL: func.func @other
// CHECK: amp.cast {{.*}} -> tensor<4x2xf16>
func.func @other(%x: tensor<2x4xf32>) -> tensor<2x2xf32> {
  %w = amp.read @w : tensor<4x2xf32>
  %0 = amp.matmul %x, %w : (tensor<2x4xf32>, tensor<4x2xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}
