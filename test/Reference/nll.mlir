// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: amp-run check %s --target=ref
//
// amp.nll: minus the log-probability at the target.

func.func @reductions() {
  %x = amp.constant dense<[[-1.0, -2.0, -3.0], [-0.5, -0.25, -0.125]]> : tensor<2x3xf32>
  %t = amp.constant dense<[2, 0]> : tensor<2xi32>
  %n = amp.nll %x, %t {reduction = #amp.loss_reduction<none>} : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<2xf32>
  %en = amp.constant dense<[3.0, 0.5]> : tensor<2xf32>
  check.expect_eq %n, %en : tensor<2xf32>
  %s = amp.nll %x, %t {reduction = #amp.loss_reduction<sum>} : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<f32>
  %es = amp.constant dense<3.5> : tensor<f32>
  check.expect_eq %s, %es : tensor<f32>
  %m = amp.nll %x, %t : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<f32>
  %em = amp.constant dense<1.75> : tensor<f32>
  check.expect_eq %m, %em : tensor<f32>
  return
}
