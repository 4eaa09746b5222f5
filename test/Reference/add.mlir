// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: amp-run check %s --target=ref
//
// amp.add: one rounding of the f32 sum for 16-bit types, wrap-around for
// integers, IEEE special values, broadcasting, promotion of mixed types.

func.func @sixteen_bit_sums_round_once() {
  // D18: bf16 1 + 2^-8 is a tie that rounds to even, and the error term of the
  // two-sum is exact.
  %a = amp.constant dense<1.0> : tensor<1xbf16>
  %b = amp.constant dense<0.00390625> : tensor<1xbf16>
  %r = amp.add %a, %b : (tensor<1xbf16>, tensor<1xbf16>) -> tensor<1xbf16>
  %t = amp.sub %r, %a : (tensor<1xbf16>, tensor<1xbf16>) -> tensor<1xbf16>
  %e = amp.sub %b, %t : (tensor<1xbf16>, tensor<1xbf16>) -> tensor<1xbf16>
  check.expect_eq %r, %a : tensor<1xbf16>
  check.expect_eq %e, %b : tensor<1xbf16>

  %x = amp.constant dense<[65504.0, 2048.0, 5.9604645e-08]> : tensor<3xf16>
  %y = amp.constant dense<[16.0, 1.0, 5.9604645e-08]> : tensor<3xf16>
  %s = amp.add %x, %y : (tensor<3xf16>, tensor<3xf16>) -> tensor<3xf16>
  %es = amp.constant dense<[0x7C00, 2048.0, 1.1920929e-07]> : tensor<3xf16>
  check.expect_eq %s, %es : tensor<3xf16>
  return
}

func.func @special_values() {
  %x = amp.constant dense<[0x7F800000, 0x7F800000, -0.0, -0.0, 0x7FC00000, 1.0e-45]> : tensor<6xf32>
  %y = amp.constant dense<[0xFF800000, 1.0, -0.0, 0.0, 1.0, 1.0e-45]> : tensor<6xf32>
  %s = amp.add %x, %y : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xf32>
  %e = amp.constant dense<[0x7FC00000, 0x7F800000, -0.0, 0.0, 0x7FC00000, 2.8e-45]> : tensor<6xf32>
  check.expect_eq %s, %e : tensor<6xf32>
  return
}

func.func @integers_wrap_around() {
  %x = amp.constant dense<[2147483647, -2147483648]> : tensor<2xi32>
  %y = amp.constant dense<[1, -1]> : tensor<2xi32>
  %s = amp.add %x, %y : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  %e = amp.constant dense<[-2147483648, 2147483647]> : tensor<2xi32>
  check.expect_eq %s, %e : tensor<2xi32>
  %lx = amp.constant dense<9223372036854775807> : tensor<i64>
  %ly = amp.constant dense<1> : tensor<i64>
  %ls = amp.add %lx, %ly : (tensor<i64>, tensor<i64>) -> tensor<i64>
  %le = amp.constant dense<-9223372036854775808> : tensor<i64>
  check.expect_eq %ls, %le : tensor<i64>
  return
}

func.func @both_operands_broadcast() {
  %x = amp.constant dense<[[1.0], [2.0]]> : tensor<2x1xf32>
  %y = amp.constant dense<[10.0, 20.0, 30.0]> : tensor<3xf32>
  %s = amp.add %x, %y : (tensor<2x1xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %e = amp.constant dense<[[11.0, 21.0, 31.0], [12.0, 22.0, 32.0]]> : tensor<2x3xf32>
  check.expect_eq %s, %e : tensor<2x3xf32>
  %n = amp.constant dense<> : tensor<0x1xf32>
  %sn = amp.add %n, %y : (tensor<0x1xf32>, tensor<3xf32>) -> tensor<0x3xf32>
  %en = amp.constant dense<> : tensor<0x3xf32>
  check.expect_eq %sn, %en : tensor<0x3xf32>
  return
}

func.func @scalars_are_weaker_within_their_category() {
  // D32.
  %x = amp.constant dense<1.0> : tensor<1xf16>
  %y = amp.constant dense<1.0> : tensor<f64>
  %s = amp.add %x, %y : (tensor<1xf16>, tensor<f64>) -> tensor<1xf16>
  %e = amp.constant dense<2.0> : tensor<1xf16>
  check.expect_eq %s, %e : tensor<1xf16>
  %i = amp.constant dense<[1, 2]> : tensor<2xi64>
  %h = amp.constant dense<0.5> : tensor<f32>
  %t = amp.add %i, %h : (tensor<2xi64>, tensor<f32>) -> tensor<2xf32>
  %et = amp.constant dense<[1.5, 2.5]> : tensor<2xf32>
  check.expect_eq %t, %et : tensor<2xf32>
  %p = amp.constant dense<1.0> : tensor<f32>
  %q = amp.add %p, %p : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %eq = amp.constant dense<2.0> : tensor<f32>
  check.expect_eq %q, %eq : tensor<f32>
  return
}

func.func @mixed_floats_are_promoted() {
  %x = amp.constant dense<[1.0, 256.0]> : tensor<2xbf16>
  %y = amp.constant dense<[0.001, 1.0]> : tensor<2xf32>
  %s = amp.add %x, %y : (tensor<2xbf16>, tensor<2xf32>) -> tensor<2xf32>
  %e = amp.constant dense<[1.001, 257.0]> : tensor<2xf32>
  check.expect_eq %s, %e : tensor<2xf32>
  %h = amp.constant dense<[0.5, 1.0]> : tensor<2xf16>
  %t = amp.add %x, %h : (tensor<2xbf16>, tensor<2xf16>) -> tensor<2xf32>
  %et = amp.constant dense<[1.5, 257.0]> : tensor<2xf32>
  check.expect_eq %t, %et : tensor<2xf32>
  return
}
