// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// amp.gather_elements against finite differences and PyTorch.
//
// RUN: gradient-test %s
// RUN: gradient-test %s %S/../Inputs/golden/ops/gather.npz

amp.variable @a : tensor<2x3x2xf64> init(dense<[[[1.41, 1.22], [1.27, 0.96], [-1.09, 0.07]], [[-0.58, -1.88], [-1.89, -0.88], [-0.96, 0.77]]]> : tensor<2x3x2xf64>)
func.func @loss() -> tensor<f64> {
  %a = amp.read @a : tensor<2x3x2xf64>
  %i = amp.constant dense<[[[2, 0], [2, 1]], [[0, 0], [1, 0]]]> : tensor<2x2x2xi64>
  %r = amp.gather_elements %a, %i {axis = 1 : i64} : (tensor<2x3x2xf64>, tensor<2x2x2xi64>) -> tensor<2x2x2xf64>
  %rc = amp.constant dense<[[[1.83, -0.21], [1.75, 1.95]], [[1.82, -0.54], [-1.12, -1.09]]]> : tensor<2x2x2xf64>
  %rw = amp.mul %r, %rc : (tensor<2x2x2xf64>, tensor<2x2x2xf64>) -> tensor<2x2x2xf64>
  %rq = amp.mul %rw, %r : (tensor<2x2x2xf64>, tensor<2x2x2xf64>) -> tensor<2x2x2xf64>
  %rs = amp.sum %rq {axes = array<i64: 0, 1, 2>} : (tensor<2x2x2xf64>) -> tensor<f64>
  return %rs : tensor<f64>
}

amp.variable @x : tensor<3x5xf32> init(#amp.zeros)
amp.variable @i : tensor<3x4xi64> init(#amp.zeros) {trainable = false}
amp.variable @cot : tensor<3x4xf32> init(#amp.zeros) {trainable = false}
func.func @golden() -> tensor<f32> {
  %x = amp.read @x : tensor<3x5xf32>
  %i = amp.read @i : tensor<3x4xi64>
  %cot = amp.read @cot : tensor<3x4xf32>
  %g = amp.gather_elements %x, %i {axis = 1 : i64} : (tensor<3x5xf32>, tensor<3x4xi64>) -> tensor<3x4xf32>
  %gw = amp.mul %g, %cot : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  %gs = amp.sum %gw {axes = array<i64: 0, 1>} : (tensor<3x4xf32>) -> tensor<f32>
  return %gs : tensor<f32>
}
