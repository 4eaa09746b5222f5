// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: amp-run check %s --target=ref
//
// amp.cast: rounds to nearest even with subnormals kept, truncates to integers
// with saturation, and stays a rounding point.

func.func @a_pair_of_casts_is_not_cancelled() {
  // D17.
  %x = amp.constant dense<[1.0e-12, 123456.7]> : tensor<2xf32>
  %h = amp.cast %x : (tensor<2xf32>) -> tensor<2xf16>
  %w = amp.cast %h : (tensor<2xf16>) -> tensor<2xf32>
  %e = amp.constant dense<[0.0, 0x7F800000]> : tensor<2xf32>
  check.expect_eq %w, %e : tensor<2xf32>
  %y = amp.constant dense<5000.0> : tensor<1xf32>
  %g = amp.cast %y : (tensor<1xf32>) -> tensor<1xf16>
  %s = amp.mul %g, %g : (tensor<1xf16>, tensor<1xf16>) -> tensor<1xf16>
  %t = amp.cast %s : (tensor<1xf16>) -> tensor<1xf32>
  %et = amp.constant dense<0x7F800000> : tensor<1xf32>
  check.expect_eq %t, %et : tensor<1xf32>
  return
}

func.func @subnormal_ties_of_f16_go_to_even() {
  // D21.
  %x = amp.constant dense<[0x34200000, 0x34200001, 0x34600000, 0x33000000, 0x33000001]> : tensor<5xf32>
  %h = amp.cast %x : (tensor<5xf32>) -> tensor<5xf16>
  %e = amp.constant dense<[0x0002, 0x0003, 0x0004, 0x0000, 0x0001]> : tensor<5xf16>
  check.expect_eq %h, %e : tensor<5xf16>
  return
}

func.func @bf16_keeps_subnormals_and_signs() {
  %x = amp.constant dense<[0x00008000, 0x80018000, 0x7F7FFFFF, 0x3F808000, 0x3F818000, 0xFFC00000]> : tensor<6xf32>
  %b = amp.cast %x : (tensor<6xf32>) -> tensor<6xbf16>
  %e = amp.constant dense<[0x0000, 0x8002, 0x7F80, 0x3F80, 0x3F82, 0xFFC0]> : tensor<6xbf16>
  check.expect_eq %b, %e : tensor<6xbf16>
  return
}

func.func @f64_rounds_once() {
  // Through f32 the first in f16 and the second in bf16 would tie down to 1.
  %x = amp.constant dense<[1.00048828137, 1.0039062500001]> : tensor<2xf64>
  %h = amp.cast %x : (tensor<2xf64>) -> tensor<2xf16>
  %eh = amp.constant dense<[0x3C01, 0x3C04]> : tensor<2xf16>
  check.expect_eq %h, %eh : tensor<2xf16>
  %b = amp.cast %x : (tensor<2xf64>) -> tensor<2xbf16>
  %eb = amp.constant dense<[0x3F80, 0x3F81]> : tensor<2xbf16>
  check.expect_eq %b, %eb : tensor<2xbf16>
  return
}

func.func @integers_saturate_and_truncate() {
  %x = amp.constant dense<[1.9, -1.9, 3.0e9, -3.0e9, 0x7FC00000, 0x7F800000]> : tensor<6xf32>
  %i = amp.cast %x : (tensor<6xf32>) -> tensor<6xi32>
  %e = amp.constant dense<[1, -1, 2147483647, -2147483648, 0, 2147483647]> : tensor<6xi32>
  check.expect_eq %i, %e : tensor<6xi32>
  return
}

func.func @booleans_test_for_difference_from_zero() {
  %x = amp.constant dense<[0.0, -0.0, 0.25, 0x7FC00000]> : tensor<4xf32>
  %b = amp.cast %x : (tensor<4xf32>) -> tensor<4xi1>
  %e = amp.constant dense<[false, false, true, true]> : tensor<4xi1>
  check.expect_eq %b, %e : tensor<4xi1>
  %f = amp.cast %b : (tensor<4xi1>) -> tensor<4xf32>
  %ef = amp.constant dense<[0.0, 0.0, 1.0, 1.0]> : tensor<4xf32>
  check.expect_eq %f, %ef : tensor<4xf32>
  return
}
