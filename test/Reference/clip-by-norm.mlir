// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: amp-run check %s --target=ref
//
// amp.clip_by_norm: the norm of the norms, NaN and infinity through the formula.

func.func @several_gradients() {
  %a = amp.constant dense<[3.0, 4.0]> : tensor<2xf64>
  %b = amp.constant dense<[[12.0]]> : tensor<1x1xf64>
  %max = amp.constant dense<6.5> : tensor<f64>
  %ca, %cb, %n = amp.clip_by_norm %a, %b, %max : (tensor<2xf64>, tensor<1x1xf64>, tensor<f64>) -> (tensor<2xf64>, tensor<1x1xf64>, tensor<f64>)
  %ea = amp.constant dense<[1.5, 2.0]> : tensor<2xf64>
  %eb = amp.constant dense<[[6.0]]> : tensor<1x1xf64>
  %en = amp.constant dense<13.0> : tensor<f64>
  check.expect_close %ca, %ea {relative = 1.0e-7} : tensor<2xf64>
  check.expect_close %cb, %eb {relative = 1.0e-7} : tensor<1x1xf64>
  check.expect_eq %n, %en : tensor<f64>
  return
}

func.func @gradients_below_the_limit_and_empty_ones_stay() {
  %a = amp.constant dense<[3.0, 4.0]> : tensor<2xf32>
  %b = amp.constant dense<> : tensor<0xf32>
  %max = amp.constant dense<6.0> : tensor<f32>
  %ca, %cb, %n = amp.clip_by_norm %a, %b, %max : (tensor<2xf32>, tensor<0xf32>, tensor<f32>) -> (tensor<2xf32>, tensor<0xf32>, tensor<f32>)
  %en = amp.constant dense<5.0> : tensor<f32>
  check.expect_eq %ca, %a : tensor<2xf32>
  check.expect_eq %n, %en : tensor<f32>
  return
}

func.func @infinite_norms() {
  %a = amp.constant dense<[1.0e20, 0x7F800000]> : tensor<2xf32>
  %max = amp.constant dense<1.0> : tensor<f32>
  %c, %n = amp.clip_by_norm %a, %max : (tensor<2xf32>, tensor<f32>) -> (tensor<2xf32>, tensor<f32>)
  %ec = amp.constant dense<[0.0, 0x7FC00000]> : tensor<2xf32>
  %en = amp.constant dense<0x7F800000> : tensor<f32>
  check.expect_eq %c, %ec : tensor<2xf32>
  check.expect_eq %n, %en : tensor<f32>
  return
}
