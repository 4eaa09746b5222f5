// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// amp.scatter_add_elements against finite differences.
//
// RUN: gradient-test %s

amp.variable @a : tensor<2x3xf64> init(dense<[[1.62, -0.32, 1.67], [0.01, 0.13, 0.09]]> : tensor<2x3xf64>)
func.func @loss() -> tensor<f64> {
  %a = amp.read @a : tensor<2x3xf64>
  %i = amp.constant dense<[[3, 0, 3], [1, 1, 1]]> : tensor<2x3xi64>
  %r = amp.scatter_add_elements %a, %i {axis = 1 : i64} : (tensor<2x3xf64>, tensor<2x3xi64>) -> tensor<2x4xf64>
  %rc = amp.constant dense<[[-1.93, -0.24, -1.27, -1.98], [1.2, -1.31, -0.11, 0.9]]> : tensor<2x4xf64>
  %rw = amp.mul %r, %rc : (tensor<2x4xf64>, tensor<2x4xf64>) -> tensor<2x4xf64>
  %rq = amp.mul %rw, %r : (tensor<2x4xf64>, tensor<2x4xf64>) -> tensor<2x4xf64>
  %rs = amp.sum %rq {axes = array<i64: 0, 1>} : (tensor<2x4xf64>) -> tensor<f64>
  return %rs : tensor<f64>
}
