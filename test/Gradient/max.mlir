// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// amp.max against finite differences, PyTorch and, at ties, its definition.
//
// RUN: gradient-test %s
// RUN: gradient-test %s %S/../Inputs/golden/ops/amax_dim.npz

amp.variable @a : tensor<2x3x2xf64> init(dense<[[[0.96, -0.15], [1.7, -1.26], [0.59, -2.0]], [[2.07, -1.63], [1.33, -0.89], [0.22, -0.52]]]> : tensor<2x3x2xf64>)
func.func @loss() -> tensor<f64> {
  %a = amp.read @a : tensor<2x3x2xf64>
  %r = amp.max %a {axes = array<i64: 0, 2>} : (tensor<2x3x2xf64>) -> tensor<3xf64>
  %rc = amp.constant dense<[-1.9, -1.99, -0.03]> : tensor<3xf64>
  %rw = amp.mul %r, %rc : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
  %rs = amp.sum %rw {axes = array<i64: 0>} : (tensor<3xf64>) -> tensor<f64>
  return %rs : tensor<f64>
}

amp.variable @b : tensor<2x3xf64> init(dense<[[-2.0, 0.22, 2.07], [-0.89, 0.59, -1.26]]> : tensor<2x3xf64>)
func.func @loss_keep() -> tensor<f64> {
  %b = amp.read @b : tensor<2x3xf64>
  %r = amp.max %b {axes = array<i64: 1>, keepdims} : (tensor<2x3xf64>) -> tensor<2x1xf64>
  %rc = amp.constant dense<[[-0.2], [-0.79]]> : tensor<2x1xf64>
  %rw = amp.mul %r, %rc : (tensor<2x1xf64>, tensor<2x1xf64>) -> tensor<2x1xf64>
  %rs = amp.sum %rw {axes = array<i64: 0, 1>} : (tensor<2x1xf64>) -> tensor<f64>
  return %rs : tensor<f64>
}

// Elements that attain the maximum share its gradient.
amp.variable @p : tensor<2x4xf32> init(dense<[[1.0, 3.0, 3.0, 2.0], [5.0, 5.0, 5.0, 5.0]]> : tensor<2x4xf32>) {amp.expected_gradient = dense<[[0.0, 0.5, 0.5, 0.0], [0.25, 0.25, 0.25, 0.25]]> : tensor<2x4xf32>}
func.func @tie() -> tensor<f32> {
  %p = amp.read @p : tensor<2x4xf32>
  %0 = amp.max %p {axes = array<i64: 1>} : (tensor<2x4xf32>) -> tensor<2xf32>
  %1 = amp.sum %0 {axes = array<i64: 0>} : (tensor<2xf32>) -> tensor<f32>
  return %1 : tensor<f32>
}

amp.variable @x : tensor<3x5xf32> init(#amp.zeros)
amp.variable @cot : tensor<3xf32> init(#amp.zeros) {trainable = false}
func.func @golden() -> tensor<f32> {
  %x = amp.read @x : tensor<3x5xf32>
  %cot = amp.read @cot : tensor<3xf32>
  %g = amp.max %x {axes = array<i64: 1>} : (tensor<3x5xf32>) -> tensor<3xf32>
  %gw = amp.mul %g, %cot : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %gs = amp.sum %gw {axes = array<i64: 0>} : (tensor<3xf32>) -> tensor<f32>
  return %gs : tensor<f32>
}
