// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: amp-run check %s --target=ref
// RUN: amp-run check %s --target=cpu
//
// amp.gelu: both formulas, without cancellation for negative operands.

func.func @erf_form() {
  %x = amp.constant dense<[0.0, 1.0, -1.0, 3.0, -5.0, 0x7F800000, 0x7FC00000]> : tensor<7xf32>
  %y = amp.gelu %x : (tensor<7xf32>) -> tensor<7xf32>
  %e = amp.constant dense<[0.0, 0.84134475, -0.15865525, 2.9959503, -1.4332578e-06, 0x7F800000, 0x7FC00000]> : tensor<7xf32>
  check.expect_close %y, %e {ulps = 1 : i64} : tensor<7xf32>
  return
}

func.func @tanh_form() {
  %x = amp.constant dense<[0.0, 1.0, -1.0, 3.0, -100.0, 0x7F800000, 0x7FC00000]> : tensor<7xf32>
  %y = amp.gelu %x {approximate = #amp.gelu<tanh>} : (tensor<7xf32>) -> tensor<7xf32>
  %e = amp.constant dense<[0.0, 0.84119199, -0.15880801, 2.9963627, 0.0, 0x7F800000, 0x7FC00000]> : tensor<7xf32>
  check.expect_close %y, %e {ulps = 1 : i64} : tensor<7xf32>
  return
}

func.func @sixteen_bit_results_round_once() {
  %h = amp.constant dense<[1.0, -1.0]> : tensor<2xbf16>
  %y = amp.gelu %h : (tensor<2xbf16>) -> tensor<2xbf16>
  %e = amp.constant dense<[0.84134475, -0.15865525]> : tensor<2xbf16>
  check.expect_eq %y, %e : tensor<2xbf16>
  return
}
