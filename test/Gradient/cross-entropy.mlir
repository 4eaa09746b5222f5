// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// amp.cross_entropy under its three reductions against finite differences, the mean also
// against PyTorch.
//
// RUN: gradient-test %s
// RUN: gradient-test %s %S/../Inputs/golden/ops/cross_entropy.npz

amp.variable @a0 : tensor<3x4xf64> init(dense<[[-0.81, 0.96, 1.91, -0.96], [0.62, -0.8, 0.23, -0.42], [-1.33, -1.35, -1.17, 1.62]]> : tensor<3x4xf64>)
func.func @loss_mean() -> tensor<f64> {
  %a0 = amp.read @a0 : tensor<3x4xf64>
  %y = amp.constant dense<[2, 0, 3]> : tensor<3xi64>
  %r = amp.cross_entropy %a0, %y {reduction = #amp.loss_reduction<mean>} : (tensor<3x4xf64>, tensor<3xi64>) -> tensor<f64>
  %rc = amp.constant dense<1.24> : tensor<f64>
  %rw = amp.mul %r, %rc : (tensor<f64>, tensor<f64>) -> tensor<f64>
  return %rw : tensor<f64>
}

amp.variable @a1 : tensor<3x4xf64> init(dense<[[-0.19, -0.67, 1.04, -0.29], [0.19, -1.02, -1.3, 0.22], [-0.72, -0.53, 1.24, -1.19]]> : tensor<3x4xf64>)
func.func @loss_sum() -> tensor<f64> {
  %a1 = amp.read @a1 : tensor<3x4xf64>
  %y = amp.constant dense<[2, 0, 3]> : tensor<3xi64>
  %r = amp.cross_entropy %a1, %y {reduction = #amp.loss_reduction<sum>} : (tensor<3x4xf64>, tensor<3xi64>) -> tensor<f64>
  %rc = amp.constant dense<-1.57> : tensor<f64>
  %rw = amp.mul %r, %rc : (tensor<f64>, tensor<f64>) -> tensor<f64>
  return %rw : tensor<f64>
}

amp.variable @a2 : tensor<3x4xf64> init(dense<[[-0.35, -0.34, 0.1, -0.49], [-0.65, -1.75, -0.89, 1.87], [-1.5, 0.01, 0.52, 1.45]]> : tensor<3x4xf64>)
func.func @loss_none() -> tensor<f64> {
  %a2 = amp.read @a2 : tensor<3x4xf64>
  %y = amp.constant dense<[2, 0, 3]> : tensor<3xi64>
  %r = amp.cross_entropy %a2, %y {reduction = #amp.loss_reduction<none>} : (tensor<3x4xf64>, tensor<3xi64>) -> tensor<3xf64>
  %rc = amp.constant dense<[-1.14, -0.92, -1.01]> : tensor<3xf64>
  %rw = amp.mul %r, %rc : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
  %rs = amp.sum %rw {axes = array<i64: 0>} : (tensor<3xf64>) -> tensor<f64>
  return %rs : tensor<f64>
}

amp.variable @x : tensor<6x5xf32> init(#amp.zeros)
amp.variable @t : tensor<6xi64> init(#amp.zeros) {trainable = false}
amp.variable @cot : tensor<f32> init(#amp.zeros) {trainable = false}
func.func @golden() -> tensor<f32> {
  %x = amp.read @x : tensor<6x5xf32>
  %t = amp.read @t : tensor<6xi64>
  %cot = amp.read @cot : tensor<f32>
  %g = amp.cross_entropy %x, %t : (tensor<6x5xf32>, tensor<6xi64>) -> tensor<f32>
  %gw = amp.mul %g, %cot : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %gw : tensor<f32>
}
