// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The four stored forms of amp.matmul against finite differences, one against
// PyTorch.
//
// RUN: gradient-test %s
// RUN: gradient-test %s %S/../Inputs/golden/ops/matmul_2d.npz

amp.variable @a00 : tensor<2x3xf64> init(dense<[[-0.57, -1.63, -0.54], [-0.65, -0.17, 0.81]]> : tensor<2x3xf64>)
amp.variable @b00 : tensor<3x4xf64> init(dense<[[-0.46, 0.07, -0.82, 1.84], [-1.55, 1.67, -1.09, 1.51], [-1.66, -0.91, 1.62, -1.27]]> : tensor<3x4xf64>)
func.func @loss_00() -> tensor<f64> {
  %a00 = amp.read @a00 : tensor<2x3xf64>
  %b00 = amp.read @b00 : tensor<3x4xf64>
  %r = amp.matmul %a00, %b00 : (tensor<2x3xf64>, tensor<3x4xf64>) -> tensor<2x4xf64>
  %rc = amp.constant dense<[[1.02, 1.28, 1.4, 0.7], [1.78, -0.38, 0.15, 0.06]]> : tensor<2x4xf64>
  %rw = amp.mul %r, %rc : (tensor<2x4xf64>, tensor<2x4xf64>) -> tensor<2x4xf64>
  %rs = amp.sum %rw {axes = array<i64: 0, 1>} : (tensor<2x4xf64>) -> tensor<f64>
  return %rs : tensor<f64>
}

amp.variable @a01 : tensor<2x3xf64> init(dense<[[-0.02, -0.69, -0.88], [1.2, -1.27, 1.58]]> : tensor<2x3xf64>)
amp.variable @b01 : tensor<4x3xf64> init(dense<[[-0.92, -1.93, -1.65], [-0.96, 0.43, -1.11], [-0.94, -1.51, -1.95], [1.98, -0.33, 1.66]]> : tensor<4x3xf64>)
func.func @loss_01() -> tensor<f64> {
  %a01 = amp.read @a01 : tensor<2x3xf64>
  %b01 = amp.read @b01 : tensor<4x3xf64>
  %r = amp.matmul %a01, %b01 {transpose_rhs} : (tensor<2x3xf64>, tensor<4x3xf64>) -> tensor<2x4xf64>
  %rc = amp.constant dense<[[0.49, -1.83, 0.84, 1.75], [1.88, -0.95, -1.28, 1.73]]> : tensor<2x4xf64>
  %rw = amp.mul %r, %rc : (tensor<2x4xf64>, tensor<2x4xf64>) -> tensor<2x4xf64>
  %rs = amp.sum %rw {axes = array<i64: 0, 1>} : (tensor<2x4xf64>) -> tensor<f64>
  return %rs : tensor<f64>
}

amp.variable @a10 : tensor<3x2xf64> init(dense<[[0.51, 0.12], [-1.18, -0.22], [0.69, -0.92]]> : tensor<3x2xf64>)
amp.variable @b10 : tensor<3x4xf64> init(dense<[[1.21, 1.98, -1.85, -1.93], [0.02, 1.91, 0.06, -1.02], [-0.21, 0.63, 0.6, 0.63]]> : tensor<3x4xf64>)
func.func @loss_10() -> tensor<f64> {
  %a10 = amp.read @a10 : tensor<3x2xf64>
  %b10 = amp.read @b10 : tensor<3x4xf64>
  %r = amp.matmul %a10, %b10 {transpose_lhs} : (tensor<3x2xf64>, tensor<3x4xf64>) -> tensor<2x4xf64>
  %rc = amp.constant dense<[[0.18, 1.55, 1.88, -0.77], [-1.14, -1.08, -1.21, 1.53]]> : tensor<2x4xf64>
  %rw = amp.mul %r, %rc : (tensor<2x4xf64>, tensor<2x4xf64>) -> tensor<2x4xf64>
  %rs = amp.sum %rw {axes = array<i64: 0, 1>} : (tensor<2x4xf64>) -> tensor<f64>
  return %rs : tensor<f64>
}

amp.variable @a11 : tensor<3x2xf64> init(dense<[[0.92, -1.44], [1.96, 1.93], [1.35, -1.94]]> : tensor<3x2xf64>)
amp.variable @b11 : tensor<4x3xf64> init(dense<[[0.5, 1.52, -0.28], [-1.78, 0.66, -0.48], [0.02, 1.88, 0.4], [0.77, -1.82, -1.26]]> : tensor<4x3xf64>)
func.func @loss_11() -> tensor<f64> {
  %a11 = amp.read @a11 : tensor<3x2xf64>
  %b11 = amp.read @b11 : tensor<4x3xf64>
  %r = amp.matmul %a11, %b11 {transpose_lhs, transpose_rhs} : (tensor<3x2xf64>, tensor<4x3xf64>) -> tensor<2x4xf64>
  %rc = amp.constant dense<[[-0.92, -1.99, -0.54, -0.68], [1.94, -0.71, -1.86, 1.53]]> : tensor<2x4xf64>
  %rw = amp.mul %r, %rc : (tensor<2x4xf64>, tensor<2x4xf64>) -> tensor<2x4xf64>
  %rs = amp.sum %rw {axes = array<i64: 0, 1>} : (tensor<2x4xf64>) -> tensor<f64>
  return %rs : tensor<f64>
}

amp.variable @x : tensor<4x5xf32> init(#amp.zeros)
amp.variable @y : tensor<5x3xf32> init(#amp.zeros)
amp.variable @cot : tensor<4x3xf32> init(#amp.zeros) {trainable = false}
func.func @golden() -> tensor<f32> {
  %x = amp.read @x : tensor<4x5xf32>
  %y = amp.read @y : tensor<5x3xf32>
  %cot = amp.read @cot : tensor<4x3xf32>
  %g = amp.matmul %x, %y : (tensor<4x5xf32>, tensor<5x3xf32>) -> tensor<4x3xf32>
  %gw = amp.mul %g, %cot : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
  %gs = amp.sum %gw {axes = array<i64: 0, 1>} : (tensor<4x3xf32>) -> tensor<f32>
  return %gs : tensor<f32>
}
