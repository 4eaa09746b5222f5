// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: amp-run check %s --target=ref
//
// amp.tanh: odd, exact for tiny operands, saturating.

func.func @values() {
  %x = amp.constant dense<[0.0, -0.0, 1.0e-40, 0.5, -0.5, 20.0, 0xFF800000, 0x7FC00000]> : tensor<8xf32>
  %y = amp.tanh %x : (tensor<8xf32>) -> tensor<8xf32>
  %e = amp.constant dense<[0.0, -0.0, 1.0e-40, 0.46211717, -0.46211717, 1.0, -1.0, 0x7FC00000]> : tensor<8xf32>
  check.expect_eq %y, %e : tensor<8xf32>
  return
}

func.func @sixteen_bit_results_round_once() {
  %h = amp.constant dense<[0.5, 3.0]> : tensor<2xbf16>
  %y = amp.tanh %h : (tensor<2xbf16>) -> tensor<2xbf16>
  %e = amp.constant dense<[0.46211717, 0.9950548]> : tensor<2xbf16>
  check.expect_eq %y, %e : tensor<2xbf16>
  return
}
