// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// amp.mse: gradients of both operands under every reduction, against finite
// differences and PyTorch.
//
// RUN: gradient-test %s
// RUN: gradient-test %s %S/../Inputs/golden/ops/mse_loss.npz

amp.variable @a0 : tensor<2x3xf64> init(dense<[[-1.43, 0.38, 0.26], [1.83, 1.87, 0.43]]> : tensor<2x3xf64>)
amp.variable @b0 : tensor<2x3xf64> init(dense<[[-0.6, 1.57, -2.0], [-1.57, 0.26, 0.46]]> : tensor<2x3xf64>)
func.func @loss_mean() -> tensor<f64> {
  %a0 = amp.read @a0 : tensor<2x3xf64>
  %b0 = amp.read @b0 : tensor<2x3xf64>
  %r = amp.mse %a0, %b0 {reduction = #amp.loss_reduction<mean>} : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<f64>
  return %r : tensor<f64>
}

amp.variable @a1 : tensor<2x3xf64> init(dense<[[-1.44, 0.52, 1.57], [-0.5, -0.27, -1.09]]> : tensor<2x3xf64>)
amp.variable @b1 : tensor<2x3xf64> init(dense<[[-0.83, 1.89, -0.48], [1.84, 1.65, 0.38]]> : tensor<2x3xf64>)
func.func @loss_sum() -> tensor<f64> {
  %a1 = amp.read @a1 : tensor<2x3xf64>
  %b1 = amp.read @b1 : tensor<2x3xf64>
  %r = amp.mse %a1, %b1 {reduction = #amp.loss_reduction<sum>} : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<f64>
  return %r : tensor<f64>
}

amp.variable @a2 : tensor<2x3xf64> init(dense<[[-0.96, 1.92, -0.01], [-0.34, -0.72, 1.94]]> : tensor<2x3xf64>)
amp.variable @b2 : tensor<2x3xf64> init(dense<[[-0.03, -0.85, -0.09], [-1.51, 0.49, -0.23]]> : tensor<2x3xf64>)
func.func @loss_none() -> tensor<f64> {
  %a2 = amp.read @a2 : tensor<2x3xf64>
  %b2 = amp.read @b2 : tensor<2x3xf64>
  %r = amp.mse %a2, %b2 {reduction = #amp.loss_reduction<none>} : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
  %rc = amp.constant dense<[[-0.83, 1.13, 1.31], [-1.95, 0.13, -0.9]]> : tensor<2x3xf64>
  %rw = amp.mul %r, %rc : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
  %rs = amp.sum %rw {axes = array<i64: 0, 1>} : (tensor<2x3xf64>) -> tensor<f64>
  return %rs : tensor<f64>
}

amp.variable @x : tensor<4x3xf32> init(#amp.zeros)
amp.variable @y : tensor<4x3xf32> init(#amp.zeros)
amp.variable @cot : tensor<f32> init(#amp.zeros) {trainable = false}
func.func @golden() -> tensor<f32> {
  %x = amp.read @x : tensor<4x3xf32>
  %y = amp.read @y : tensor<4x3xf32>
  %cot = amp.read @cot : tensor<f32>
  %g = amp.mse %x, %y : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<f32>
  %gw = amp.mul %g, %cot : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %gw : tensor<f32>
}
