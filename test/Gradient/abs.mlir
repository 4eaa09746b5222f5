// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// amp.abs against finite differences and PyTorch.
// d|x| = sign(x) dx; exactly 0 at 0.
//
// RUN: gradient-test %s
// RUN: gradient-test %s %S/../Inputs/golden/ops/abs.npz

amp.variable @a : tensor<2x3xf64> init(dense<[[1.91, 1.41, -1.7], [-0.92, -1.85, -0.36]]> : tensor<2x3xf64>)
func.func @loss() -> tensor<f64> {
  %a = amp.read @a : tensor<2x3xf64>
  %r = amp.abs %a : (tensor<2x3xf64>) -> tensor<2x3xf64>
  %rc = amp.constant dense<[[-0.27, -1.72, -1.64], [-0.3, 1.31, -1.5]]> : tensor<2x3xf64>
  %rw = amp.mul %r, %rc : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
  %rs = amp.sum %rw {axes = array<i64: 0, 1>} : (tensor<2x3xf64>) -> tensor<f64>
  return %rs : tensor<f64>
}

// At the kink, for both zeros.
amp.variable @k : tensor<4xf32> init(dense<[-1.5, -0.0, 0.0, 1.5]> : tensor<4xf32>) {amp.expected_gradient = dense<[-2.0, 0.0, 0.0, 2.0]> : tensor<4xf32>}
func.func @kink() -> tensor<f32> {
  %k = amp.read @k : tensor<4xf32>
  %0 = amp.abs %k : (tensor<4xf32>) -> tensor<4xf32>
  %1 = amp.add %0, %0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %2 = amp.sum %1 {axes = array<i64: 0>} : (tensor<4xf32>) -> tensor<f32>
  return %2 : tensor<f32>
}

amp.variable @x : tensor<3x7xf32> init(#amp.zeros)
amp.variable @cot : tensor<3x7xf32> init(#amp.zeros) {trainable = false}
func.func @golden() -> tensor<f32> {
  %x = amp.read @x : tensor<3x7xf32>
  %cot = amp.read @cot : tensor<3x7xf32>
  %g = amp.abs %x : (tensor<3x7xf32>) -> tensor<3x7xf32>
  %gw = amp.mul %g, %cot : (tensor<3x7xf32>, tensor<3x7xf32>) -> tensor<3x7xf32>
  %gs = amp.sum %gw {axes = array<i64: 0, 1>} : (tensor<3x7xf32>) -> tensor<f32>
  return %gs : tensor<f32>
}
