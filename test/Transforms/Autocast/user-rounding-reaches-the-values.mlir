// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values that the user casts to f16 and back come out rounded: small ones 0, large
// ones infinite, also where the second cast comes after an op.
//
// RUN: amp-opt %s --amp-autocast --amp-verify-autocast | amp-run check -

func.func @rounding_point() {
  %x = amp.constant dense<[1.0e-12, 123456.7]> : tensor<2xf32>
  %y = amp.autocast enabled(true) dtype(bf16) -> (tensor<2xf32>) {
    %l = amp.cast %x : (tensor<2xf32>) -> tensor<2xf16>
    %f = amp.cast %l : (tensor<2xf16>) -> tensor<2xf32>
    amp.yield %f : tensor<2xf32>
  }
  %expected = amp.constant dense<[0.0, 0x7F800000]> : tensor<2xf32>
  check.expect_eq %y, %expected : tensor<2xf32>
  return
}

func.func @square() {
  %x = amp.constant dense<5000.0> : tensor<1xf32>
  %l = amp.cast %x : (tensor<1xf32>) -> tensor<1xf16>
  %s = amp.mul %l, %l : (tensor<1xf16>, tensor<1xf16>) -> tensor<1xf16>
  %f = amp.cast %s : (tensor<1xf16>) -> tensor<1xf32>
  %expected = amp.constant dense<0x7F800000> : tensor<1xf32>
  check.expect_eq %f, %expected : tensor<1xf32>
  return
}
