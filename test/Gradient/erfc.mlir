// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// amp.erfc against finite differences.
// d erfc(x) = -2/sqrt(pi) exp(-x^2) dx.
//
// RUN: gradient-test %s

amp.variable @a : tensor<2x3xf64> init(dense<[[-1.64, -0.64, 0.44], [1.67, -0.64, 1.7]]> : tensor<2x3xf64>)
func.func @loss() -> tensor<f64> {
  %a = amp.read @a : tensor<2x3xf64>
  %r = amp.erfc %a : (tensor<2x3xf64>) -> tensor<2x3xf64>
  %rc = amp.constant dense<[[0.18, -0.75, -0.73], [-1.29, -1.69, -1.4]]> : tensor<2x3xf64>
  %rw = amp.mul %r, %rc : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
  %rs = amp.sum %rw {axes = array<i64: 0, 1>} : (tensor<2x3xf64>) -> tensor<f64>
  return %rs : tensor<f64>
}
