// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: amp-run check %s --target=ref
//
// amp.adamw: decay shrinks the parameter and leaves the moments alone.

func.func @decay_is_decoupled() {
  %p = amp.constant dense<[8.0]> : tensor<1xf32>
  %g = amp.constant dense<[4.0]> : tensor<1xf32>
  %z = amp.constant dense<0.0> : tensor<1xf32>
  %t0 = amp.constant dense<0> : tensor<i64>
  %lr = amp.constant dense<0.5> : tensor<f64>
  %decay = amp.constant dense<0.5> : tensor<f64>
  %go = amp.constant dense<0.0> : tensor<f32>
  %n, %m, %v, %t = amp.adamw %p, %g, %z, %z, %t0, %lr, %decay, %go {beta1 = 0.5 : f64, beta2 = 0.75 : f64, epsilon = 0.0 : f64} : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<i64>, tensor<f64>, tensor<f64>, tensor<f32>) -> (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<i64>)
  %en = amp.constant dense<[5.5]> : tensor<1xf32>
  %em = amp.constant dense<[2.0]> : tensor<1xf32>
  %ev = amp.constant dense<[4.0]> : tensor<1xf32>
  %et = amp.constant dense<1> : tensor<i64>
  check.expect_eq %n, %en : tensor<1xf32>
  check.expect_eq %m, %em : tensor<1xf32>
  check.expect_eq %v, %ev : tensor<1xf32>
  check.expect_eq %t, %et : tensor<i64>
  return
}
