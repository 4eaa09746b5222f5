// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// amp.sin against finite differences and PyTorch.
// d sin(x) = cos(x) dx.
//
// RUN: gradient-test %s
// RUN: gradient-test %s %S/../Inputs/golden/ops/sin.npz

amp.variable @a : tensor<2x3xf64> init(dense<[[0.47, -1.49, -1.99], [1.49, -1.16, -1.14]]> : tensor<2x3xf64>)
func.func @loss() -> tensor<f64> {
  %a = amp.read @a : tensor<2x3xf64>
  %r = amp.sin %a : (tensor<2x3xf64>) -> tensor<2x3xf64>
  %rc = amp.constant dense<[[1.93, 1.49, -0.84], [1.85, 0.16, 0.71]]> : tensor<2x3xf64>
  %rw = amp.mul %r, %rc : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
  %rs = amp.sum %rw {axes = array<i64: 0, 1>} : (tensor<2x3xf64>) -> tensor<f64>
  return %rs : tensor<f64>
}

amp.variable @x : tensor<3x7xf32> init(#amp.zeros)
amp.variable @cot : tensor<3x7xf32> init(#amp.zeros) {trainable = false}
func.func @golden() -> tensor<f32> {
  %x = amp.read @x : tensor<3x7xf32>
  %cot = amp.read @cot : tensor<3x7xf32>
  %g = amp.sin %x : (tensor<3x7xf32>) -> tensor<3x7xf32>
  %gw = amp.mul %g, %cot : (tensor<3x7xf32>, tensor<3x7xf32>) -> tensor<3x7xf32>
  %gs = amp.sum %gw {axes = array<i64: 0, 1>} : (tensor<3x7xf32>) -> tensor<f32>
  return %gs : tensor<f32>
}
