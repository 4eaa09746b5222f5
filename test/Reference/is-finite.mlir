// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: amp-run check %s --target=ref
//
// amp.is_finite: false for infinities and NaN, in every float type.

func.func @special_values() {
  %x = amp.constant dense<[0.0, 3.4e38, 1.0e-45, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<6xf32>
  %f = amp.is_finite %x : (tensor<6xf32>) -> tensor<6xi1>
  %e = amp.constant dense<[true, true, true, false, false, false]> : tensor<6xi1>
  check.expect_eq %f, %e : tensor<6xi1>
  return
}

func.func @other_float_types() {
  %h = amp.constant dense<[65504.0, 0x7C00, 0x7E00]> : tensor<3xf16>
  %b = amp.constant dense<[3.0e38, 0xFF80, 0x7FC0]> : tensor<3xbf16>
  %d = amp.constant dense<[1.0e308, 0x7FF0000000000000, 0x7FF8000000000000]> : tensor<3xf64>
  %fh = amp.is_finite %h : (tensor<3xf16>) -> tensor<3xi1>
  %fb = amp.is_finite %b : (tensor<3xbf16>) -> tensor<3xi1>
  %fd = amp.is_finite %d : (tensor<3xf64>) -> tensor<3xi1>
  %e = amp.constant dense<[true, false, false]> : tensor<3xi1>
  check.expect_eq %fh, %e : tensor<3xi1>
  check.expect_eq %fb, %e : tensor<3xi1>
  check.expect_eq %fd, %e : tensor<3xi1>
  return
}
