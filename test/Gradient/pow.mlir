// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// amp.pow with broadcast operands against finite differences and PyTorch.
//
// RUN: gradient-test %s
// RUN: gradient-test %s %S/../Inputs/golden/ops/pow.npz

amp.variable @a : tensor<2x3xf64> init(dense<[[0.63, 1.42, 2.22], [2.01, 1.64, 2.01]]> : tensor<2x3xf64>)
amp.variable @b : tensor<3xf64> init(dense<[-1.4, -1.43, 0.48]> : tensor<3xf64>)
func.func @loss() -> tensor<f64> {
  %a = amp.read @a : tensor<2x3xf64>
  %b = amp.read @b : tensor<3xf64>
  %r = amp.pow %a, %b : (tensor<2x3xf64>, tensor<3xf64>) -> tensor<2x3xf64>
  %rc = amp.constant dense<[[-1.52, -1.75, 0.73], [0.12, -0.07, 1.11]]> : tensor<2x3xf64>
  %rw = amp.mul %r, %rc : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
  %rs = amp.sum %rw {axes = array<i64: 0, 1>} : (tensor<2x3xf64>) -> tensor<f64>
  return %rs : tensor<f64>
}

// Both operands broadcast.
amp.variable @c : tensor<2x1xf64> init(dense<[[2.24], [0.43]]> : tensor<2x1xf64>)
amp.variable @d : tensor<1x3xf64> init(dense<[[-1.23, -1.83, -1.61]]> : tensor<1x3xf64>)
func.func @loss_both() -> tensor<f64> {
  %c = amp.read @c : tensor<2x1xf64>
  %d = amp.read @d : tensor<1x3xf64>
  %r = amp.pow %c, %d : (tensor<2x1xf64>, tensor<1x3xf64>) -> tensor<2x3xf64>
  %rc = amp.constant dense<[[-0.19, -1.89, 1.58], [-1.75, -0.7, 1.89]]> : tensor<2x3xf64>
  %rw = amp.mul %r, %rc : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
  %rs = amp.sum %rw {axes = array<i64: 0, 1>} : (tensor<2x3xf64>) -> tensor<f64>
  return %rs : tensor<f64>
}

// Where the power is constant: in x for y = 0, in y for x = 0.
amp.variable @p : tensor<3xf32> init(dense<[0.0, 0.0, 2.0]> : tensor<3xf32>) {amp.expected_gradient = dense<[0.0, 0.0, 0.0]> : tensor<3xf32>}
amp.variable @q : tensor<3xf32> init(dense<[2.0, 0.0, 0.0]> : tensor<3xf32>) {amp.expected_gradient = dense<[0.0, 0.0, 0.693147182]> : tensor<3xf32>}
func.func @constant_power() -> tensor<f32> {
  %p = amp.read @p : tensor<3xf32>
  %q = amp.read @q : tensor<3xf32>
  %0 = amp.pow %p, %q : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %1 = amp.sum %0 {axes = array<i64: 0>} : (tensor<3xf32>) -> tensor<f32>
  return %1 : tensor<f32>
}

amp.variable @x : tensor<3x4xf32> init(#amp.zeros)
amp.variable @y : tensor<3x4xf32> init(#amp.zeros)
amp.variable @cot : tensor<3x4xf32> init(#amp.zeros) {trainable = false}
func.func @golden() -> tensor<f32> {
  %x = amp.read @x : tensor<3x4xf32>
  %y = amp.read @y : tensor<3x4xf32>
  %cot = amp.read @cot : tensor<3x4xf32>
  %g = amp.pow %x, %y : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  %gw = amp.mul %g, %cot : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  %gs = amp.sum %gw {axes = array<i64: 0, 1>} : (tensor<3x4xf32>) -> tensor<f32>
  return %gs : tensor<f32>
}
