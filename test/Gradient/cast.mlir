// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The gradient of amp.cast is converted back: exact from bf16 to f32, rounded to
// bf16 from f32. 1.00390625 lies between the bf16 values 1 and 1.0078125, at the
// middle, and goes to the even 1.
//
// RUN: gradient-test %s

amp.variable @x : tensor<f32> init(#amp.ones) {amp.expected_gradient = dense<1.0078125> : tensor<f32>}
func.func @narrow() -> tensor<f32> {
  %x = amp.read @x : tensor<f32>
  %c = amp.constant dense<1.0078125> : tensor<bf16>
  %0 = amp.cast %x : (tensor<f32>) -> tensor<bf16>
  %1 = amp.mul %0, %c : (tensor<bf16>, tensor<bf16>) -> tensor<bf16>
  %2 = amp.cast %1 : (tensor<bf16>) -> tensor<f32>
  return %2 : tensor<f32>
}

amp.variable @y : tensor<bf16> init(#amp.ones) {amp.expected_gradient = dense<1.0> : tensor<bf16>}
func.func @widen() -> tensor<f32> {
  %y = amp.read @y : tensor<bf16>
  %c = amp.constant dense<1.00390625> : tensor<f32>
  %0 = amp.cast %y : (tensor<bf16>) -> tensor<f32>
  %1 = amp.mul %0, %c : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}
