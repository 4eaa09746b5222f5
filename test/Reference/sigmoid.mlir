// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: amp-run check %s --target=ref
//
// amp.sigmoid: right far from zero too, where a naive form overflows.

func.func @values() {
  %x = amp.constant dense<[0.0, 1.0, -1.0, -100.0, 100.0, 0xFF800000, 0x7F800000, 0x7FC00000]> : tensor<8xf32>
  %y = amp.sigmoid %x : (tensor<8xf32>) -> tensor<8xf32>
  %e = amp.constant dense<[0.5, 0.73105858, 0.26894142, 3.7835e-44, 1.0, 0.0, 1.0, 0x7FC00000]> : tensor<8xf32>
  check.expect_close %y, %e {ulps = 1 : i64} : tensor<8xf32>
  return
}

func.func @sixteen_bit_results_round_once() {
  %h = amp.constant dense<[1.0, -20.0]> : tensor<2xf16>
  %y = amp.sigmoid %h : (tensor<2xf16>) -> tensor<2xf16>
  %e = amp.constant dense<[0.73105858, 0.0]> : tensor<2xf16>
  check.expect_eq %y, %e : tensor<2xf16>
  return
}
