// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: amp-run check %s --target=ref
// RUN: amp-run check %s --target=cpu
//
// amp.layer_norm: each row has mean 0 and variance 1 before weight and bias; one
// rounding; a row of equal elements gives the bias.

func.func @rows() {
  %x = amp.constant dense<[[1.0, 3.0, 1.0, 3.0], [7.0, 7.0, 7.0, 7.0]]> : tensor<2x4xf32>
  %w = amp.constant dense<[1.0, 2.0, 0.5, -1.0]> : tensor<4xf32>
  %b = amp.constant dense<[0.0, 1.0, 2.0, 3.0]> : tensor<4xf32>
  %y = amp.layer_norm %x {axis = 1, epsilon = 0.0} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  %ey = amp.constant dense<[[-1.0, 1.0, -1.0, 1.0], [0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000]]> : tensor<2x4xf32>
  check.expect_eq %y, %ey : tensor<2x4xf32>
  %z = amp.layer_norm %x, %w {axis = 1, epsilon = 3.0} : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  %ez = amp.constant dense<[[-0.5, 1.0, -0.25, -0.5], [0.0, 0.0, 0.0, -0.0]]> : tensor<2x4xf32>
  check.expect_eq %z, %ez : tensor<2x4xf32>
  %v = amp.layer_norm %x, %w, %b {axis = 1, epsilon = 3.0} : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  %ev = amp.constant dense<[[-0.5, 2.0, 1.75, 2.5], [0.0, 1.0, 2.0, 3.0]]> : tensor<2x4xf32>
  check.expect_eq %v, %ev : tensor<2x4xf32>
  return
}

func.func @several_axes_are_one_row() {
  %x = amp.constant dense<[[[1.0, 3.0], [3.0, 1.0]]]> : tensor<1x2x2xf64>
  %w = amp.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf64>
  %y = amp.layer_norm %x, %w {axis = 1, epsilon = 0.0} : (tensor<1x2x2xf64>, tensor<2x2xf64>) -> tensor<1x2x2xf64>
  %e = amp.constant dense<[[[-1.0, 2.0], [3.0, -4.0]]]> : tensor<1x2x2xf64>
  check.expect_eq %y, %e : tensor<1x2x2xf64>
  return
}

func.func @sixteen_bits_neither_overflow_nor_round_inside() {
  %x = amp.constant dense<[[60000.0, -60000.0, 60000.0, -60000.0]]> : tensor<1x4xf16>
  %w = amp.constant dense<0.0999755859375> : tensor<4xf16>
  %b = amp.constant dense<1.0> : tensor<4xf16>
  %y = amp.layer_norm %x, %w, %b {axis = 1} : (tensor<1x4xf16>, tensor<4xf16>, tensor<4xf16>) -> tensor<1x4xf16>
  %e = amp.constant dense<[[1.0999755859375, 0.9000244140625, 1.0999755859375, 0.9000244140625]]> : tensor<1x4xf16>
  check.expect_eq %y, %e : tensor<1x4xf16>
  return
}

// The weight is 1 + 2^-8 and the normalised elements are +-1: rounded to bf16 the
// weight would be 1 and the result 0.
func.func @a_wide_weight_is_not_rounded() {
  %x = amp.constant dense<[[3.0, -3.0, 3.0, -3.0]]> : tensor<1x4xbf16>
  %w = amp.constant dense<[1.00390625, 1.00390625, 1.00390625, 1.00390625]> : tensor<4xf32>
  %b = amp.constant dense<[-1.0, 1.0, -1.0, 1.0]> : tensor<4xf32>
  %y = amp.layer_norm %x, %w, %b {axis = 1, epsilon = 0.0} : (tensor<1x4xbf16>, tensor<4xf32>, tensor<4xf32>) -> tensor<1x4xbf16>
  %e = amp.constant dense<[[0.00390625, -0.00390625, 0.00390625, -0.00390625]]> : tensor<1x4xbf16>
  check.expect_eq %y, %e : tensor<1x4xbf16>
  return
}
