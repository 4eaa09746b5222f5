// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// amp.maximum with broadcast operands against finite differences and PyTorch.
//
// RUN: gradient-test %s
// RUN: gradient-test %s %S/../Inputs/golden/ops/maximum.npz

amp.variable @a : tensor<2x3xf64> init(dense<[[0.5, -1.25, 2.0], [0.75, -0.5, 1.5]]> : tensor<2x3xf64>)
amp.variable @b : tensor<3xf64> init(dense<[1.0, -2.0, 0.25]> : tensor<3xf64>)
func.func @loss() -> tensor<f64> {
  %a = amp.read @a : tensor<2x3xf64>
  %b = amp.read @b : tensor<3xf64>
  %r = amp.maximum %a, %b : (tensor<2x3xf64>, tensor<3xf64>) -> tensor<2x3xf64>
  %rc = amp.constant dense<[[0.42, -1.2, -0.89], [0.03, 1.23, 0.03]]> : tensor<2x3xf64>
  %rw = amp.mul %r, %rc : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
  %rs = amp.sum %rw {axes = array<i64: 0, 1>} : (tensor<2x3xf64>) -> tensor<f64>
  return %rs : tensor<f64>
}

// Both operands broadcast.
amp.variable @c : tensor<2x1xf64> init(dense<[[0.5], [-1.25]]> : tensor<2x1xf64>)
amp.variable @d : tensor<1x3xf64> init(dense<[[1.0, -2.0, 0.25]]> : tensor<1x3xf64>)
func.func @loss_both() -> tensor<f64> {
  %c = amp.read @c : tensor<2x1xf64>
  %d = amp.read @d : tensor<1x3xf64>
  %r = amp.maximum %c, %d : (tensor<2x1xf64>, tensor<1x3xf64>) -> tensor<2x3xf64>
  %rc = amp.constant dense<[[-1.01, 0.09, 1.5], [1.71, 1.69, 1.57]]> : tensor<2x3xf64>
  %rw = amp.mul %r, %rc : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
  %rs = amp.sum %rw {axes = array<i64: 0, 1>} : (tensor<2x3xf64>) -> tensor<f64>
  return %rs : tensor<f64>
}

// Equal operands share the gradient; a NaN passes it to both.
amp.variable @p : tensor<4xf32> init(dense<[1.0, 2.0, 3.0, 0x7FC00000]> : tensor<4xf32>) {amp.expected_gradient = dense<[0.0, 0.5, 1.0, 1.0]> : tensor<4xf32>}
amp.variable @q : tensor<4xf32> init(dense<[2.0, 2.0, 2.0, 2.0]> : tensor<4xf32>) {amp.expected_gradient = dense<[1.0, 0.5, 0.0, 1.0]> : tensor<4xf32>}
func.func @tie() -> tensor<f32> {
  %p = amp.read @p : tensor<4xf32>
  %q = amp.read @q : tensor<4xf32>
  %0 = amp.maximum %p, %q : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = amp.sum %0 {axes = array<i64: 0>} : (tensor<4xf32>) -> tensor<f32>
  return %1 : tensor<f32>
}

amp.variable @x : tensor<3x4xf32> init(#amp.zeros)
amp.variable @y : tensor<3x4xf32> init(#amp.zeros)
amp.variable @cot : tensor<3x4xf32> init(#amp.zeros) {trainable = false}
func.func @golden() -> tensor<f32> {
  %x = amp.read @x : tensor<3x4xf32>
  %y = amp.read @y : tensor<3x4xf32>
  %cot = amp.read @cot : tensor<3x4xf32>
  %g = amp.maximum %x, %y : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  %gw = amp.mul %g, %cot : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  %gs = amp.sum %gw {axes = array<i64: 0, 1>} : (tensor<3x4xf32>) -> tensor<f32>
  return %gs : tensor<f32>
}
