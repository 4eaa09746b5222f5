// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// amp.concat, one operand twice, against finite differences and PyTorch.
//
// RUN: gradient-test %s
// RUN: gradient-test %s %S/../Inputs/golden/ops/concat.npz

amp.variable @a : tensor<2x3xf64> init(dense<[[1.49, -1.68, -0.2], [0.2, 1.53, 1.28]]> : tensor<2x3xf64>)
amp.variable @b : tensor<2x1xf64> init(dense<[[1.46], [-0.89]]> : tensor<2x1xf64>)
func.func @loss() -> tensor<f64> {
  %a = amp.read @a : tensor<2x3xf64>
  %b = amp.read @b : tensor<2x1xf64>
  %r = amp.concat %a, %b, %a {axis = 1 : i64} : (tensor<2x3xf64>, tensor<2x1xf64>, tensor<2x3xf64>) -> tensor<2x7xf64>
  %rc = amp.constant dense<[[-0.34, -0.56, 1.54, 1.83, -1.4, -1.3, -1.07], [-1.07, -0.06, 0.36, -0.95, -1.98, -0.32, -0.52]]> : tensor<2x7xf64>
  %rw = amp.mul %r, %rc : (tensor<2x7xf64>, tensor<2x7xf64>) -> tensor<2x7xf64>
  %rq = amp.mul %rw, %r : (tensor<2x7xf64>, tensor<2x7xf64>) -> tensor<2x7xf64>
  %rs = amp.sum %rq {axes = array<i64: 0, 1>} : (tensor<2x7xf64>) -> tensor<f64>
  return %rs : tensor<f64>
}

amp.variable @x : tensor<2x3xf32> init(#amp.zeros)
amp.variable @y : tensor<4x3xf32> init(#amp.zeros)
amp.variable @cot : tensor<6x3xf32> init(#amp.zeros) {trainable = false}
func.func @golden() -> tensor<f32> {
  %x = amp.read @x : tensor<2x3xf32>
  %y = amp.read @y : tensor<4x3xf32>
  %cot = amp.read @cot : tensor<6x3xf32>
  %g = amp.concat %x, %y {axis = 0 : i64} : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<6x3xf32>
  %gw = amp.mul %g, %cot : (tensor<6x3xf32>, tensor<6x3xf32>) -> tensor<6x3xf32>
  %gs = amp.sum %gw {axes = array<i64: 0, 1>} : (tensor<6x3xf32>) -> tensor<f32>
  return %gs : tensor<f32>
}
