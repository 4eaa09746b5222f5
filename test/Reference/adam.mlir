// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: amp-run check %s --target=ref
//
// amp.adam: the first step moves by the learning rate, decay goes into the
// gradient, a skipped step keeps moments and step.

func.func @first_step() {
  %p = amp.constant dense<[1.0, 1.0]> : tensor<2xf64>
  %g = amp.constant dense<[4.0, -0.5]> : tensor<2xf64>
  %z = amp.constant dense<0.0> : tensor<2xf64>
  %t0 = amp.constant dense<0> : tensor<i64>
  %lr = amp.constant dense<0.125> : tensor<f64>
  %no = amp.constant dense<0.0> : tensor<f64>
  %go = amp.constant dense<0.0> : tensor<f32>
  %n, %m, %v, %t = amp.adam %p, %g, %z, %z, %t0, %lr, %no, %go {beta1 = 0.5 : f64, beta2 = 0.75 : f64, epsilon = 0.0 : f64} : (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<i64>, tensor<f64>, tensor<f64>, tensor<f32>) -> (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<i64>)
  %en = amp.constant dense<[0.875, 1.125]> : tensor<2xf64>
  %em = amp.constant dense<[2.0, -0.25]> : tensor<2xf64>
  %ev = amp.constant dense<[4.0, 0.0625]> : tensor<2xf64>
  %et = amp.constant dense<1> : tensor<i64>
  check.expect_eq %n, %en : tensor<2xf64>
  check.expect_eq %m, %em : tensor<2xf64>
  check.expect_eq %v, %ev : tensor<2xf64>
  check.expect_eq %t, %et : tensor<i64>
  return
}

func.func @decay_joins_the_gradient() {
  %p = amp.constant dense<[8.0]> : tensor<1xf32>
  %z = amp.constant dense<0.0> : tensor<1xf32>
  %t0 = amp.constant dense<0> : tensor<i64>
  %lr = amp.constant dense<1.0> : tensor<f64>
  %decay = amp.constant dense<0.5> : tensor<f64>
  %go = amp.constant dense<0.0> : tensor<f32>
  %n, %m, %v, %t = amp.adam %p, %z, %z, %z, %t0, %lr, %decay, %go {beta1 = 0.5 : f64, beta2 = 0.75 : f64, epsilon = 0.0 : f64} : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<i64>, tensor<f64>, tensor<f64>, tensor<f32>) -> (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<i64>)
  %en = amp.constant dense<[7.0]> : tensor<1xf32>
  %em = amp.constant dense<[2.0]> : tensor<1xf32>
  check.expect_eq %n, %en : tensor<1xf32>
  check.expect_eq %m, %em : tensor<1xf32>
  return
}

func.func @a_skipped_step_changes_nothing() {
  %p = amp.constant dense<[1.0]> : tensor<1xf32>
  %m0 = amp.constant dense<[2.0]> : tensor<1xf32>
  %v0 = amp.constant dense<[3.0]> : tensor<1xf32>
  %g = amp.constant dense<0x7FC00000> : tensor<1xf32>
  %t0 = amp.constant dense<4> : tensor<i64>
  %lr = amp.constant dense<1.0> : tensor<f64>
  %skip = amp.constant dense<1.0> : tensor<f32>
  %n, %m, %v, %t = amp.adam %p, %g, %m0, %v0, %t0, %lr, %lr, %skip : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<i64>, tensor<f64>, tensor<f64>, tensor<f32>) -> (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<i64>)
  check.expect_eq %n, %p : tensor<1xf32>
  check.expect_eq %m, %m0 : tensor<1xf32>
  check.expect_eq %v, %v0 : tensor<1xf32>
  check.expect_eq %t, %t0 : tensor<i64>
  return
}
