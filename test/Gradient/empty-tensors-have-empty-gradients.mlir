// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// D33: no rows, and no columns to contract, give zeros and empty gradients; the
// mean of nothing is NaN and its gradient is empty.
//
// RUN: gradient-test %s

amp.variable @x : tensor<0x4xf32> init(#amp.zeros) {amp.expected_gradient = dense<> : tensor<0x4xf32>}
amp.variable @w : tensor<4x3xf32> init(#amp.ones) {amp.expected_gradient = dense<0.0> : tensor<4x3xf32>}
func.func @no_rows() -> tensor<f32> {
  %x = amp.read @x : tensor<0x4xf32>
  %w = amp.read @w : tensor<4x3xf32>
  %0 = amp.matmul %x, %w : (tensor<0x4xf32>, tensor<4x3xf32>) -> tensor<0x3xf32>
  %1 = amp.sum %0 {axes = array<i64: 0, 1>} : (tensor<0x3xf32>) -> tensor<f32>
  return %1 : tensor<f32>
}

amp.variable @a : tensor<2x0xf32> init(#amp.zeros) {amp.expected_gradient = dense<> : tensor<2x0xf32>}
amp.variable @b : tensor<2x3xf32> init(#amp.ones) {amp.expected_gradient = dense<1.0> : tensor<2x3xf32>}
func.func @nothing_to_contract() -> tensor<f32> {
  %a = amp.read @a : tensor<2x0xf32>
  %b = amp.read @b : tensor<2x3xf32>
  %c = amp.constant dense<> : tensor<0x3xf32>
  %0 = amp.matmul %a, %c : (tensor<2x0xf32>, tensor<0x3xf32>) -> tensor<2x3xf32>
  %1 = amp.add %0, %b : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %2 = amp.sum %1 {axes = array<i64: 0, 1>} : (tensor<2x3xf32>) -> tensor<f32>
  return %2 : tensor<f32>
}

func.func @mean_of_nothing() -> tensor<f32> {
  %x = amp.read @x : tensor<0x4xf32>
  %0 = amp.mean %x {axes = array<i64: 0, 1>} : (tensor<0x4xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

func.func @losses_of_nothing() -> tensor<f32> {
  %x = amp.read @x : tensor<0x4xf32>
  %y = amp.constant dense<> : tensor<0xi64>
  %0 = amp.cross_entropy %x, %y : (tensor<0x4xf32>, tensor<0xi64>) -> tensor<f32>
  return %0 : tensor<f32>
}
