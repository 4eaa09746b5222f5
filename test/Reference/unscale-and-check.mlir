// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: amp-run check %s --target=ref
//
// amp.unscale_and_check: looks for infinities before it multiplies by the
// inverse scale; an inverse of one keeps every bit.

func.func @finite_gradients() {
  %g = amp.constant dense<[65536.0, -1.0]> : tensor<2xf32>
  %s = amp.constant dense<65536.0> : tensor<f32>
  %u, %f = amp.unscale_and_check %g, %s : (tensor<2xf32>, tensor<f32>) -> (tensor<2xf32>, tensor<f32>)
  %eu = amp.constant dense<[1.0, -1.52587890625e-05]> : tensor<2xf32>
  %zero = amp.constant dense<0.0> : tensor<f32>
  check.expect_eq %u, %eu : tensor<2xf32>
  check.expect_eq %f, %zero : tensor<f32>
  return
}

func.func @infinities_are_found_and_the_rest_is_unscaled() {
  %g = amp.constant dense<[0xFF80, 4.0]> : tensor<2xbf16>
  %s = amp.constant dense<4.0> : tensor<f32>
  %u, %f = amp.unscale_and_check %g, %s : (tensor<2xbf16>, tensor<f32>) -> (tensor<2xbf16>, tensor<f32>)
  %eu = amp.constant dense<[0xFF80, 1.0]> : tensor<2xbf16>
  %one = amp.constant dense<1.0> : tensor<f32>
  check.expect_eq %u, %eu : tensor<2xbf16>
  check.expect_eq %f, %one : tensor<f32>
  return
}

func.func @overflow_by_unscaling_is_not_found() {
  %g = amp.constant dense<[1.0e30]> : tensor<1xf32>
  %s = amp.constant dense<1.0e-30> : tensor<f32>
  %u, %f = amp.unscale_and_check %g, %s : (tensor<1xf32>, tensor<f32>) -> (tensor<1xf32>, tensor<f32>)
  %eu = amp.constant dense<[0x7F800000]> : tensor<1xf32>
  %zero = amp.constant dense<0.0> : tensor<f32>
  check.expect_eq %u, %eu : tensor<1xf32>
  check.expect_eq %f, %zero : tensor<f32>
  %one = amp.constant dense<1.0> : tensor<f32>
  %v, %fv = amp.unscale_and_check %u, %one : (tensor<1xf32>, tensor<f32>) -> (tensor<1xf32>, tensor<f32>)
  check.expect_eq %v, %u : tensor<1xf32>
  check.expect_eq %fv, %one : tensor<f32>
  return
}
