// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// P9: one low-precision copy per variable, read by every function, renewed
// where the variable is written; two uses share it.

// RUN: amp-opt %s --amp-build-step="optimizer=sgd" | FileCheck %s

// CHECK: amp.variable @w.bf16 : tensor<4x4xbf16> {{.*}} {cast_of = @w, trainable = false}
// CHECK-NOT: cast_of
amp.variable @w : tensor<4x4xf32> init(#amp.zeros)

// CHECK-LABEL: func.func @forward
// CHECK-NOT: amp.cast
// CHECK: amp.read @w.bf16
func.func @forward() -> tensor<4x4xbf16> {
  %w = amp.read @w : tensor<4x4xf32>
  %0 = amp.cast %w {origin = #amp.origin<autocast>} : (tensor<4x4xf32>) -> tensor<4x4xbf16>
  return %0 : tensor<4x4xbf16>
}

// CHECK-LABEL: func.func @step
// CHECK: %[[W:.*]] = amp.read @w.bf16
// CHECK: amp.matmul %[[W]]
// CHECK: %[[NEW:.*]] = amp.sgd
// CHECK: amp.write @w, %[[NEW]]
// CHECK: %[[LOW:.*]] = amp.cast %[[NEW]] {origin = #amp.origin<autocast>}
// CHECK: amp.write @w.bf16, %[[LOW]]
func.func @loss_gradient(%seed: tensor<f32>) -> (tensor<f32>, tensor<4x4xf32> {amp.gradient_of = @w}) {
  %w = amp.read @w : tensor<4x4xf32>
  %0 = amp.cast %w {origin = #amp.origin<autocast>} : (tensor<4x4xf32>) -> tensor<4x4xbf16>
  %1 = amp.matmul %0, %0 : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xbf16>
  %2 = amp.cast %1 {origin = #amp.origin<autodiff>} : (tensor<4x4xbf16>) -> tensor<4x4xf32>
  return %seed, %2 : tensor<f32>, tensor<4x4xf32>
}

// A user's cast is a rounding point of its own and stays.
// CHECK-LABEL: func.func @user
// CHECK: amp.cast
func.func @user() -> tensor<4x4xbf16> {
  %w = amp.read @w : tensor<4x4xf32>
  %0 = amp.cast %w : (tensor<4x4xf32>) -> tensor<4x4xbf16>
  return %0 : tensor<4x4xbf16>
}

// CHECK-LABEL: func.func @refresh()
// CHECK: %[[R:.*]] = amp.read @w : tensor<4x4xf32>
// CHECK: %[[C:.*]] = amp.cast %[[R]]
// CHECK: amp.write @w.bf16, %[[C]]
