// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// amp.scatter_add against finite differences.
//
// RUN: gradient-test %s

amp.variable @a : tensor<2x3x2xf64> init(dense<[[[1.23, -1.42], [1.31, 1.92], [0.63, -0.6]], [[0.19, -1.48], [-1.94, 1.88], [0.6, 0.11]]]> : tensor<2x3x2xf64>)
func.func @loss() -> tensor<f64> {
  %a = amp.read @a : tensor<2x3x2xf64>
  %i = amp.constant dense<[3, 0, 3]> : tensor<3xi64>
  %r = amp.scatter_add %a, %i {axis = 1 : i64} : (tensor<2x3x2xf64>, tensor<3xi64>) -> tensor<2x4x2xf64>
  %rc = amp.constant dense<[[[1.73, -0.26], [1.49, 1.3], [-1.16, -0.99], [-0.83, -1.04]], [[0.35, -0.96], [-0.32, -1.48], [1.64, -0.58], [-0.17, 0.33]]]> : tensor<2x4x2xf64>
  %rw = amp.mul %r, %rc : (tensor<2x4x2xf64>, tensor<2x4x2xf64>) -> tensor<2x4x2xf64>
  %rq = amp.mul %rw, %r : (tensor<2x4x2xf64>, tensor<2x4x2xf64>) -> tensor<2x4x2xf64>
  %rs = amp.sum %rq {axes = array<i64: 0, 1, 2>} : (tensor<2x4x2xf64>) -> tensor<f64>
  return %rs : tensor<f64>
}
