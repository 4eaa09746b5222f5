// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// amp.layer_norm: gradients of input, weight and bias against finite differences
// and PyTorch, with and without weight and bias, over one axis and several.
//
// RUN: gradient-test %s
// RUN: gradient-test %s %S/../Inputs/golden/ops/layer_norm.npz

amp.variable @a : tensor<3x4xf64> init(dense<[[0.69, -0.15, 1.27, 0.59], [1.19, -0.61, 0.58, 0.95], [1.31, -0.6, 1.37, 1.48]]> : tensor<3x4xf64>)
amp.variable @wa : tensor<4xf64> init(dense<[0.75, 1.9, 1.83, 0.07]> : tensor<4xf64>)
amp.variable @ba : tensor<4xf64> init(dense<[0.12, -1.34, 1.35, 1.75]> : tensor<4xf64>)
func.func @loss() -> tensor<f64> {
  %a = amp.read @a : tensor<3x4xf64>
  %wa = amp.read @wa : tensor<4xf64>
  %ba = amp.read @ba : tensor<4xf64>
  %r = amp.layer_norm %a, %wa, %ba {axis = 1} : (tensor<3x4xf64>, tensor<4xf64>, tensor<4xf64>) -> tensor<3x4xf64>
  %rc = amp.constant dense<[[-0.09, 0.77, 0.88, 0.92], [-1.31, 1.12, 0.32, 0.66], [-0.32, 0.49, 1.1, 0.55]]> : tensor<3x4xf64>
  %rw = amp.mul %r, %rc : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
  %rs = amp.sum %rw {axes = array<i64: 0, 1>} : (tensor<3x4xf64>) -> tensor<f64>
  return %rs : tensor<f64>
}

amp.variable @d : tensor<2x2x3xf64> init(dense<[[[0.88, -1.89, -1.36], [-0.24, 0.6, -1.12]], [[0.74, 0.52, -1.83], [-0.11, -1.1, -1.78]]]> : tensor<2x2x3xf64>)
amp.variable @wd : tensor<2x3xf64> init(dense<[[-1.47, -0.73, -1.27], [-1.23, -1.86, -0.14]]> : tensor<2x3xf64>)
func.func @loss_weight() -> tensor<f64> {
  %d = amp.read @d : tensor<2x2x3xf64>
  %wd = amp.read @wd : tensor<2x3xf64>
  %r = amp.layer_norm %d, %wd {axis = 1, epsilon = 0.1} : (tensor<2x2x3xf64>, tensor<2x3xf64>) -> tensor<2x2x3xf64>
  %rc = amp.constant dense<[[[-0.48, 0.45, 0.36], [-1.05, 1.61, -2.0]], [[-0.38, -0.89, -0.36], [-1.54, 1.33, -0.5]]]> : tensor<2x2x3xf64>
  %rw = amp.mul %r, %rc : (tensor<2x2x3xf64>, tensor<2x2x3xf64>) -> tensor<2x2x3xf64>
  %rs = amp.sum %rw {axes = array<i64: 0, 1, 2>} : (tensor<2x2x3xf64>) -> tensor<f64>
  return %rs : tensor<f64>
}

amp.variable @c : tensor<2x3xf64> init(dense<[[-1.86, 0.45, -1.62], [0.18, -0.64, 0.32]]> : tensor<2x3xf64>)
func.func @loss_plain() -> tensor<f64> {
  %c = amp.read @c : tensor<2x3xf64>
  %r = amp.layer_norm %c {axis = 0} : (tensor<2x3xf64>) -> tensor<2x3xf64>
  %rc = amp.constant dense<[[1.83, 1.27, -0.32], [1.25, 0.57, -0.52]]> : tensor<2x3xf64>
  %rw = amp.mul %r, %rc : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
  %rs = amp.sum %rw {axes = array<i64: 0, 1>} : (tensor<2x3xf64>) -> tensor<f64>
  return %rs : tensor<f64>
}

amp.variable @x : tensor<3x4x6xf32> init(#amp.zeros)
amp.variable @w : tensor<6xf32> init(#amp.zeros)
amp.variable @b : tensor<6xf32> init(#amp.zeros)
amp.variable @cot : tensor<3x4x6xf32> init(#amp.zeros) {trainable = false}
func.func @golden() -> tensor<f32> {
  %x = amp.read @x : tensor<3x4x6xf32>
  %w = amp.read @w : tensor<6xf32>
  %b = amp.read @b : tensor<6xf32>
  %cot = amp.read @cot : tensor<3x4x6xf32>
  %g = amp.layer_norm %x, %w, %b {axis = 2} : (tensor<3x4x6xf32>, tensor<6xf32>, tensor<6xf32>) -> tensor<3x4x6xf32>
  %gw = amp.mul %g, %cot : (tensor<3x4x6xf32>, tensor<3x4x6xf32>) -> tensor<3x4x6xf32>
  %gs = amp.sum %gw {axes = array<i64: 0, 1, 2>} : (tensor<3x4x6xf32>) -> tensor<f32>
  return %gs : tensor<f32>
}
