// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// amp.log_softmax along inner and outer axes, against finite differences and PyTorch.
//
// RUN: gradient-test %s
// RUN: gradient-test %s %S/../Inputs/golden/ops/log_softmax.npz

amp.variable @a : tensor<2x3xf64> init(dense<[[-1.0, -0.94, 0.04], [-1.24, -0.51, 1.82]]> : tensor<2x3xf64>)
func.func @loss() -> tensor<f64> {
  %a = amp.read @a : tensor<2x3xf64>
  %r = amp.log_softmax %a {axis = 1 : i64} : (tensor<2x3xf64>) -> tensor<2x3xf64>
  %rc = amp.constant dense<[[1.54, 1.25, 0.52], [1.65, 1.76, 0.2]]> : tensor<2x3xf64>
  %rw = amp.mul %r, %rc : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
  %rs = amp.sum %rw {axes = array<i64: 0, 1>} : (tensor<2x3xf64>) -> tensor<f64>
  return %rs : tensor<f64>
}

amp.variable @b : tensor<3x2xf64> init(dense<[[0.88, -1.8], [0.93, -0.2], [1.01, 0.58]]> : tensor<3x2xf64>)
func.func @loss_outer() -> tensor<f64> {
  %b = amp.read @b : tensor<3x2xf64>
  %r = amp.log_softmax %b {axis = 0 : i64} : (tensor<3x2xf64>) -> tensor<3x2xf64>
  %rc = amp.constant dense<[[-0.86, -1.8], [1.71, -1.49], [-0.11, -0.63]]> : tensor<3x2xf64>
  %rw = amp.mul %r, %rc : (tensor<3x2xf64>, tensor<3x2xf64>) -> tensor<3x2xf64>
  %rs = amp.sum %rw {axes = array<i64: 0, 1>} : (tensor<3x2xf64>) -> tensor<f64>
  return %rs : tensor<f64>
}

amp.variable @x : tensor<4x6xf32> init(#amp.zeros)
amp.variable @cot : tensor<4x6xf32> init(#amp.zeros) {trainable = false}
func.func @golden() -> tensor<f32> {
  %x = amp.read @x : tensor<4x6xf32>
  %cot = amp.read @cot : tensor<4x6xf32>
  %g = amp.log_softmax %x {axis = 1 : i64} : (tensor<4x6xf32>) -> tensor<4x6xf32>
  %gw = amp.mul %g, %cot : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
  %gs = amp.sum %gw {axes = array<i64: 0, 1>} : (tensor<4x6xf32>) -> tensor<f32>
  return %gs : tensor<f32>
}
