// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// amp.sub with broadcast operands against finite differences and PyTorch.
//
// RUN: gradient-test %s
// RUN: gradient-test %s %S/../Inputs/golden/ops/sub_broadcast.npz

amp.variable @a : tensor<2x3xf64> init(dense<[[-0.68, -1.11, 1.25], [1.94, 1.41, 1.22]]> : tensor<2x3xf64>)
amp.variable @b : tensor<3xf64> init(dense<[1.27, 0.96, -1.09]> : tensor<3xf64>)
func.func @loss() -> tensor<f64> {
  %a = amp.read @a : tensor<2x3xf64>
  %b = amp.read @b : tensor<3xf64>
  %r = amp.sub %a, %b : (tensor<2x3xf64>, tensor<3xf64>) -> tensor<2x3xf64>
  %rc = amp.constant dense<[[0.07, -0.58, -1.88], [-1.89, -0.88, -0.96]]> : tensor<2x3xf64>
  %rw = amp.mul %r, %rc : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
  %rs = amp.sum %rw {axes = array<i64: 0, 1>} : (tensor<2x3xf64>) -> tensor<f64>
  return %rs : tensor<f64>
}

// Both operands broadcast.
amp.variable @c : tensor<2x1xf64> init(dense<[[0.77], [1.83]]> : tensor<2x1xf64>)
amp.variable @d : tensor<1x3xf64> init(dense<[[-0.21, 1.75, 1.95]]> : tensor<1x3xf64>)
func.func @loss_both() -> tensor<f64> {
  %c = amp.read @c : tensor<2x1xf64>
  %d = amp.read @d : tensor<1x3xf64>
  %r = amp.sub %c, %d : (tensor<2x1xf64>, tensor<1x3xf64>) -> tensor<2x3xf64>
  %rc = amp.constant dense<[[1.82, -0.54, -1.12], [-1.09, -1.21, -1.18]]> : tensor<2x3xf64>
  %rw = amp.mul %r, %rc : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
  %rs = amp.sum %rw {axes = array<i64: 0, 1>} : (tensor<2x3xf64>) -> tensor<f64>
  return %rs : tensor<f64>
}

amp.variable @x : tensor<3x4xf32> init(#amp.zeros)
amp.variable @y : tensor<4xf32> init(#amp.zeros)
amp.variable @cot : tensor<3x4xf32> init(#amp.zeros) {trainable = false}
func.func @golden() -> tensor<f32> {
  %x = amp.read @x : tensor<3x4xf32>
  %y = amp.read @y : tensor<4xf32>
  %cot = amp.read @cot : tensor<3x4xf32>
  %g = amp.sub %x, %y : (tensor<3x4xf32>, tensor<4xf32>) -> tensor<3x4xf32>
  %gw = amp.mul %g, %cot : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  %gs = amp.sum %gw {axes = array<i64: 0, 1>} : (tensor<3x4xf32>) -> tensor<f32>
  return %gs : tensor<f32>
}
