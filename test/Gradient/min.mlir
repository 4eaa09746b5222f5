// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// amp.min against finite differences and, at ties, its definition.
//
// RUN: gradient-test %s

amp.variable @a : tensor<2x3x2xf64> init(dense<[[[0.23, -0.7], [0.07, 0.22], [1.14, -1.58]], [[0.24, -1.01], [-0.89, 1.09], [0.03, 0.25]]]> : tensor<2x3x2xf64>)
func.func @loss() -> tensor<f64> {
  %a = amp.read @a : tensor<2x3x2xf64>
  %r = amp.min %a {axes = array<i64: 0, 2>} : (tensor<2x3x2xf64>) -> tensor<3xf64>
  %rc = amp.constant dense<[1.04, 1.65, -0.23]> : tensor<3xf64>
  %rw = amp.mul %r, %rc : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
  %rq = amp.mul %rw, %r : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
  %rs = amp.sum %rq {axes = array<i64: 0>} : (tensor<3xf64>) -> tensor<f64>
  return %rs : tensor<f64>
}

// Elements that attain the minimum share its gradient.
amp.variable @p : tensor<2x4xf32> init(dense<[[1.0, 3.0, 1.0, 2.0], [5.0, 5.0, 5.0, 5.0]]> : tensor<2x4xf32>) {amp.expected_gradient = dense<[[0.5, 0.0, 0.5, 0.0], [0.25, 0.25, 0.25, 0.25]]> : tensor<2x4xf32>}
func.func @tie() -> tensor<f32> {
  %p = amp.read @p : tensor<2x4xf32>
  %0 = amp.min %p {axes = array<i64: 1>} : (tensor<2x4xf32>) -> tensor<2xf32>
  %1 = amp.sum %0 {axes = array<i64: 0>} : (tensor<2xf32>) -> tensor<f32>
  return %1 : tensor<f32>
}
