// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Both forms of amp.gelu against finite differences, erf also against PyTorch.
//
// RUN: gradient-test %s
// RUN: gradient-test %s %S/../Inputs/golden/ops/gelu_erf.npz

amp.variable @a_erf : tensor<2x3xf64> init(dense<[[1.5, 1.19, -0.43], [-0.4, -1.59, 0.54]]> : tensor<2x3xf64>)
func.func @loss_erf() -> tensor<f64> {
  %a_erf = amp.read @a_erf : tensor<2x3xf64>
  %r = amp.gelu %a_erf {approximate = #amp.gelu<erf>} : (tensor<2x3xf64>) -> tensor<2x3xf64>
  %rc = amp.constant dense<[[-1.75, -1.73, -1.16], [-1.35, -0.64, -1.79]]> : tensor<2x3xf64>
  %rw = amp.mul %r, %rc : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
  %rs = amp.sum %rw {axes = array<i64: 0, 1>} : (tensor<2x3xf64>) -> tensor<f64>
  return %rs : tensor<f64>
}

amp.variable @a_tanh : tensor<2x3xf64> init(dense<[[-2.0, -1.39, -1.59], [-0.55, -1.9, 1.5]]> : tensor<2x3xf64>)
func.func @loss_tanh() -> tensor<f64> {
  %a_tanh = amp.read @a_tanh : tensor<2x3xf64>
  %r = amp.gelu %a_tanh {approximate = #amp.gelu<tanh>} : (tensor<2x3xf64>) -> tensor<2x3xf64>
  %rc = amp.constant dense<[[0.46, -1.41, -0.99], [-0.61, -0.54, -1.51]]> : tensor<2x3xf64>
  %rw = amp.mul %r, %rc : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
  %rs = amp.sum %rw {axes = array<i64: 0, 1>} : (tensor<2x3xf64>) -> tensor<f64>
  return %rs : tensor<f64>
}

amp.variable @x : tensor<3x7xf32> init(#amp.zeros)
amp.variable @cot : tensor<3x7xf32> init(#amp.zeros) {trainable = false}
func.func @golden() -> tensor<f32> {
  %x = amp.read @x : tensor<3x7xf32>
  %cot = amp.read @cot : tensor<3x7xf32>
  %g = amp.gelu %x : (tensor<3x7xf32>) -> tensor<3x7xf32>
  %gw = amp.mul %g, %cot : (tensor<3x7xf32>, tensor<3x7xf32>) -> tensor<3x7xf32>
  %gs = amp.sum %gw {axes = array<i64: 0, 1>} : (tensor<3x7xf32>) -> tensor<f32>
  return %gs : tensor<f32>
}
