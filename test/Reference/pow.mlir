// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: amp-run check %s --target=ref
//
// amp.pow: C's pow in f64, rounded once to the result type.

func.func @special_cases() {
  %x = amp.constant dense<[2.0, -2.0, -2.0, 0.0, 0x7FC00000, 1.0, 0.0]> : tensor<7xf32>
  %y = amp.constant dense<[10.0, 3.0, 0.5, 0.0, 0.0, 0x7FC00000, -1.0]> : tensor<7xf32>
  %p = amp.pow %x, %y : (tensor<7xf32>, tensor<7xf32>) -> tensor<7xf32>
  %e = amp.constant dense<[1024.0, -8.0, 0x7FC00000, 1.0, 1.0, 1.0, 0x7F800000]> : tensor<7xf32>
  check.expect_eq %p, %e : tensor<7xf32>
  return
}

func.func @bias_correction_of_adam() {
  %x = amp.constant dense<0.999> : tensor<f64>
  %y = amp.constant dense<3.0> : tensor<f64>
  %p = amp.pow %x, %y : (tensor<f64>, tensor<f64>) -> tensor<f64>
  %e = amp.constant dense<0.997002999> : tensor<f64>
  check.expect_close %p, %e {ulps = 1 : i64} : tensor<f64>
  return
}

func.func @integers_give_f32_and_exponents_broadcast() {
  %x = amp.constant dense<[2, 3]> : tensor<2xi32>
  %y = amp.constant dense<-1> : tensor<i32>
  %p = amp.pow %x, %y : (tensor<2xi32>, tensor<i32>) -> tensor<2xf32>
  %e = amp.constant dense<[0.5, 0x3EAAAAAB]> : tensor<2xf32>
  check.expect_eq %p, %e : tensor<2xf32>
  %h = amp.constant dense<[4.0, 300.0]> : tensor<2xf16>
  %two = amp.constant dense<2.0> : tensor<f64>
  %q = amp.pow %h, %two : (tensor<2xf16>, tensor<f64>) -> tensor<2xf16>
  %eq = amp.constant dense<[16.0, 0x7C00]> : tensor<2xf16>
  check.expect_eq %q, %eq : tensor<2xf16>
  return
}
