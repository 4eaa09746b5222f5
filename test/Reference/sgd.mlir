// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: amp-run check %s --target=ref
//
// amp.sgd: plain, momentum, nesterov, decay; a skipped step keeps every bit.

func.func @plain_and_decay() {
  %p = amp.constant dense<[1.0, -2.0]> : tensor<2xf32>
  %g = amp.constant dense<[0.5, 1.0]> : tensor<2xf32>
  %lr = amp.constant dense<0.5> : tensor<f64>
  %no = amp.constant dense<0.0> : tensor<f64>
  %decay = amp.constant dense<0.25> : tensor<f64>
  %go = amp.constant dense<0.0> : tensor<f32>
  %a = amp.sgd %p, %g, %lr, %no, %go : (tensor<2xf32>, tensor<2xf32>, tensor<f64>, tensor<f64>, tensor<f32>) -> tensor<2xf32>
  %ea = amp.constant dense<[0.75, -2.5]> : tensor<2xf32>
  check.expect_eq %a, %ea : tensor<2xf32>
  %b = amp.sgd %p, %g, %lr, %decay, %go : (tensor<2xf32>, tensor<2xf32>, tensor<f64>, tensor<f64>, tensor<f32>) -> tensor<2xf32>
  %eb = amp.constant dense<[0.625, -2.25]> : tensor<2xf32>
  check.expect_eq %b, %eb : tensor<2xf32>
  return
}

func.func @momentum_and_nesterov() {
  %p = amp.constant dense<[1.0]> : tensor<1xf32>
  %g = amp.constant dense<[0.5]> : tensor<1xf32>
  %m = amp.constant dense<[2.0]> : tensor<1xf32>
  %lr = amp.constant dense<1.0> : tensor<f64>
  %no = amp.constant dense<0.0> : tensor<f64>
  %go = amp.constant dense<0.0> : tensor<f32>
  %a, %am = amp.sgd %p, %g, %m, %lr, %no, %go {momentum = 0.5 : f64} : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<f64>, tensor<f64>, tensor<f32>) -> (tensor<1xf32>, tensor<1xf32>)
  %ea = amp.constant dense<[-0.5]> : tensor<1xf32>
  %em = amp.constant dense<[1.5]> : tensor<1xf32>
  check.expect_eq %a, %ea : tensor<1xf32>
  check.expect_eq %am, %em : tensor<1xf32>
  %b, %bm = amp.sgd %p, %g, %m, %lr, %no, %go {momentum = 0.5 : f64, nesterov} : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<f64>, tensor<f64>, tensor<f32>) -> (tensor<1xf32>, tensor<1xf32>)
  %eb = amp.constant dense<[-0.25]> : tensor<1xf32>
  check.expect_eq %b, %eb : tensor<1xf32>
  check.expect_eq %bm, %em : tensor<1xf32>
  return
}

func.func @a_skipped_step_changes_nothing() {
  %p = amp.constant dense<[-0.0, 0x7FC01234]> : tensor<2xf32>
  %g = amp.constant dense<0x7F800000> : tensor<2xf32>
  %m = amp.constant dense<[-0.0, 1.0]> : tensor<2xf32>
  %lr = amp.constant dense<1.0> : tensor<f64>
  %no = amp.constant dense<0.0> : tensor<f64>
  %skip = amp.constant dense<1.0> : tensor<f32>
  %a, %am = amp.sgd %p, %g, %m, %lr, %no, %skip {momentum = 0.5 : f64} : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<f64>, tensor<f64>, tensor<f32>) -> (tensor<2xf32>, tensor<2xf32>)
  check.expect_eq %a, %p : tensor<2xf32>
  check.expect_eq %am, %m : tensor<2xf32>
  return
}
