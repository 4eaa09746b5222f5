// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: amp-run check %s --target=ref
// RUN: amp-run check %s --target=cpu
//
// amp.var: a large mean costs no digits, the correction divides, and too few
// elements give infinity or NaN.

func.func @a_large_mean_costs_no_digits() {
  %x = amp.constant dense<[[4194304.0, 4194305.0, 4194306.0, 4194305.0], [1.0, 3.0, 1.0, 3.0]]> : tensor<2x4xf32>
  %v = amp.var %x {axes = array<i64: 1>, correction = 0.0} : (tensor<2x4xf32>) -> tensor<2xf32>
  %e = amp.constant dense<[0.5, 1.0]> : tensor<2xf32>
  check.expect_eq %v, %e : tensor<2xf32>
  return
}

func.func @the_correction_is_one_unless_given() {
  %x = amp.constant dense<[[1.0, 2.0, 6.0], [5.0, 5.0, 5.0]]> : tensor<2x3xf32>
  %v = amp.var %x {axes = array<i64: 1>, keepdims} : (tensor<2x3xf32>) -> tensor<2x1xf32>
  %e = amp.constant dense<[[7.0], [0.0]]> : tensor<2x1xf32>
  check.expect_eq %v, %e : tensor<2x1xf32>
  %h = amp.var %x {axes = array<i64: 0, 1>, correction = 2.0} : (tensor<2x3xf32>) -> tensor<f32>
  %eh = amp.constant dense<5.0> : tensor<f32>
  check.expect_eq %h, %eh : tensor<f32>
  return
}

func.func @squares_do_not_overflow_in_sixteen_bits() {
  %x = amp.constant dense<[[-300.0, 300.0], [-1.0, 1.0]]> : tensor<2x2xf16>
  %v = amp.var %x {axes = array<i64: 1>, correction = 0.0, dtype = f32} : (tensor<2x2xf16>) -> tensor<2xf32>
  %e = amp.constant dense<[90000.0, 1.0]> : tensor<2xf32>
  check.expect_eq %v, %e : tensor<2xf32>
  return
}

func.func @too_few_elements() {
  %x = amp.constant dense<[[2.0, 4.0]]> : tensor<1x2xf64>
  %v = amp.var %x {axes = array<i64: 0>} : (tensor<1x2xf64>) -> tensor<2xf64>
  %e = amp.constant dense<0x7FF8000000000000> : tensor<2xf64>
  check.expect_eq %v, %e : tensor<2xf64>
  %w = amp.var %x {axes = array<i64: 1>, correction = 5.0} : (tensor<1x2xf64>) -> tensor<1xf64>
  %ew = amp.constant dense<0x7FF0000000000000> : tensor<1xf64>
  check.expect_eq %w, %ew : tensor<1xf64>
  return
}
