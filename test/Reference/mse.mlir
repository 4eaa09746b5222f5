// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: amp-run check %s --target=ref
// RUN: amp-run check %s --target=cpu
//
// amp.mse: the three reductions, over every axis; sums do not overflow in 16
// bits; NaN over nothing.

func.func @reductions() {
  %x = amp.constant dense<[[1.0, 2.0], [3.0, 5.0]]> : tensor<2x2xf32>
  %y = amp.constant dense<[[1.0, 0.0], [4.0, 2.0]]> : tensor<2x2xf32>
  %m = amp.mse %x, %y : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<f32>
  %em = amp.constant dense<3.5> : tensor<f32>
  check.expect_eq %m, %em : tensor<f32>
  %s = amp.mse %x, %y {reduction = #amp.loss_reduction<sum>} : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<f32>
  %es = amp.constant dense<14.0> : tensor<f32>
  check.expect_eq %s, %es : tensor<f32>
  %n = amp.mse %x, %y {reduction = #amp.loss_reduction<none>} : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %en = amp.constant dense<[[0.0, 4.0], [1.0, 9.0]]> : tensor<2x2xf32>
  check.expect_eq %n, %en : tensor<2x2xf32>
  return
}

func.func @sums_do_not_overflow_in_sixteen_bits() {
  %x = amp.constant dense<200.0> : tensor<4xf16>
  %y = amp.constant dense<0.0> : tensor<4xf16>
  %m = amp.mse %x, %y : (tensor<4xf16>, tensor<4xf16>) -> tensor<f16>
  %e = amp.constant dense<40000.0> : tensor<f16>
  check.expect_eq %m, %e : tensor<f16>
  return
}

func.func @the_mean_of_nothing_is_nan() {
  %x = amp.constant dense<> : tensor<0x3xf32>
  %m = amp.mse %x, %x : (tensor<0x3xf32>, tensor<0x3xf32>) -> tensor<f32>
  %e = amp.constant dense<0x7FC00000> : tensor<f32>
  check.expect_eq %m, %e : tensor<f32>
  return
}
