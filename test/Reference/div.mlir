// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: amp-run check %s --target=ref
//
// amp.div: IEEE division; two integers give f32; one rounding for 16-bit types.

func.func @quotients() {
  %x = amp.constant dense<[1.0, 1.0, -1.0, 0.0, 0x7F800000, 1.0]> : tensor<6xf32>
  %y = amp.constant dense<[3.0, 0.0, 0.0, 0.0, 0x7F800000, 0x7F800000]> : tensor<6xf32>
  %q = amp.div %x, %y : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xf32>
  %e = amp.constant dense<[0x3EAAAAAB, 0x7F800000, 0xFF800000, 0x7FC00000, 0x7FC00000, 0.0]> : tensor<6xf32>
  check.expect_eq %q, %e : tensor<6xf32>
  return
}

func.func @integers_give_f32() {
  %x = amp.constant dense<[7, -7, 1]> : tensor<3xi64>
  %y = amp.constant dense<[2, 2, 0]> : tensor<3xi64>
  %q = amp.div %x, %y : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xf32>
  %e = amp.constant dense<[3.5, -3.5, 0x7F800000]> : tensor<3xf32>
  check.expect_eq %q, %e : tensor<3xf32>
  return
}

func.func @sixteen_bit_quotients_round_once() {
  %x = amp.constant dense<[1.0, 5.9604645e-08]> : tensor<2xf16>
  %y = amp.constant dense<[3.0, 2.0]> : tensor<2xf16>
  %q = amp.div %x, %y : (tensor<2xf16>, tensor<2xf16>) -> tensor<2xf16>
  %e = amp.constant dense<[0x3555, 0.0]> : tensor<2xf16>
  check.expect_eq %q, %e : tensor<2xf16>
  return
}

func.func @rows_divide_by_a_column() {
  %x = amp.constant dense<[[2.0, 4.0], [9.0, 3.0]]> : tensor<2x2xf64>
  %y = amp.constant dense<[[2.0], [3.0]]> : tensor<2x1xf64>
  %q = amp.div %x, %y : (tensor<2x2xf64>, tensor<2x1xf64>) -> tensor<2x2xf64>
  %e = amp.constant dense<[[1.0, 2.0], [3.0, 1.0]]> : tensor<2x2xf64>
  check.expect_eq %q, %e : tensor<2x2xf64>
  return
}
