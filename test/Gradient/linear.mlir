// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// amp.linear, with and without bias, against finite differences and PyTorch.
//
// RUN: gradient-test %s
// RUN: gradient-test %s %S/../Inputs/golden/ops/linear_bias.npz

amp.variable @a : tensor<2x3xf64> init(dense<[[-1.13, -1.27, -0.66], [-1.66, -0.88, 0.62]]> : tensor<2x3xf64>)
amp.variable @v : tensor<4x3xf64> init(dense<[[-1.01, 1.1, -1.64], [1.27, -1.42, 0.35], [-0.42, -0.8, 0.52], [-1.66, 1.83, 1.41]]> : tensor<4x3xf64>)
amp.variable @c : tensor<4xf64> init(dense<[-1.38, 1.57, 1.14, 0.39]> : tensor<4xf64>)
func.func @loss() -> tensor<f64> {
  %a = amp.read @a : tensor<2x3xf64>
  %v = amp.read @v : tensor<4x3xf64>
  %c = amp.read @c : tensor<4xf64>
  %r = amp.linear %a, %v, %c : (tensor<2x3xf64>, tensor<4x3xf64>, tensor<4xf64>) -> tensor<2x4xf64>
  %rc = amp.constant dense<[[1.06, 0.88, -0.02, -0.86], [0.47, -1.42, 1.3, 0.86]]> : tensor<2x4xf64>
  %rw = amp.mul %r, %rc : (tensor<2x4xf64>, tensor<2x4xf64>) -> tensor<2x4xf64>
  %rs = amp.sum %rw {axes = array<i64: 0, 1>} : (tensor<2x4xf64>) -> tensor<f64>
  return %rs : tensor<f64>
}

amp.variable @d : tensor<2x3xf64> init(dense<[[0.05, -0.28, 0.8], [0.02, 1.64, 1.01]]> : tensor<2x3xf64>)
amp.variable @u : tensor<4x3xf64> init(dense<[[0.27, 1.25, -1.94], [0.75, 1.19, 0.84], [1.82, 0.57, -1.66], [-1.83, 0.55, 1.84]]> : tensor<4x3xf64>)
func.func @loss_no_bias() -> tensor<f64> {
  %d = amp.read @d : tensor<2x3xf64>
  %u = amp.read @u : tensor<4x3xf64>
  %r = amp.linear %d, %u : (tensor<2x3xf64>, tensor<4x3xf64>) -> tensor<2x4xf64>
  %rc = amp.constant dense<[[-0.49, -0.19, -1.8, -1.92], [0.13, -1.02, -0.94, -0.17]]> : tensor<2x4xf64>
  %rw = amp.mul %r, %rc : (tensor<2x4xf64>, tensor<2x4xf64>) -> tensor<2x4xf64>
  %rs = amp.sum %rw {axes = array<i64: 0, 1>} : (tensor<2x4xf64>) -> tensor<f64>
  return %rs : tensor<f64>
}

amp.variable @e : tensor<2x2x3xf64> init(dense<[[[0.4, -1.1, 0.3], [1.2, 0.7, -0.6]], [[-0.2, 0.9, 1.3], [0.8, -0.5, 0.1]]]> : tensor<2x2x3xf64>)
amp.variable @f : tensor<3xf64> init(dense<[0.6, -0.3, 1.4]> : tensor<3xf64>)
func.func @loss_of_any_rank() -> tensor<f64> {
  %e = amp.read @e : tensor<2x2x3xf64>
  %f = amp.read @f : tensor<3xf64>
  %v = amp.read @v : tensor<4x3xf64>
  %c = amp.read @c : tensor<4xf64>
  %0 = amp.linear %e, %v, %c : (tensor<2x2x3xf64>, tensor<4x3xf64>, tensor<4xf64>) -> tensor<2x2x4xf64>
  %1 = amp.linear %f, %v, %c : (tensor<3xf64>, tensor<4x3xf64>, tensor<4xf64>) -> tensor<4xf64>
  %2 = amp.mul %0, %1 : (tensor<2x2x4xf64>, tensor<4xf64>) -> tensor<2x2x4xf64>
  %w = amp.constant dense<[[[1.06, 0.88, -0.02, -0.86], [0.47, -1.42, 1.3, 0.86]], [[0.3, -0.7, 1.1, 0.4], [-0.6, 0.9, 0.2, -1.2]]]> : tensor<2x2x4xf64>
  %3 = amp.mul %2, %w : (tensor<2x2x4xf64>, tensor<2x2x4xf64>) -> tensor<2x2x4xf64>
  %s = amp.sum %3 {axes = array<i64: 0, 1, 2>} : (tensor<2x2x4xf64>) -> tensor<f64>
  return %s : tensor<f64>
}

amp.variable @x : tensor<4x5xf32> init(#amp.zeros)
amp.variable @w : tensor<3x5xf32> init(#amp.zeros)
amp.variable @b : tensor<3xf32> init(#amp.zeros)
amp.variable @cot : tensor<4x3xf32> init(#amp.zeros) {trainable = false}
func.func @golden() -> tensor<f32> {
  %x = amp.read @x : tensor<4x5xf32>
  %w = amp.read @w : tensor<3x5xf32>
  %b = amp.read @b : tensor<3xf32>
  %cot = amp.read @cot : tensor<4x3xf32>
  %g = amp.linear %x, %w, %b : (tensor<4x5xf32>, tensor<3x5xf32>, tensor<3xf32>) -> tensor<4x3xf32>
  %gw = amp.mul %g, %cot : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
  %gs = amp.sum %gw {axes = array<i64: 0, 1>} : (tensor<4x3xf32>) -> tensor<f32>
  return %gs : tensor<f32>
}
