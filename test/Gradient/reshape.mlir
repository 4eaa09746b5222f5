// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// amp.reshape against finite differences.
//
// RUN: gradient-test %s

amp.variable @a : tensor<2x3xf64> init(dense<[[-0.96, 1.16, -2.0], [0.15, 1.99, -0.89]]> : tensor<2x3xf64>)
func.func @loss() -> tensor<f64> {
  %a = amp.read @a : tensor<2x3xf64>
  %r = amp.reshape %a : (tensor<2x3xf64>) -> tensor<3x2x1xf64>
  %rc = amp.constant dense<[[[-0.73], [1.36]], [[-1.03], [0.11]], [[0.19], [-1.88]]]> : tensor<3x2x1xf64>
  %rw = amp.mul %r, %rc : (tensor<3x2x1xf64>, tensor<3x2x1xf64>) -> tensor<3x2x1xf64>
  %rs = amp.sum %rw {axes = array<i64: 0, 1, 2>} : (tensor<3x2x1xf64>) -> tensor<f64>
  return %rs : tensor<f64>
}
