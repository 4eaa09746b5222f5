// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// amp.dropout against finite differences: the backward draws the mask of the
// forward again. A second op with another number has another mask.
//
// RUN: gradient-test %s

amp.variable @x : tensor<4x5xf64> init(dense<[[0.49, 0.97, 1.18, 1.77, 0.96], [1.69, -1.88, -0.14, 1.77, 0.60], [1.60, -1.55, -0.12, -1.01, 0.18], [0.30, -1.95, -1.13, -0.88, 1.67]]> : tensor<4x5xf64>)
func.func @loss_two_masks() -> tensor<f64> {
  %x = amp.read @x : tensor<4x5xf64>
  %seed = amp.constant dense<42> : tensor<i64>
  %counter = amp.constant dense<3> : tensor<i64>
  %d = amp.dropout %x, %seed, %counter {p = 0.4 : f64, number = 0 : i64} : (tensor<4x5xf64>, tensor<i64>, tensor<i64>) -> tensor<4x5xf64>
  %e = amp.dropout %x, %seed, %counter {p = 0.3 : f64, number = 1 : i64} : (tensor<4x5xf64>, tensor<i64>, tensor<i64>) -> tensor<4x5xf64>
  %m = amp.mul %d, %e : (tensor<4x5xf64>, tensor<4x5xf64>) -> tensor<4x5xf64>
  %a = amp.add %m, %d : (tensor<4x5xf64>, tensor<4x5xf64>) -> tensor<4x5xf64>
  %c = amp.constant dense<[[1.06, -1.36, 1.19, -1.44, 0.47], [-1.49, -1.99, 1.49, -1.16, -1.14], [1.93, 1.49, -0.84, 1.85, 0.16], [0.71, -1.18, 1.76, 0.76, 1.87]]> : tensor<4x5xf64>
  %w = amp.mul %a, %c : (tensor<4x5xf64>, tensor<4x5xf64>) -> tensor<4x5xf64>
  %s = amp.sum %w {axes = array<i64: 0, 1>} : (tensor<4x5xf64>) -> tensor<f64>
  return %s : tensor<f64>
}

amp.variable @y : tensor<6xf64> init(dense<[1.57, -0.80, -0.56, -1.34, -1.42, -1.74]> : tensor<6xf64>)
func.func @loss_evaluation() -> tensor<f64> {
  %y = amp.read @y : tensor<6xf64>
  %d = amp.dropout %y {p = 0.4 : f64} : (tensor<6xf64>) -> tensor<6xf64>
  %m = amp.mul %d, %d : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xf64>
  %s = amp.sum %m {axes = array<i64: 0>} : (tensor<6xf64>) -> tensor<f64>
  return %s : tensor<f64>
}
