// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: amp-run check %s --target=ref
//
// amp.update_scale: back off on an overflow, grow after `interval` steps in a
// row, never to infinity.

func.func @backoff_and_growth() {
  %s = amp.constant dense<1024.0> : tensor<f32>
  %t = amp.constant dense<1> : tensor<i32>
  %growth = amp.constant dense<2.0> : tensor<f64>
  %backoff = amp.constant dense<0.5> : tensor<f64>
  %two = amp.constant dense<2> : tensor<i32>
  %five = amp.constant dense<5> : tensor<i32>
  %clean = amp.constant dense<0.0> : tensor<f32>
  %found = amp.constant dense<1.0> : tensor<f32>
  %none = amp.constant dense<0> : tensor<i32>

  %a, %ta = amp.update_scale %s, %t, %found, %growth, %backoff, %two : (tensor<f32>, tensor<i32>, tensor<f32>, tensor<f64>, tensor<f64>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
  %ea = amp.constant dense<512.0> : tensor<f32>
  check.expect_eq %a, %ea : tensor<f32>
  check.expect_eq %ta, %none : tensor<i32>

  %b, %tb = amp.update_scale %s, %t, %clean, %growth, %backoff, %two : (tensor<f32>, tensor<i32>, tensor<f32>, tensor<f64>, tensor<f64>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
  %eb = amp.constant dense<2048.0> : tensor<f32>
  check.expect_eq %b, %eb : tensor<f32>
  check.expect_eq %tb, %none : tensor<i32>

  %c, %tc = amp.update_scale %s, %t, %clean, %growth, %backoff, %five : (tensor<f32>, tensor<i32>, tensor<f32>, tensor<f64>, tensor<f64>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
  check.expect_eq %c, %s : tensor<f32>
  check.expect_eq %tc, %two : tensor<i32>

  %max = amp.constant dense<3.0e38> : tensor<f32>
  %d, %td = amp.update_scale %max, %t, %clean, %growth, %backoff, %two : (tensor<f32>, tensor<i32>, tensor<f32>, tensor<f64>, tensor<f64>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
  check.expect_eq %d, %max : tensor<f32>
  check.expect_eq %td, %none : tensor<i32>
  return
}
