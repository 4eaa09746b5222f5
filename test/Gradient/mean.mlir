// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// amp.mean, dropping and keeping its axes, against finite differences and PyTorch.
//
// RUN: gradient-test %s
// RUN: gradient-test %s %S/../Inputs/golden/ops/mean_dims.npz

amp.variable @a : tensor<2x3x2xf64> init(dense<[[[0.61, 0.77], [0.48, -1.47], [-0.07, -0.06]], [[1.89, -1.6], [-1.13, -0.04], [0.84, -0.86]]]> : tensor<2x3x2xf64>)
func.func @loss() -> tensor<f64> {
  %a = amp.read @a : tensor<2x3x2xf64>
  %r = amp.mean %a {axes = array<i64: 0, 2>} : (tensor<2x3x2xf64>) -> tensor<3xf64>
  %rc = amp.constant dense<[-0.14, 1.07, 1.97]> : tensor<3xf64>
  %rw = amp.mul %r, %rc : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
  %rs = amp.sum %rw {axes = array<i64: 0>} : (tensor<3xf64>) -> tensor<f64>
  return %rs : tensor<f64>
}

amp.variable @b : tensor<2x3xf64> init(dense<[[0.2, -0.75, -1.66], [-0.11, -0.84, -1.69]]> : tensor<2x3xf64>)
func.func @loss_keep() -> tensor<f64> {
  %b = amp.read @b : tensor<2x3xf64>
  %r = amp.mean %b {axes = array<i64: 1>, keepdims} : (tensor<2x3xf64>) -> tensor<2x1xf64>
  %rc = amp.constant dense<[[0.03], [1.98]]> : tensor<2x1xf64>
  %rw = amp.mul %r, %rc : (tensor<2x1xf64>, tensor<2x1xf64>) -> tensor<2x1xf64>
  %rs = amp.sum %rw {axes = array<i64: 0, 1>} : (tensor<2x1xf64>) -> tensor<f64>
  return %rs : tensor<f64>
}

amp.variable @x : tensor<3x4x5xf32> init(#amp.zeros)
amp.variable @cot : tensor<4xf32> init(#amp.zeros) {trainable = false}
func.func @golden() -> tensor<f32> {
  %x = amp.read @x : tensor<3x4x5xf32>
  %cot = amp.read @cot : tensor<4xf32>
  %g = amp.mean %x {axes = array<i64: 0, 2>} : (tensor<3x4x5xf32>) -> tensor<4xf32>
  %gw = amp.mul %g, %cot : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %gs = amp.sum %gw {axes = array<i64: 0>} : (tensor<4xf32>) -> tensor<f32>
  return %gs : tensor<f32>
}
