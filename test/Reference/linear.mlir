// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: amp-run check %s --target=ref
//
// amp.linear: the weight is [out, in]; the bias is added before the rounding.

func.func @with_and_without_bias() {
  %x = amp.constant dense<[[1.0, 2.0, 3.0], [0.0, -1.0, 1.0]]> : tensor<2x3xf32>
  %w = amp.constant dense<[[1.0, 1.0, 1.0], [2.0, 0.0, -1.0]]> : tensor<2x3xf32>
  %b = amp.constant dense<[0.5, -10.0]> : tensor<2xf32>
  %y = amp.linear %x, %w, %b : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x2xf32>
  %e = amp.constant dense<[[6.5, -11.0], [0.5, -11.0]]> : tensor<2x2xf32>
  check.expect_eq %y, %e : tensor<2x2xf32>
  %z = amp.linear %x, %w : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x2xf32>
  %ez = amp.constant dense<[[6.0, -1.0], [0.0, -1.0]]> : tensor<2x2xf32>
  check.expect_eq %z, %ez : tensor<2x2xf32>
  return
}

func.func @any_rank() {
  %x = amp.constant dense<[[[1.0, 2.0, 3.0]], [[0.0, -1.0, 1.0]]]> : tensor<2x1x3xf32>
  %w = amp.constant dense<[[1.0, 1.0, 1.0], [2.0, 0.0, -1.0]]> : tensor<2x3xf32>
  %b = amp.constant dense<[0.5, -10.0]> : tensor<2xf32>
  %y = amp.linear %x, %w, %b : (tensor<2x1x3xf32>, tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x1x2xf32>
  %e = amp.constant dense<[[[6.5, -11.0]], [[0.5, -11.0]]]> : tensor<2x1x2xf32>
  check.expect_eq %y, %e : tensor<2x1x2xf32>
  %v = amp.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %z = amp.linear %v, %w, %b : (tensor<3xf32>, tensor<2x3xf32>, tensor<2xf32>) -> tensor<2xf32>
  %ez = amp.constant dense<[6.5, -11.0]> : tensor<2xf32>
  check.expect_eq %z, %ez : tensor<2xf32>
  return
}

func.func @bias_joins_before_the_rounding() {
  // 256 + 1 rounds to 256 in bf16, and 256 + 1 again; together they make 258.
  %x = amp.constant dense<[[256.0, 1.0]]> : tensor<1x2xbf16>
  %w = amp.constant dense<[[1.0, 1.0]]> : tensor<1x2xbf16>
  %b = amp.constant dense<1.0> : tensor<1xbf16>
  %y = amp.linear %x, %w, %b : (tensor<1x2xbf16>, tensor<1x2xbf16>, tensor<1xbf16>) -> tensor<1x1xbf16>
  %e = amp.constant dense<258.0> : tensor<1x1xbf16>
  check.expect_eq %y, %e : tensor<1x1xbf16>
  return
}

func.func @empty_batch() {
  %x = amp.constant dense<> : tensor<0x3xf32>
  %w = amp.constant dense<1.0> : tensor<2x3xf32>
  %y = amp.linear %x, %w : (tensor<0x3xf32>, tensor<2x3xf32>) -> tensor<0x2xf32>
  %e = amp.constant dense<> : tensor<0x2xf32>
  check.expect_eq %y, %e : tensor<0x2xf32>
  return
}
