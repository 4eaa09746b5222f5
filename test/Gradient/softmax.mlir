// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// amp.softmax along inner and outer axes, against finite differences and PyTorch.
//
// RUN: gradient-test %s
// RUN: gradient-test %s %S/../Inputs/golden/ops/softmax_dim1.npz

amp.variable @a : tensor<2x3xf64> init(dense<[[-1.44, -0.62, -0.74], [1.36, -1.99, 1.0]]> : tensor<2x3xf64>)
func.func @loss() -> tensor<f64> {
  %a = amp.read @a : tensor<2x3xf64>
  %r = amp.softmax %a {axis = 1 : i64} : (tensor<2x3xf64>) -> tensor<2x3xf64>
  %rc = amp.constant dense<[[1.36, -1.52, 1.71], [0.85, 1.61, -0.84]]> : tensor<2x3xf64>
  %rw = amp.mul %r, %rc : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
  %rs = amp.sum %rw {axes = array<i64: 0, 1>} : (tensor<2x3xf64>) -> tensor<f64>
  return %rs : tensor<f64>
}

amp.variable @b : tensor<3x2xf64> init(dense<[[-0.51, -0.43], [2.0, 0.36], [-0.56, -0.29]]> : tensor<3x2xf64>)
func.func @loss_outer() -> tensor<f64> {
  %b = amp.read @b : tensor<3x2xf64>
  %r = amp.softmax %b {axis = 0 : i64} : (tensor<3x2xf64>) -> tensor<3x2xf64>
  %rc = amp.constant dense<[[-0.9, -1.81], [-1.59, 1.34], [-0.86, 1.74]]> : tensor<3x2xf64>
  %rw = amp.mul %r, %rc : (tensor<3x2xf64>, tensor<3x2xf64>) -> tensor<3x2xf64>
  %rs = amp.sum %rw {axes = array<i64: 0, 1>} : (tensor<3x2xf64>) -> tensor<f64>
  return %rs : tensor<f64>
}

amp.variable @x : tensor<3x4x5xf32> init(#amp.zeros)
amp.variable @cot : tensor<3x4x5xf32> init(#amp.zeros) {trainable = false}
func.func @golden() -> tensor<f32> {
  %x = amp.read @x : tensor<3x4x5xf32>
  %cot = amp.read @cot : tensor<3x4x5xf32>
  %g = amp.softmax %x {axis = 1 : i64} : (tensor<3x4x5xf32>) -> tensor<3x4x5xf32>
  %gw = amp.mul %g, %cot : (tensor<3x4x5xf32>, tensor<3x4x5xf32>) -> tensor<3x4x5xf32>
  %gs = amp.sum %gw {axes = array<i64: 0, 1, 2>} : (tensor<3x4x5xf32>) -> tensor<f32>
  return %gs : tensor<f32>
}
