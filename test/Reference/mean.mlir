// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: amp-run check %s --target=ref
//
// amp.mean: neither sum nor count overflow in 16 bits; NaN over nothing.

func.func @the_running_sum_does_not_overflow() {
  // D11.
  %x = amp.constant dense<40000.0> : tensor<3xf16>
  %m = amp.mean %x {axes = array<i64: 0>} : (tensor<3xf16>) -> tensor<f16>
  %e = amp.constant dense<40000.0> : tensor<f16>
  check.expect_eq %m, %e : tensor<f16>
  return
}

func.func @axes_and_dtype() {
  %x = amp.constant dense<[[1.0, 2.0], [4.0, 8.0]]> : tensor<2x2xbf16>
  %m = amp.mean %x {axes = array<i64: 0>, keepdims} : (tensor<2x2xbf16>) -> tensor<1x2xbf16>
  %e = amp.constant dense<[[2.5, 5.0]]> : tensor<1x2xbf16>
  check.expect_eq %m, %e : tensor<1x2xbf16>
  %n = amp.mean %x {axes = array<i64: 0, 1>, dtype = f64} : (tensor<2x2xbf16>) -> tensor<f64>
  %en = amp.constant dense<3.75> : tensor<f64>
  check.expect_eq %n, %en : tensor<f64>
  return
}

func.func @the_mean_of_nothing_is_nan() {
  // D33.
  %x = amp.constant dense<> : tensor<0x2xf32>
  %m = amp.mean %x {axes = array<i64: 0>} : (tensor<0x2xf32>) -> tensor<2xf32>
  %e = amp.constant dense<0x7FC00000> : tensor<2xf32>
  check.expect_eq %m, %e : tensor<2xf32>
  return
}
