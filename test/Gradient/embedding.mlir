// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// amp.embedding against finite differences and PyTorch, and the gradient of the
// row that pads, which is 0.
//
// RUN: gradient-test %s
// RUN: gradient-test %s %S/../Inputs/golden/ops/embedding.npz

amp.variable @a : tensor<5x3xf64> init(dense<[[-1.21, -1.18, 0.5], [1.6, 1.36, -0.08], [0.61, 1.2, -1.66], [0.64, 1.64, 1.13], [1.0, -0.09, -1.29]]> : tensor<5x3xf64>)
func.func @loss() -> tensor<f64> {
  %a = amp.read @a : tensor<5x3xf64>
  %i = amp.constant dense<[[4, 1], [4, 0]]> : tensor<2x2xi64>
  %r = amp.embedding %a, %i : (tensor<5x3xf64>, tensor<2x2xi64>) -> tensor<2x2x3xf64>
  %rc = amp.constant dense<[[[1.16, -0.67, 1.2], [1.89, -0.42, -0.39]], [[1.79, 0.9, -1.32], [-1.49, -1.4, 1.62]]]> : tensor<2x2x3xf64>
  %rw = amp.mul %r, %rc : (tensor<2x2x3xf64>, tensor<2x2x3xf64>) -> tensor<2x2x3xf64>
  %rq = amp.mul %rw, %r : (tensor<2x2x3xf64>, tensor<2x2x3xf64>) -> tensor<2x2x3xf64>
  %rs = amp.sum %rq {axes = array<i64: 0, 1, 2>} : (tensor<2x2x3xf64>) -> tensor<f64>
  return %rs : tensor<f64>
}

amp.variable @p : tensor<3x2xf32> init(dense<1.0> : tensor<3x2xf32>) {amp.expected_gradient = dense<[[0.0, 0.0], [2.0, 2.0], [1.0, 1.0]]> : tensor<3x2xf32>}
func.func @padding() -> tensor<f32> {
  %p = amp.read @p : tensor<3x2xf32>
  %i = amp.constant dense<[0, 1, 2, 1, 0]> : tensor<5xi32>
  %0 = amp.embedding %p, %i {padding_index = 0 : i64} : (tensor<3x2xf32>, tensor<5xi32>) -> tensor<5x2xf32>
  %1 = amp.sum %0 {axes = array<i64: 0, 1>} : (tensor<5x2xf32>) -> tensor<f32>
  return %1 : tensor<f32>
}

amp.variable @w : tensor<7x4xf32> init(#amp.zeros)
amp.variable @i : tensor<2x3xi64> init(#amp.zeros) {trainable = false}
amp.variable @cot : tensor<2x3x4xf32> init(#amp.zeros) {trainable = false}
func.func @golden() -> tensor<f32> {
  %w = amp.read @w : tensor<7x4xf32>
  %i = amp.read @i : tensor<2x3xi64>
  %cot = amp.read @cot : tensor<2x3x4xf32>
  %g = amp.embedding %w, %i : (tensor<7x4xf32>, tensor<2x3xi64>) -> tensor<2x3x4xf32>
  %gw = amp.mul %g, %cot : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  %gs = amp.sum %gw {axes = array<i64: 0, 1, 2>} : (tensor<2x3x4xf32>) -> tensor<f32>
  return %gs : tensor<f32>
}
