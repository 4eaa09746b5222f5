// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// amp.select against finite differences and PyTorch.
//
// RUN: gradient-test %s
// RUN: gradient-test %s %S/../Inputs/golden/ops/where.npz

amp.variable @a : tensor<2x3xf64> init(dense<[[0.57, -0.54, -0.99], [-1.45, -0.13, 0.99]]> : tensor<2x3xf64>)
amp.variable @b : tensor<3xf64> init(dense<[-1.62, 1.54, -1.35]> : tensor<3xf64>)
func.func @loss() -> tensor<f64> {
  %a = amp.read @a : tensor<2x3xf64>
  %b = amp.read @b : tensor<3xf64>
  %c = amp.constant dense<[[true, false, true], [false, false, true]]> : tensor<2x3xi1>
  %r = amp.select %c, %a, %b : (tensor<2x3xi1>, tensor<2x3xf64>, tensor<3xf64>) -> tensor<2x3xf64>
  %rc = amp.constant dense<[[0.67, -1.11, 0.83], [1.98, -0.38, -0.31]]> : tensor<2x3xf64>
  %rw = amp.mul %r, %rc : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
  %rs = amp.sum %rw {axes = array<i64: 0, 1>} : (tensor<2x3xf64>) -> tensor<f64>
  return %rs : tensor<f64>
}

amp.variable @c : tensor<3x4xi1> init(#amp.zeros) {trainable = false}
amp.variable @x : tensor<3x4xf32> init(#amp.zeros)
amp.variable @y : tensor<3x4xf32> init(#amp.zeros)
amp.variable @cot : tensor<3x4xf32> init(#amp.zeros) {trainable = false}
func.func @golden() -> tensor<f32> {
  %c = amp.read @c : tensor<3x4xi1>
  %x = amp.read @x : tensor<3x4xf32>
  %y = amp.read @y : tensor<3x4xf32>
  %cot = amp.read @cot : tensor<3x4xf32>
  %g = amp.select %c, %x, %y : (tensor<3x4xi1>, tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  %gw = amp.mul %g, %cot : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  %gs = amp.sum %gw {axes = array<i64: 0, 1>} : (tensor<3x4xf32>) -> tensor<f32>
  return %gs : tensor<f32>
}
