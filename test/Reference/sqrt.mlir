// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: amp-run check %s --target=ref
//
// amp.sqrt: correctly rounded; keeps -0; NaN below 0.

func.func @values() {
  %x = amp.constant dense<[4.0, 2.0, -0.0, -1.0, 1.0e-44, 0x7F800000]> : tensor<6xf32>
  %y = amp.sqrt %x : (tensor<6xf32>) -> tensor<6xf32>
  %e = amp.constant dense<[2.0, 0x3FB504F3, -0.0, 0x7FC00000, 9.904085e-23, 0x7F800000]> : tensor<6xf32>
  check.expect_eq %y, %e : tensor<6xf32>
  return
}

func.func @other_types() {
  %d = amp.constant dense<2.0> : tensor<f64>
  %y = amp.sqrt %d : (tensor<f64>) -> tensor<f64>
  %e = amp.constant dense<0x3FF6A09E667F3BCD> : tensor<f64>
  check.expect_eq %y, %e : tensor<f64>
  %i = amp.constant dense<[9, 2]> : tensor<2xi32>
  %z = amp.sqrt %i : (tensor<2xi32>) -> tensor<2xf32>
  %ez = amp.constant dense<[3.0, 0x3FB504F3]> : tensor<2xf32>
  check.expect_eq %z, %ez : tensor<2xf32>
  return
}
