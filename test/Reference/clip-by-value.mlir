// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: amp-run check %s --target=ref
//
// amp.clip_by_value: limits each element, NaN stays NaN.

func.func @special_values() {
  %g = amp.constant dense<[0.5, -3.0, 2.0, 0x7F800000, 0xFF800000, 0x7FC00000, -0.0]> : tensor<7xf32>
  %limit = amp.constant dense<1.5> : tensor<f32>
  %c = amp.clip_by_value %g, %limit : (tensor<7xf32>, tensor<f32>) -> tensor<7xf32>
  %e = amp.constant dense<[0.5, -1.5, 1.5, 1.5, -1.5, 0x7FC00000, -0.0]> : tensor<7xf32>
  check.expect_eq %c, %e : tensor<7xf32>
  return
}

func.func @sixteen_bit_gradients() {
  %g = amp.constant dense<[0.5, -3.0]> : tensor<2xf16>
  %limit = amp.constant dense<0.1> : tensor<f32>
  %c = amp.clip_by_value %g, %limit : (tensor<2xf16>, tensor<f32>) -> tensor<2xf16>
  %e = amp.constant dense<[0.1, -0.1]> : tensor<2xf16>
  check.expect_eq %c, %e : tensor<2xf16>
  return
}
