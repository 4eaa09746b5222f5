// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: amp-run check %s --target=ref
//
// amp.log: poles, subnormal operands, one rounding for 16-bit types.

func.func @values() {
  %x = amp.constant dense<[1.0, 2.71828183, 0.0, -0.0, -1.0, 1.0e-40, 0x7F800000]> : tensor<7xf32>
  %y = amp.log %x : (tensor<7xf32>) -> tensor<7xf32>
  %e = amp.constant dense<[0.0, 1.0, 0xFF800000, 0xFF800000, 0x7FC00000, -92.1034, 0x7F800000]> : tensor<7xf32>
  check.expect_close %y, %e {ulps = 1 : i64} : tensor<7xf32>
  return
}

func.func @sixteen_bit_types_and_integers() {
  %h = amp.constant dense<[5.9604645e-08, 65504.0]> : tensor<2xf16>
  %y = amp.log %h : (tensor<2xf16>) -> tensor<2xf16>
  %e = amp.constant dense<[-16.64, 11.09]> : tensor<2xf16>
  check.expect_eq %y, %e : tensor<2xf16>
  %i = amp.constant dense<10> : tensor<i32>
  %z = amp.log %i : (tensor<i32>) -> tensor<f32>
  %ez = amp.constant dense<2.3025851> : tensor<f32>
  check.expect_eq %z, %ez : tensor<f32>
  return
}
