// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: amp-run check %s --target=ref
//
// amp.packed_linear is amp.linear by a weight that amp.pack has moved.

func.func @as_linear_in_f32() {
  %x = amp.constant dense<[[1.0, 2.0, 3.0], [0.0, -1.0, 1.0]]> : tensor<2x3xf32>
  %w = amp.constant dense<[[1.0, 1.0, 1.0], [2.0, 0.0, -1.0]]> : tensor<2x3xf32>
  %b = amp.constant dense<[0.5, -10.0]> : tensor<2xf32>
  %p = amp.pack %w {transpose} : (tensor<2x3xf32>) -> tensor<1x1x16x64xf32>
  %y = amp.packed_linear %x, %p, %b {columns = 2 : i64} : (tensor<2x3xf32>, tensor<1x1x16x64xf32>, tensor<2xf32>) -> tensor<2x2xf32>
  %e = amp.constant dense<[[6.5, -11.0], [0.5, -11.0]]> : tensor<2x2xf32>
  check.expect_eq %y, %e : tensor<2x2xf32>
  return
}

func.func @over_several_blocks() {
  %i = amp.iota {axis = 1 : i64} : () -> tensor<70x40xi64>
  %j = amp.iota {axis = 0 : i64} : () -> tensor<70x40xi64>
  %k = amp.sub %i, %j : (tensor<70x40xi64>, tensor<70x40xi64>) -> tensor<70x40xi64>
  %w = amp.cast %k : (tensor<70x40xi64>) -> tensor<70x40xbf16>
  %x = amp.constant dense<1.0> : tensor<3x40xbf16>
  %p = amp.pack %w {transpose} : (tensor<70x40xbf16>) -> tensor<2x2x16x64x2xbf16>
  %y = amp.packed_linear %x, %p {columns = 70 : i64} : (tensor<3x40xbf16>, tensor<2x2x16x64x2xbf16>) -> tensor<3x70xbf16>
  %e = amp.linear %x, %w : (tensor<3x40xbf16>, tensor<70x40xbf16>) -> tensor<3x70xbf16>
  check.expect_eq %y, %e : tensor<3x70xbf16>
  return
}

func.func @bias_joins_before_the_rounding() {
  // 256 + 1 rounds to 256 in bf16, and 256 + 1 again; together they make 258.
  %x = amp.constant dense<[[256.0, 1.0]]> : tensor<1x2xbf16>
  %w = amp.constant dense<1.0> : tensor<2x1xbf16>
  %b = amp.constant dense<1.0> : tensor<1xbf16>
  %p = amp.pack %w : (tensor<2x1xbf16>) -> tensor<1x1x16x64x2xbf16>
  %y = amp.packed_linear %x, %p, %b {columns = 1 : i64} : (tensor<1x2xbf16>, tensor<1x1x16x64x2xbf16>, tensor<1xbf16>) -> tensor<1x1xbf16>
  %e = amp.constant dense<258.0> : tensor<1x1xbf16>
  check.expect_eq %y, %e : tensor<1x1xbf16>
  return
}

func.func @rows_of_a_stack() {
  %x = amp.constant dense<[[[1.0, 2.0]], [[3.0, 4.0]]]> : tensor<2x1x2xf32>
  %w = amp.constant dense<[[1.0, 0.0, 2.0], [0.0, 1.0, 1.0]]> : tensor<2x3xf32>
  %p = amp.pack %w : (tensor<2x3xf32>) -> tensor<1x1x16x64xf32>
  %y = amp.packed_linear %x, %p {columns = 3 : i64} : (tensor<2x1x2xf32>, tensor<1x1x16x64xf32>) -> tensor<2x1x3xf32>
  %e = amp.constant dense<[[[1.0, 2.0, 4.0]], [[3.0, 4.0, 10.0]]]> : tensor<2x1x3xf32>
  check.expect_eq %y, %e : tensor<2x1x3xf32>
  return
}
