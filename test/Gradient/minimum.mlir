// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// amp.minimum with broadcast operands against finite differences.
//
// RUN: gradient-test %s

amp.variable @a : tensor<2x3xf64> init(dense<[[0.5, -1.25, 2.0], [0.75, -0.5, 1.5]]> : tensor<2x3xf64>)
amp.variable @b : tensor<3xf64> init(dense<[1.0, -2.0, 0.25]> : tensor<3xf64>)
func.func @loss() -> tensor<f64> {
  %a = amp.read @a : tensor<2x3xf64>
  %b = amp.read @b : tensor<3xf64>
  %r = amp.minimum %a, %b : (tensor<2x3xf64>, tensor<3xf64>) -> tensor<2x3xf64>
  %rc = amp.constant dense<[[-1.19, -0.21, -0.33], [-0.43, -0.74, 0.68]]> : tensor<2x3xf64>
  %rw = amp.mul %r, %rc : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
  %rs = amp.sum %rw {axes = array<i64: 0, 1>} : (tensor<2x3xf64>) -> tensor<f64>
  return %rs : tensor<f64>
}

// Both operands broadcast.
amp.variable @c : tensor<2x1xf64> init(dense<[[0.5], [-1.25]]> : tensor<2x1xf64>)
amp.variable @d : tensor<1x3xf64> init(dense<[[1.0, -2.0, 0.25]]> : tensor<1x3xf64>)
func.func @loss_both() -> tensor<f64> {
  %c = amp.read @c : tensor<2x1xf64>
  %d = amp.read @d : tensor<1x3xf64>
  %r = amp.minimum %c, %d : (tensor<2x1xf64>, tensor<1x3xf64>) -> tensor<2x3xf64>
  %rc = amp.constant dense<[[-0.29, -1.15, -0.79], [-1.51, 1.11, 1.76]]> : tensor<2x3xf64>
  %rw = amp.mul %r, %rc : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
  %rs = amp.sum %rw {axes = array<i64: 0, 1>} : (tensor<2x3xf64>) -> tensor<f64>
  return %rs : tensor<f64>
}

// Equal operands share the gradient; a NaN passes it to both.
amp.variable @p : tensor<4xf32> init(dense<[1.0, 2.0, 3.0, 0x7FC00000]> : tensor<4xf32>) {amp.expected_gradient = dense<[1.0, 0.5, 0.0, 1.0]> : tensor<4xf32>}
amp.variable @q : tensor<4xf32> init(dense<[2.0, 2.0, 2.0, 2.0]> : tensor<4xf32>) {amp.expected_gradient = dense<[0.0, 0.5, 1.0, 1.0]> : tensor<4xf32>}
func.func @tie() -> tensor<f32> {
  %p = amp.read @p : tensor<4xf32>
  %q = amp.read @q : tensor<4xf32>
  %0 = amp.minimum %p, %q : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = amp.sum %0 {axes = array<i64: 0>} : (tensor<4xf32>) -> tensor<f32>
  return %1 : tensor<f32>
}
