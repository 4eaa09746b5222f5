// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// amp.sum, dropping and keeping its axes, against finite differences and PyTorch.
//
// RUN: gradient-test %s
// RUN: gradient-test %s %S/../Inputs/golden/ops/sum_dim_keep.npz

amp.variable @a : tensor<2x3x2xf64> init(dense<[[[-1.72, 1.73], [1.59, -1.63], [0.1, 0.98]], [[-0.1, 1.24], [1.38, -1.06], [1.03, -1.08]]]> : tensor<2x3x2xf64>)
func.func @loss() -> tensor<f64> {
  %a = amp.read @a : tensor<2x3x2xf64>
  %r = amp.sum %a {axes = array<i64: 0, 2>} : (tensor<2x3x2xf64>) -> tensor<3xf64>
  %rc = amp.constant dense<[0.6, -0.16, 1.38]> : tensor<3xf64>
  %rw = amp.mul %r, %rc : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
  %rs = amp.sum %rw {axes = array<i64: 0>} : (tensor<3xf64>) -> tensor<f64>
  return %rs : tensor<f64>
}

amp.variable @b : tensor<2x3xf64> init(dense<[[-1.69, 1.64, -0.85], [-1.81, 0.53, -1.21]]> : tensor<2x3xf64>)
func.func @loss_keep() -> tensor<f64> {
  %b = amp.read @b : tensor<2x3xf64>
  %r = amp.sum %b {axes = array<i64: 1>, keepdims} : (tensor<2x3xf64>) -> tensor<2x1xf64>
  %rc = amp.constant dense<[[0.4], [-0.67]]> : tensor<2x1xf64>
  %rw = amp.mul %r, %rc : (tensor<2x1xf64>, tensor<2x1xf64>) -> tensor<2x1xf64>
  %rs = amp.sum %rw {axes = array<i64: 0, 1>} : (tensor<2x1xf64>) -> tensor<f64>
  return %rs : tensor<f64>
}

amp.variable @x : tensor<3x4x5xf32> init(#amp.zeros)
amp.variable @cot : tensor<3x1x5xf32> init(#amp.zeros) {trainable = false}
func.func @golden() -> tensor<f32> {
  %x = amp.read @x : tensor<3x4x5xf32>
  %cot = amp.read @cot : tensor<3x1x5xf32>
  %g = amp.sum %x {axes = array<i64: 1>, keepdims} : (tensor<3x4x5xf32>) -> tensor<3x1x5xf32>
  %gw = amp.mul %g, %cot : (tensor<3x1x5xf32>, tensor<3x1x5xf32>) -> tensor<3x1x5xf32>
  %gs = amp.sum %gw {axes = array<i64: 0, 1, 2>} : (tensor<3x1x5xf32>) -> tensor<f32>
  return %gs : tensor<f32>
}
