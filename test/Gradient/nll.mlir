// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// amp.nll under its three reductions against finite differences, the mean also
// against PyTorch.
//
// RUN: gradient-test %s
// RUN: gradient-test %s %S/../Inputs/golden/ops/nll_loss.npz

amp.variable @a0 : tensor<3x4xf64> init(dense<[[-0.4, -0.22, 1.82, 1.39], [1.49, -1.91, -1.87, 0.84], [1.58, -0.11, 0.35, -2.0]]> : tensor<3x4xf64>)
func.func @loss_mean() -> tensor<f64> {
  %a0 = amp.read @a0 : tensor<3x4xf64>
  %y = amp.constant dense<[2, 0, 3]> : tensor<3xi64>
  %r = amp.nll %a0, %y {reduction = #amp.loss_reduction<mean>} : (tensor<3x4xf64>, tensor<3xi64>) -> tensor<f64>
  %rc = amp.constant dense<1.88> : tensor<f64>
  %rw = amp.mul %r, %rc : (tensor<f64>, tensor<f64>) -> tensor<f64>
  return %rw : tensor<f64>
}

amp.variable @a1 : tensor<3x4xf64> init(dense<[[1.71, 0.11, -0.13, -0.2], [1.13, -1.1, -1.39, 1.89], [-1.56, 1.3, 0.8, 1.39]]> : tensor<3x4xf64>)
func.func @loss_sum() -> tensor<f64> {
  %a1 = amp.read @a1 : tensor<3x4xf64>
  %y = amp.constant dense<[2, 0, 3]> : tensor<3xi64>
  %r = amp.nll %a1, %y {reduction = #amp.loss_reduction<sum>} : (tensor<3x4xf64>, tensor<3xi64>) -> tensor<f64>
  %rc = amp.constant dense<0.44> : tensor<f64>
  %rw = amp.mul %r, %rc : (tensor<f64>, tensor<f64>) -> tensor<f64>
  return %rw : tensor<f64>
}

amp.variable @a2 : tensor<3x4xf64> init(dense<[[1.11, -1.99, -1.5, 0.28], [-1.85, 0.86, 1.85, 0.51], [0.11, -0.25, 1.06, -1.6]]> : tensor<3x4xf64>)
func.func @loss_none() -> tensor<f64> {
  %a2 = amp.read @a2 : tensor<3x4xf64>
  %y = amp.constant dense<[2, 0, 3]> : tensor<3xi64>
  %r = amp.nll %a2, %y {reduction = #amp.loss_reduction<none>} : (tensor<3x4xf64>, tensor<3xi64>) -> tensor<3xf64>
  %rc = amp.constant dense<[-0.8, 1.77, -1.23]> : tensor<3xf64>
  %rw = amp.mul %r, %rc : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
  %rs = amp.sum %rw {axes = array<i64: 0>} : (tensor<3xf64>) -> tensor<f64>
  return %rs : tensor<f64>
}

amp.variable @x : tensor<5x4xf32> init(#amp.zeros)
amp.variable @t : tensor<5xi64> init(#amp.zeros) {trainable = false}
amp.variable @cot : tensor<f32> init(#amp.zeros) {trainable = false}
func.func @golden() -> tensor<f32> {
  %x = amp.read @x : tensor<5x4xf32>
  %t = amp.read @t : tensor<5xi64>
  %cot = amp.read @cot : tensor<f32>
  %g = amp.nll %x, %t : (tensor<5x4xf32>, tensor<5xi64>) -> tensor<f32>
  %gw = amp.mul %g, %cot : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %gw : tensor<f32>
}
