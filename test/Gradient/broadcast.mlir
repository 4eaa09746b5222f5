// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// amp.broadcast, also to a higher rank, against finite differences.
//
// RUN: gradient-test %s

amp.variable @a : tensor<3x1xf64> init(dense<[[-0.94], [1.56], [-1.56]]> : tensor<3x1xf64>)
func.func @loss() -> tensor<f64> {
  %a = amp.read @a : tensor<3x1xf64>
  %r = amp.broadcast %a : (tensor<3x1xf64>) -> tensor<2x3x2xf64>
  %rc = amp.constant dense<[[[0.49, 0.44], [1.59, -0.06], [1.64, -1.77]], [[0.38, 1.69], [-1.78, -1.91], [0.38, -0.34]]]> : tensor<2x3x2xf64>
  %rw = amp.mul %r, %rc : (tensor<2x3x2xf64>, tensor<2x3x2xf64>) -> tensor<2x3x2xf64>
  %rs = amp.sum %rw {axes = array<i64: 0, 1, 2>} : (tensor<2x3x2xf64>) -> tensor<f64>
  return %rs : tensor<f64>
}

amp.variable @b : tensor<f64> init(dense<0.84> : tensor<f64>)
func.func @loss_scalar() -> tensor<f64> {
  %b = amp.read @b : tensor<f64>
  %r = amp.broadcast %b : (tensor<f64>) -> tensor<2x2xf64>
  %rc = amp.constant dense<[[-1.26, -0.2], [0.85, -0.74]]> : tensor<2x2xf64>
  %rw = amp.mul %r, %rc : (tensor<2x2xf64>, tensor<2x2xf64>) -> tensor<2x2xf64>
  %rs = amp.sum %rw {axes = array<i64: 0, 1>} : (tensor<2x2xf64>) -> tensor<f64>
  return %rs : tensor<f64>
}
