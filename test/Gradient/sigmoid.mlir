// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// amp.sigmoid against finite differences and PyTorch.
//
// RUN: gradient-test %s
// RUN: gradient-test %s %S/../Inputs/golden/ops/sigmoid.npz

amp.variable @a : tensor<2x3xf64> init(dense<[[-0.89, -0.34, -0.56], [1.54, 1.83, -1.4]]> : tensor<2x3xf64>)
func.func @loss() -> tensor<f64> {
  %a = amp.read @a : tensor<2x3xf64>
  %r = amp.sigmoid %a : (tensor<2x3xf64>) -> tensor<2x3xf64>
  %rc = amp.constant dense<[[-1.3, -1.07, -1.07], [-0.06, 0.36, -0.95]]> : tensor<2x3xf64>
  %rw = amp.mul %r, %rc : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
  %rs = amp.sum %rw {axes = array<i64: 0, 1>} : (tensor<2x3xf64>) -> tensor<f64>
  return %rs : tensor<f64>
}

amp.variable @x : tensor<3x7xf32> init(#amp.zeros)
amp.variable @cot : tensor<3x7xf32> init(#amp.zeros) {trainable = false}
func.func @golden() -> tensor<f32> {
  %x = amp.read @x : tensor<3x7xf32>
  %cot = amp.read @cot : tensor<3x7xf32>
  %g = amp.sigmoid %x : (tensor<3x7xf32>) -> tensor<3x7xf32>
  %gw = amp.mul %g, %cot : (tensor<3x7xf32>, tensor<3x7xf32>) -> tensor<3x7xf32>
  %gs = amp.sum %gw {axes = array<i64: 0, 1>} : (tensor<3x7xf32>) -> tensor<f32>
  return %gs : tensor<f32>
}
