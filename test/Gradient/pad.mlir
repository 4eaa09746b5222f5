// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// amp.pad, around and between the elements, against finite differences and
// PyTorch.
//
// RUN: gradient-test %s
// RUN: gradient-test %s %S/../Inputs/golden/ops/pad_constant.npz

amp.variable @a : tensor<2x3xf64> init(dense<[[-0.8, 1.18, 0.8], [-1.02, 0.3, 0.1]]> : tensor<2x3xf64>)
func.func @loss() -> tensor<f64> {
  %a = amp.read @a : tensor<2x3xf64>
  %r = amp.pad %a {high = array<i64: 1, 0>, interior = array<i64: 0, 2>, low = array<i64: 2, 1>, value = -1.5 : f64} : (tensor<2x3xf64>) -> tensor<5x8xf64>
  %rc = amp.constant dense<[[1.5, 0.92, -0.85, 1.92, -1.53, -0.33, 1.03, -1.39], [-0.04, -1.84, 0.67, 1.06, 0.29, 1.5, -0.75, 0.78], [0.38, 0.32, -0.18, 1.36, 1.78, -0.1, 0.66, -1.76], [0.81, 0.59, 1.97, 1.29, -0.86, -0.46, 0.67, -1.91], [-0.15, -1.33, -1.53, -1.76, 1.07, -1.48, -1.01, -0.44]]> : tensor<5x8xf64>
  %rw = amp.mul %r, %rc : (tensor<5x8xf64>, tensor<5x8xf64>) -> tensor<5x8xf64>
  %rq = amp.mul %rw, %r : (tensor<5x8xf64>, tensor<5x8xf64>) -> tensor<5x8xf64>
  %rs = amp.sum %rq {axes = array<i64: 0, 1>} : (tensor<5x8xf64>) -> tensor<f64>
  return %rs : tensor<f64>
}

amp.variable @x : tensor<3x4xf32> init(#amp.zeros)
amp.variable @cot : tensor<4x7xf32> init(#amp.zeros) {trainable = false}
func.func @golden() -> tensor<f32> {
  %x = amp.read @x : tensor<3x4xf32>
  %cot = amp.read @cot : tensor<4x7xf32>
  %g = amp.pad %x {high = array<i64: 1, 2>, interior = array<i64: 0, 0>, low = array<i64: 0, 1>, value = 0.5 : f64} : (tensor<3x4xf32>) -> tensor<4x7xf32>
  %gw = amp.mul %g, %cot : (tensor<4x7xf32>, tensor<4x7xf32>) -> tensor<4x7xf32>
  %gs = amp.sum %gw {axes = array<i64: 0, 1>} : (tensor<4x7xf32>) -> tensor<f32>
  return %gs : tensor<f32>
}
