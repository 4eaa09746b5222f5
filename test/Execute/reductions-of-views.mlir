// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A reduction over several axes of a view sums in the order of the view's own
// shape, though no kernel can walk its axes as one; and tensors without elements
// are computed like others.

// RUN: amp-run check %s --target=ref
// RUN: amp-run check %s --target=cpu
// RUN: amp-run check %s --target=cpu --fuse=off

// Which of these numbers cancel depends on the order.
func.func @transposed() {
  %x = amp.constant dense<[[1.0e8, -1.0e8], [1.0, 1.0]]> : tensor<2x2xf32>
  %y = amp.constant dense<[[1.0e8, 1.0], [-1.0e8, 1.0]]> : tensor<2x2xf32>
  %t = amp.transpose %x {permutation = array<i64: 1, 0>} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %0 = amp.sum %t {axes = array<i64: 0, 1>} : (tensor<2x2xf32>) -> tensor<f32>
  %1 = amp.max %t {axes = array<i64: 0, 1>, keepdims} : (tensor<2x2xf32>) -> tensor<1x1xf32>
  %2 = amp.constant dense<[[1.0e8]]> : tensor<1x1xf32>
  %3 = amp.sum %y {axes = array<i64: 0, 1>} : (tensor<2x2xf32>) -> tensor<f32>
  check.expect_eq %0, %3 : tensor<f32>
  check.expect_eq %1, %2 : tensor<1x1xf32>
  return
}

func.func @repeated() {
  %x = amp.constant dense<[[1.0, 2.0, 4.0]]> : tensor<1x3xbf16>
  %b = amp.broadcast %x : (tensor<1x3xbf16>) -> tensor<5x2x3xbf16>
  %0 = amp.sum %b {axes = array<i64: 0, 1, 2>} : (tensor<5x2x3xbf16>) -> tensor<bf16>
  %1 = amp.sum %b {axes = array<i64: 0, 2>} : (tensor<5x2x3xbf16>) -> tensor<2xbf16>
  %2 = amp.constant dense<70.0> : tensor<bf16>
  %3 = amp.constant dense<35.0> : tensor<2xbf16>
  check.expect_eq %0, %2 : tensor<bf16>
  check.expect_eq %1, %3 : tensor<2xbf16>
  return
}

func.func @indices() {
  %i = amp.iota {axis = 1 : i64} : () -> tensor<3x4xi64>
  %0 = amp.sum %i {axes = array<i64: 0, 1>} : (tensor<3x4xi64>) -> tensor<i64>
  %1 = amp.constant dense<18> : tensor<i64>
  check.expect_eq %0, %1 : tensor<i64>
  %t = amp.transpose %i {permutation = array<i64: 1, 0>} : (tensor<3x4xi64>) -> tensor<4x3xi64>
  %2 = amp.max %t {axes = array<i64: 0, 1>} : (tensor<4x3xi64>) -> tensor<i64>
  %3 = amp.constant dense<3> : tensor<i64>
  check.expect_eq %2, %3 : tensor<i64>
  return
}

func.func @nothing() {
  %i = amp.iota {axis = 0 : i64} : () -> tensor<8x0xi64>
  %x = amp.cast %i : (tensor<8x0xi64>) -> tensor<8x0xf32>
  %t = amp.transpose %x {permutation = array<i64: 1, 0>} : (tensor<8x0xf32>) -> tensor<0x8xf32>
  %0 = amp.sum %x {axes = array<i64: 1>} : (tensor<8x0xf32>) -> tensor<8xf32>
  %1 = amp.sum %t {axes = array<i64: 0, 1>} : (tensor<0x8xf32>) -> tensor<f32>
  %2 = amp.constant dense<0.0> : tensor<8xf32>
  %3 = amp.constant dense<0.0> : tensor<f32>
  check.expect_eq %0, %2 : tensor<8xf32>
  check.expect_eq %1, %3 : tensor<f32>
  return
}
