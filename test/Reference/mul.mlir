// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: amp-run check %s --target=ref
//
// amp.mul: one rounding for 16-bit types, wrap-around, special values.

func.func @products() {
  %x = amp.constant dense<[3.0, 0.0, 0.0, -0.0, 1.0e-40, 3.0e38]> : tensor<6xf32>
  %y = amp.constant dense<[-5.0, 0x7F800000, -1.0, -1.0, 0.5, 10.0]> : tensor<6xf32>
  %p = amp.mul %x, %y : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xf32>
  %e = amp.constant dense<[-15.0, 0x7FC00000, -0.0, 0.0, 5.0e-41, 0x7F800000]> : tensor<6xf32>
  check.expect_eq %p, %e : tensor<6xf32>
  return
}

func.func @sixteen_bit_products_round_once() {

  %x = amp.constant dense<[3.0078125, 1.0e-3]> : tensor<2xbf16>
  %p = amp.mul %x, %x : (tensor<2xbf16>, tensor<2xbf16>) -> tensor<2xbf16>
  %w = amp.cast %x : (tensor<2xbf16>) -> tensor<2xf32>
  %q = amp.mul %w, %w : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %e = amp.cast %q : (tensor<2xf32>) -> tensor<2xbf16>
  check.expect_eq %p, %e : tensor<2xbf16>
  %h = amp.constant dense<[256.0, 6.1035156e-05]> : tensor<2xf16>
  %k = amp.mul %h, %h : (tensor<2xf16>, tensor<2xf16>) -> tensor<2xf16>
  %ek = amp.constant dense<[0x7C00, 0.0]> : tensor<2xf16>
  check.expect_eq %k, %ek : tensor<2xf16>
  return
}

func.func @a_literal_keeps_the_tensor_type() {
  // D32.
  %x = amp.constant dense<[1.5, -0.25]> : tensor<2xf16>
  %two = amp.constant dense<2.0> : tensor<f32>
  %p = amp.mul %x, %two : (tensor<2xf16>, tensor<f32>) -> tensor<2xf16>
  %e = amp.constant dense<[3.0, -0.5]> : tensor<2xf16>
  check.expect_eq %p, %e : tensor<2xf16>
  return
}

func.func @integers_wrap_around() {
  %x = amp.constant dense<[65536, -3]> : tensor<2xi32>
  %y = amp.constant dense<[65537, 7]> : tensor<2xi32>
  %p = amp.mul %x, %y : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  %e = amp.constant dense<[65536, -21]> : tensor<2xi32>
  check.expect_eq %p, %e : tensor<2xi32>
  return
}
