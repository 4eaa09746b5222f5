// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// amp.var over rows, columns and everything, against finite differences and PyTorch.
//
// RUN: gradient-test %s
// RUN: gradient-test %s %S/../Inputs/golden/ops/var_unbiased.npz

amp.variable @a : tensor<3x4xf64> init(dense<[[-1.4, 1.38, -0.82, -0.19], [2.0, 1.41, 1.9, -0.19], [-0.05, 0.92, -0.08, -0.84]]> : tensor<3x4xf64>)
func.func @loss() -> tensor<f64> {
  %a = amp.read @a : tensor<3x4xf64>
  %r = amp.var %a {axes = array<i64: 1>} : (tensor<3x4xf64>) -> tensor<3xf64>
  %rc = amp.constant dense<[-0.38, -1.41, -0.49]> : tensor<3xf64>
  %rw = amp.mul %r, %rc : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
  %rs = amp.sum %rw {axes = array<i64: 0>} : (tensor<3xf64>) -> tensor<f64>
  return %rs : tensor<f64>
}

amp.variable @b : tensor<3x4xf64> init(dense<[[1.95, 1.84, 0.51, -0.0], [-0.65, -1.64, -0.91, 1.13], [1.47, -0.55, 1.14, 1.1]]> : tensor<3x4xf64>)
func.func @loss_columns() -> tensor<f64> {
  %b = amp.read @b : tensor<3x4xf64>
  %r = amp.var %b {axes = array<i64: 0>, correction = 0.5, keepdims} : (tensor<3x4xf64>) -> tensor<1x4xf64>
  %rc = amp.constant dense<[[0.78, 0.66, 1.04, -0.55]]> : tensor<1x4xf64>
  %rw = amp.mul %r, %rc : (tensor<1x4xf64>, tensor<1x4xf64>) -> tensor<1x4xf64>
  %rs = amp.sum %rw {axes = array<i64: 0, 1>} : (tensor<1x4xf64>) -> tensor<f64>
  return %rs : tensor<f64>
}

amp.variable @c : tensor<2x3x2xf64> init(dense<[[[0.82, -0.88], [-0.06, 1.08], [0.76, -0.82]], [[1.78, 0.6], [0.32, -1.95], [0.19, -1.0]]]> : tensor<2x3x2xf64>)
func.func @loss_all() -> tensor<f64> {
  %c = amp.read @c : tensor<2x3x2xf64>
  %r = amp.var %c {axes = array<i64: 0, 1, 2>, correction = 0.0} : (tensor<2x3x2xf64>) -> tensor<f64>
  return %r : tensor<f64>
}

amp.variable @x : tensor<3x6xf32> init(#amp.zeros)
amp.variable @cot : tensor<3xf32> init(#amp.zeros) {trainable = false}
func.func @golden() -> tensor<f32> {
  %x = amp.read @x : tensor<3x6xf32>
  %cot = amp.read @cot : tensor<3xf32>
  %g = amp.var %x {axes = array<i64: 1>} : (tensor<3x6xf32>) -> tensor<3xf32>
  %gw = amp.mul %g, %cot : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %gs = amp.sum %gw {axes = array<i64: 0>} : (tensor<3xf32>) -> tensor<f32>
  return %gs : tensor<f32>
}
