// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// amp.transpose against finite differences and PyTorch.
//
// RUN: gradient-test %s
// RUN: gradient-test %s %S/../Inputs/golden/ops/transpose.npz

amp.variable @a : tensor<2x3x2xf64> init(dense<[[[-0.35, 0.6], [-1.78, -1.22], [1.54, 0.59]], [[-1.68, -1.09], [-0.3, -0.52], [-0.03, 0.78]]]> : tensor<2x3x2xf64>)
func.func @loss() -> tensor<f64> {
  %a = amp.read @a : tensor<2x3x2xf64>
  %r = amp.transpose %a {permutation = array<i64: 1, 2, 0>} : (tensor<2x3x2xf64>) -> tensor<3x2x2xf64>
  %rc = amp.constant dense<[[[0.87, -0.55], [-0.41, -1.97]], [[-0.83, 1.38], [-1.73, -0.02]], [[-1.2, 1.06], [-1.22, -0.14]]]> : tensor<3x2x2xf64>
  %rw = amp.mul %r, %rc : (tensor<3x2x2xf64>, tensor<3x2x2xf64>) -> tensor<3x2x2xf64>
  %rs = amp.sum %rw {axes = array<i64: 0, 1, 2>} : (tensor<3x2x2xf64>) -> tensor<f64>
  return %rs : tensor<f64>
}

amp.variable @x : tensor<2x3x4xf32> init(#amp.zeros)
amp.variable @cot : tensor<4x3x2xf32> init(#amp.zeros) {trainable = false}
func.func @golden() -> tensor<f32> {
  %x = amp.read @x : tensor<2x3x4xf32>
  %cot = amp.read @cot : tensor<4x3x2xf32>
  %g = amp.transpose %x {permutation = array<i64: 2, 1, 0>} : (tensor<2x3x4xf32>) -> tensor<4x3x2xf32>
  %gw = amp.mul %g, %cot : (tensor<4x3x2xf32>, tensor<4x3x2xf32>) -> tensor<4x3x2xf32>
  %gs = amp.sum %gw {axes = array<i64: 0, 1, 2>} : (tensor<4x3x2xf32>) -> tensor<f32>
  return %gs : tensor<f32>
}
