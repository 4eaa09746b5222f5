// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// amp.mul with broadcast operands against finite differences and PyTorch.
//
// RUN: gradient-test %s
// RUN: gradient-test %s %S/../Inputs/golden/ops/mul_broadcast_both.npz

amp.variable @a : tensor<2x3xf64> init(dense<[[0.5, 1.6, 1.36], [-0.08, 0.61, 1.2]]> : tensor<2x3xf64>)
amp.variable @b : tensor<3xf64> init(dense<[-1.66, 0.64, 1.64]> : tensor<3xf64>)
func.func @loss() -> tensor<f64> {
  %a = amp.read @a : tensor<2x3xf64>
  %b = amp.read @b : tensor<3xf64>
  %r = amp.mul %a, %b : (tensor<2x3xf64>, tensor<3xf64>) -> tensor<2x3xf64>
  %rc = amp.constant dense<[[1.13, 1.0, -0.09], [-1.29, 1.16, -0.67]]> : tensor<2x3xf64>
  %rw = amp.mul %r, %rc : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
  %rs = amp.sum %rw {axes = array<i64: 0, 1>} : (tensor<2x3xf64>) -> tensor<f64>
  return %rs : tensor<f64>
}

// Both operands broadcast.
amp.variable @c : tensor<2x1xf64> init(dense<[[1.2], [1.89]]> : tensor<2x1xf64>)
amp.variable @d : tensor<1x3xf64> init(dense<[[-0.42, -0.39, 1.79]]> : tensor<1x3xf64>)
func.func @loss_both() -> tensor<f64> {
  %c = amp.read @c : tensor<2x1xf64>
  %d = amp.read @d : tensor<1x3xf64>
  %r = amp.mul %c, %d : (tensor<2x1xf64>, tensor<1x3xf64>) -> tensor<2x3xf64>
  %rc = amp.constant dense<[[0.9, -1.32, -1.49], [-1.4, 1.62, 1.23]]> : tensor<2x3xf64>
  %rw = amp.mul %r, %rc : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
  %rs = amp.sum %rw {axes = array<i64: 0, 1>} : (tensor<2x3xf64>) -> tensor<f64>
  return %rs : tensor<f64>
}

amp.variable @x : tensor<3x1xf32> init(#amp.zeros)
amp.variable @y : tensor<1x4xf32> init(#amp.zeros)
amp.variable @cot : tensor<3x4xf32> init(#amp.zeros) {trainable = false}
func.func @golden() -> tensor<f32> {
  %x = amp.read @x : tensor<3x1xf32>
  %y = amp.read @y : tensor<1x4xf32>
  %cot = amp.read @cot : tensor<3x4xf32>
  %g = amp.mul %x, %y : (tensor<3x1xf32>, tensor<1x4xf32>) -> tensor<3x4xf32>
  %gw = amp.mul %g, %cot : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  %gs = amp.sum %gw {axes = array<i64: 0, 1>} : (tensor<3x4xf32>) -> tensor<f32>
  return %gs : tensor<f32>
}
