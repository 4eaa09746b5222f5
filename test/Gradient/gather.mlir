// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// amp.gather along an inner axis, by a matrix of indices and by a single one,
// against finite differences.
//
// RUN: gradient-test %s

amp.variable @a : tensor<2x4x3xf64> init(dense<[[[0.27, 1.81, 0.76], [0.06, 0.47, 0.7], [-1.78, 1.6, 1.12], [1.5, 1.19, -0.43]], [[-0.4, -1.59, 0.54], [-1.75, -1.73, -1.16], [-1.35, -0.64, -1.79], [-2.0, -1.39, -1.59]]]> : tensor<2x4x3xf64>)
func.func @loss() -> tensor<f64> {
  %a = amp.read @a : tensor<2x4x3xf64>
  %i = amp.constant dense<[[3, 0], [3, 1]]> : tensor<2x2xi64>
  %r = amp.gather %a, %i {axis = 1 : i64} : (tensor<2x4x3xf64>, tensor<2x2xi64>) -> tensor<2x2x2x3xf64>
  %rc = amp.constant dense<[[[[-0.55, -1.9, 1.5], [0.46, -1.41, -0.99]], [[-0.61, -0.54, -1.51], [1.4, 1.97, -0.14]]], [[[-0.06, -1.66, -1.59], [-0.63, -0.94, 1.32]], [[-1.35, -1.91, 1.8], [0.11, -1.41, 0.17]]]]> : tensor<2x2x2x3xf64>
  %rw = amp.mul %r, %rc : (tensor<2x2x2x3xf64>, tensor<2x2x2x3xf64>) -> tensor<2x2x2x3xf64>
  %rq = amp.mul %rw, %r : (tensor<2x2x2x3xf64>, tensor<2x2x2x3xf64>) -> tensor<2x2x2x3xf64>
  %rs = amp.sum %rq {axes = array<i64: 0, 1, 2, 3>} : (tensor<2x2x2x3xf64>) -> tensor<f64>
  return %rs : tensor<f64>
}

amp.variable @b : tensor<4x3xf64> init(dense<[[-1.89, 0.11, 1.91], [1.45, 0.78, -0.96], [-0.53, -1.33, 1.09], [0.13, 1.12, -0.68]]> : tensor<4x3xf64>)
func.func @loss_one() -> tensor<f64> {
  %b = amp.read @b : tensor<4x3xf64>
  %i = amp.constant dense<2> : tensor<i32>
  %r = amp.gather %b, %i {axis = 0 : i64} : (tensor<4x3xf64>, tensor<i32>) -> tensor<3xf64>
  %rc = amp.constant dense<[-1.11, 1.25, 1.94]> : tensor<3xf64>
  %rw = amp.mul %r, %rc : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
  %rq = amp.mul %rw, %r : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
  %rs = amp.sum %rq {axes = array<i64: 0>} : (tensor<3xf64>) -> tensor<f64>
  return %rs : tensor<f64>
}
