// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: amp-run check %s --target=ref
//
// amp.exp: right to the last place, subnormal results kept, one rounding for
// 16-bit types.

func.func @values() {
  %x = amp.constant dense<[0.0, 1.0, -88.0, -103.0, -104.0, 88.722831, 89.0, 0xFF800000, 0x7FC00000]> : tensor<9xf32>
  %y = amp.exp %x : (tensor<9xf32>) -> tensor<9xf32>
  %e = amp.constant dense<[1.0, 2.71828183, 6.0546015e-39, 1.4e-45, 0.0, 3.402798519021476e+38, 0x7F800000, 0.0, 0x7FC00000]> : tensor<9xf32>
  check.expect_close %y, %e {ulps = 1 : i64} : tensor<9xf32>
  return
}

func.func @sixteen_bit_types_and_integers() {
  %h = amp.constant dense<[11.0, 11.2, -17.0]> : tensor<3xf16>
  %y = amp.exp %h : (tensor<3xf16>) -> tensor<3xf16>
  %e = amp.constant dense<[59872.0, 0x7C00, 5.9604645e-08]> : tensor<3xf16>
  check.expect_eq %y, %e : tensor<3xf16>
  %i = amp.constant dense<[0, 1]> : tensor<2xi64>
  %z = amp.exp %i : (tensor<2xi64>) -> tensor<2xf32>
  %ez = amp.constant dense<[1.0, 2.71828183]> : tensor<2xf32>
  check.expect_eq %z, %ez : tensor<2xf32>
  return
}
