// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: amp-run check %s --target=ref
//
// amp.relu: +0 for -0 and everything below, NaN stays NaN.

func.func @special_values() {
  %x = amp.constant dense<[-1.0, -0.0, 0.0, 1.0e-45, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<7xf32>
  %r = amp.relu %x : (tensor<7xf32>) -> tensor<7xf32>
  %e = amp.constant dense<[0.0, 0.0, 0.0, 1.0e-45, 0x7F800000, 0.0, 0x7FC00000]> : tensor<7xf32>
  check.expect_eq %r, %e : tensor<7xf32>
  return
}

func.func @other_types() {
  %h = amp.constant dense<[[-2.0, 3.0]]> : tensor<1x2xbf16>
  %r = amp.relu %h : (tensor<1x2xbf16>) -> tensor<1x2xbf16>
  %e = amp.constant dense<[[0.0, 3.0]]> : tensor<1x2xbf16>
  check.expect_eq %r, %e : tensor<1x2xbf16>
  %i = amp.constant dense<[-2, 3]> : tensor<2xi32>
  %s = amp.relu %i : (tensor<2xi32>) -> tensor<2xi32>
  %es = amp.constant dense<[0, 3]> : tensor<2xi32>
  check.expect_eq %s, %es : tensor<2xi32>
  %n = amp.constant dense<> : tensor<0x3xf32>
  %t = amp.relu %n : (tensor<0x3xf32>) -> tensor<0x3xf32>
  check.expect_eq %t, %n : tensor<0x3xf32>
  return
}
