// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A 0-d operand does not widen the other operand within its category, and makes a
// float of integers.
//
// RUN: amp-opt %s --amp-autocast --amp-verify-autocast | amp-run check -

func.func @zero_d() {
  %one = amp.constant dense<1.0> : tensor<1xf16>
  %scalar = amp.constant dense<1.0> : tensor<f64>
  %two = amp.constant dense<2.0> : tensor<1xf16>
  %sum = amp.add %one, %scalar : (tensor<1xf16>, tensor<f64>) -> tensor<1xf16>
  check.expect_eq %sum, %two : tensor<1xf16>
  %i = amp.constant dense<[1, 2]> : tensor<2xi64>
  %half = amp.constant dense<0.5> : tensor<f32>
  %mixed = amp.add %i, %half : (tensor<2xi64>, tensor<f32>) -> tensor<2xf32>
  %expected = amp.constant dense<[1.5, 2.5]> : tensor<2xf32>
  check.expect_eq %mixed, %expected : tensor<2xf32>
  return
}
