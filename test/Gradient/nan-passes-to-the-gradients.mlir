// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A NaN in the forward is not hidden by the backward: rules that choose by
// comparison take the side that passes the gradient on, and rules that compute
// give NaN.
//
// RUN: gradient-test %s

amp.variable @x : tensor<2xf32> init(dense<[0x7FC00000, -1.0]> : tensor<2xf32>) {amp.expected_gradient = dense<[1.0, 0.0]> : tensor<2xf32>}
func.func @relu() -> tensor<f32> {
  %x = amp.read @x : tensor<2xf32>
  %0 = amp.relu %x : (tensor<2xf32>) -> tensor<2xf32>
  %1 = amp.sum %0 {axes = array<i64: 0>} : (tensor<2xf32>) -> tensor<f32>
  return %1 : tensor<f32>
}

amp.variable @y : tensor<2xf32> init(dense<[0x7FC00000, 1.0]> : tensor<2xf32>) {amp.expected_gradient = dense<[0.5, 0.5]> : tensor<2xf32>}
func.func @max() -> tensor<f32> {
  %y = amp.read @y : tensor<2xf32>
  %0 = amp.max %y {axes = array<i64: 0>} : (tensor<2xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

amp.variable @z : tensor<1x2xf32> init(dense<[[0x7FC00000, 1.0]]> : tensor<1x2xf32>) {amp.expected_gradient = dense<0x7FC00000> : tensor<1x2xf32>}
func.func @cross_entropy() -> tensor<f32> {
  %z = amp.read @z : tensor<1x2xf32>
  %t = amp.constant dense<1> : tensor<1xi64>
  %0 = amp.cross_entropy %z, %t : (tensor<1x2xf32>, tensor<1xi64>) -> tensor<f32>
  return %0 : tensor<f32>
}
