// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// amp.slice with steps, an empty one and two of one value, against finite
// differences and PyTorch.
//
// RUN: gradient-test %s
// RUN: gradient-test %s %S/../Inputs/golden/ops/slice_step.npz

amp.variable @a : tensor<3x7xf64> init(dense<[[-0.7, -1.4, 0.6, -1.71, 0.14, -0.54, -1.77], [0.03, -1.85, -0.27, -1.72, -1.64, -0.3, 1.31], [-1.5, -1.11, 0.51, 1.79, 0.31, -0.41, 1.91]]> : tensor<3x7xf64>)
func.func @loss() -> tensor<f64> {
  %a = amp.read @a : tensor<3x7xf64>
  %r = amp.slice %a {axes = array<i64: 1, 0>, ends = array<i64: 6, 3>, starts = array<i64: 1, -2>, steps = array<i64: 2, 1>} : (tensor<3x7xf64>) -> tensor<2x3xf64>
  %rc = amp.constant dense<[[-1.81, 1.43, -0.84], [-1.42, -1.53, -0.77]]> : tensor<2x3xf64>
  %rw = amp.mul %r, %rc : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
  %rq = amp.mul %rw, %r : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
  %rs = amp.sum %rq {axes = array<i64: 0, 1>} : (tensor<2x3xf64>) -> tensor<f64>
  return %rs : tensor<f64>
}

amp.variable @b : tensor<5x2xf64> init(dense<[[1.26, -1.28], [0.33, 0.56], [-0.51, 0.19], [-1.75, -1.76], [-1.18, 0.72]]> : tensor<5x2xf64>)
func.func @loss_overlap() -> tensor<f64> {
  %b = amp.read @b : tensor<5x2xf64>
  %s = amp.slice %b {axes = array<i64: 0>, ends = array<i64: 4>, starts = array<i64: 0>, steps = array<i64: 3>} : (tensor<5x2xf64>) -> tensor<2x2xf64>
  %t = amp.slice %b {axes = array<i64: 0>, ends = array<i64: 5>, starts = array<i64: 3>} : (tensor<5x2xf64>) -> tensor<2x2xf64>
  %e = amp.slice %b {axes = array<i64: 0>, ends = array<i64: 1>, starts = array<i64: 3>} : (tensor<5x2xf64>) -> tensor<0x2xf64>
  %es = amp.sum %e {axes = array<i64: 0>} : (tensor<0x2xf64>) -> tensor<2xf64>
  %m = amp.mul %s, %t : (tensor<2x2xf64>, tensor<2x2xf64>) -> tensor<2x2xf64>
  %r = amp.add %m, %es : (tensor<2x2xf64>, tensor<2xf64>) -> tensor<2x2xf64>
  %rc = amp.constant dense<[[-0.29, -0.74], [0.34, -0.19]]> : tensor<2x2xf64>
  %rw = amp.mul %r, %rc : (tensor<2x2xf64>, tensor<2x2xf64>) -> tensor<2x2xf64>
  %rq = amp.mul %rw, %r : (tensor<2x2xf64>, tensor<2x2xf64>) -> tensor<2x2xf64>
  %rs = amp.sum %rq {axes = array<i64: 0, 1>} : (tensor<2x2xf64>) -> tensor<f64>
  return %rs : tensor<f64>
}

amp.variable @d : tensor<4x5xf64> init(dense<[[0.6, -1.3, 0.2, 1.1, -0.4], [1.7, 0.9, -0.8, 0.3, -1.6], [-0.5, 1.4, 0.7, -1.2, 0.1], [0.8, -0.9, 1.5, -0.2, 1.0]]> : tensor<4x5xf64>)
func.func @loss_backwards() -> tensor<f64> {
  %d = amp.read @d : tensor<4x5xf64>
  %s = amp.slice %d {axes = array<i64: 0, 1>, ends = array<i64: -5, 0>, starts = array<i64: -1, 3>, steps = array<i64: -1, -2>} : (tensor<4x5xf64>) -> tensor<4x2xf64>
  %t = amp.slice %d {axes = array<i64: 0, 1>, ends = array<i64: 0, 5>, starts = array<i64: 3, 3>, steps = array<i64: -3, 1>} : (tensor<4x5xf64>) -> tensor<1x2xf64>
  %m = amp.mul %s, %t : (tensor<4x2xf64>, tensor<1x2xf64>) -> tensor<4x2xf64>
  %c = amp.constant dense<[[0.3, -0.7], [1.1, 0.4], [-0.6, 0.9], [0.2, -1.2]]> : tensor<4x2xf64>
  %w = amp.mul %m, %c : (tensor<4x2xf64>, tensor<4x2xf64>) -> tensor<4x2xf64>
  %q = amp.mul %w, %s : (tensor<4x2xf64>, tensor<4x2xf64>) -> tensor<4x2xf64>
  %r = amp.sum %q {axes = array<i64: 0, 1>} : (tensor<4x2xf64>) -> tensor<f64>
  return %r : tensor<f64>
}

amp.variable @x : tensor<3x7xf32> init(#amp.zeros)
amp.variable @cot : tensor<3x3xf32> init(#amp.zeros) {trainable = false}
func.func @golden() -> tensor<f32> {
  %x = amp.read @x : tensor<3x7xf32>
  %cot = amp.read @cot : tensor<3x3xf32>
  %g = amp.slice %x {axes = array<i64: 1>, ends = array<i64: 6>, starts = array<i64: 1>, steps = array<i64: 2>} : (tensor<3x7xf32>) -> tensor<3x3xf32>
  %gw = amp.mul %g, %cot : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  %gs = amp.sum %gw {axes = array<i64: 0, 1>} : (tensor<3x3xf32>) -> tensor<f32>
  return %gs : tensor<f32>
}
