// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// D05 and D06: one weight, one cast, two users: the gradients of both uses reach
// the f32 weight, 2*1 + 3*2 for each element; and through a product with ones.
//
// RUN: gradient-test %s

amp.variable @w : tensor<4x2xf32> init(dense<0.5> : tensor<4x2xf32>) {amp.expected_gradient = dense<8.0> : tensor<4x2xf32>}
func.func @two_users() -> tensor<f32> {
  %wf = amp.read @w : tensor<4x2xf32>
  %w = amp.cast %wf {origin = #amp.origin<autocast>} : (tensor<4x2xf32>) -> tensor<4x2xf16>
  %x = amp.constant dense<1.0> : tensor<2x4xf16>
  %y = amp.constant dense<2.0> : tensor<3x4xf16>
  %0 = amp.matmul %x, %w {accumulate = f32} : (tensor<2x4xf16>, tensor<4x2xf16>) -> tensor<2x2xf16>
  %1 = amp.matmul %y, %w {accumulate = f32} : (tensor<3x4xf16>, tensor<4x2xf16>) -> tensor<3x2xf16>
  %2 = amp.sum %0 {accumulate = f32, axes = array<i64: 0, 1>, dtype = f32} : (tensor<2x2xf16>) -> tensor<f32>
  %3 = amp.sum %1 {accumulate = f32, axes = array<i64: 0, 1>, dtype = f32} : (tensor<3x2xf16>) -> tensor<f32>
  %4 = amp.add %2, %3 : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %4 : tensor<f32>
}

amp.variable @v : tensor<2xf32> init(#amp.ones) {amp.expected_gradient = dense<1.0> : tensor<2xf32>}
func.func @product_with_ones() -> tensor<f32> {
  %vf = amp.read @v : tensor<2xf32>
  %v = amp.cast %vf {origin = #amp.origin<autocast>} : (tensor<2xf32>) -> tensor<2xbf16>
  %x = amp.constant dense<1.0> : tensor<2xbf16>
  %0 = amp.mul %x, %v : (tensor<2xbf16>, tensor<2xbf16>) -> tensor<2xbf16>
  %1 = amp.sum %0 {accumulate = f32, axes = array<i64: 0>, dtype = f32} : (tensor<2xbf16>) -> tensor<f32>
  return %1 : tensor<f32>
}
