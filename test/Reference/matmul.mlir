// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: amp-run check %s --target=ref
//
// amp.matmul: all four orientations, f32 accumulation for 16-bit types with one
// rounding, empty dimensions, wrap-around, many matrices.

func.func @orientations() {
  %x = amp.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %y = amp.constant dense<[[1.0, 0.0], [0.0, 1.0], [1.0, -1.0]]> : tensor<3x2xf32>
  %e = amp.constant dense<[[4.0, -1.0], [10.0, -1.0]]> : tensor<2x2xf32>
  %nn = amp.matmul %x, %y : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
  check.expect_eq %nn, %e : tensor<2x2xf32>
  %xt = amp.transpose %x {permutation = array<i64: 1, 0>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %yt = amp.transpose %y {permutation = array<i64: 1, 0>} : (tensor<3x2xf32>) -> tensor<2x3xf32>
  %tn = amp.matmul %xt, %y {transpose_lhs} : (tensor<3x2xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
  check.expect_eq %tn, %e : tensor<2x2xf32>
  %nt = amp.matmul %x, %yt {transpose_rhs} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x2xf32>
  check.expect_eq %nt, %e : tensor<2x2xf32>
  %tt = amp.matmul %xt, %yt {transpose_lhs, transpose_rhs} : (tensor<3x2xf32>, tensor<2x3xf32>) -> tensor<2x2xf32>
  check.expect_eq %tt, %e : tensor<2x2xf32>
  return
}

func.func @sixteen_bit_products_accumulate_in_f32() {
  // Summed in bf16, 256 + 1 stays at 256; in f16, 40000 + 40000 is infinite.
  %x = amp.constant dense<[[256.0, 1.0, 1.0]]> : tensor<1x3xbf16>
  %o = amp.constant dense<1.0> : tensor<3x1xbf16>
  %p = amp.matmul %x, %o {accumulate = f32} : (tensor<1x3xbf16>, tensor<3x1xbf16>) -> tensor<1x1xbf16>
  %e = amp.constant dense<258.0> : tensor<1x1xbf16>
  check.expect_eq %p, %e : tensor<1x1xbf16>
  %h = amp.constant dense<[[40000.0, 40000.0, -40000.0]]> : tensor<1x3xf16>
  %oh = amp.constant dense<1.0> : tensor<3x1xf16>
  %q = amp.matmul %h, %oh : (tensor<1x3xf16>, tensor<3x1xf16>) -> tensor<1x1xf16>
  %eq = amp.constant dense<40000.0> : tensor<1x1xf16>
  check.expect_eq %q, %eq : tensor<1x1xf16>
  return
}

func.func @empty_dimensions() {
  // D33.
  %x = amp.constant dense<> : tensor<2x0xf32>
  %y = amp.constant dense<> : tensor<0x3xf32>
  %p = amp.matmul %x, %y : (tensor<2x0xf32>, tensor<0x3xf32>) -> tensor<2x3xf32>
  %e = amp.constant dense<0.0> : tensor<2x3xf32>
  check.expect_eq %p, %e : tensor<2x3xf32>
  %n = amp.constant dense<> : tensor<0x4xf32>
  %w = amp.constant dense<1.0> : tensor<4x3xf32>
  %q = amp.matmul %n, %w : (tensor<0x4xf32>, tensor<4x3xf32>) -> tensor<0x3xf32>
  %s = amp.sum %q {axes = array<i64: 0, 1>} : (tensor<0x3xf32>) -> tensor<f32>
  %zero = amp.constant dense<0.0> : tensor<f32>
  check.expect_eq %s, %zero : tensor<f32>
  return
}

func.func @nan_meets_zero_and_integers_wrap() {
  %x = amp.constant dense<[[0.0, 1.0]]> : tensor<1x2xf64>
  %y = amp.constant dense<[[0x7FF0000000000000], [1.0]]> : tensor<2x1xf64>
  %p = amp.matmul %x, %y : (tensor<1x2xf64>, tensor<2x1xf64>) -> tensor<1x1xf64>
  %e = amp.constant dense<0x7FF8000000000000> : tensor<1x1xf64>
  check.expect_eq %p, %e : tensor<1x1xf64>
  %i = amp.constant dense<[[65536, 3]]> : tensor<1x2xi32>
  %j = amp.constant dense<[[65536], [5]]> : tensor<2x1xi32>
  %q = amp.matmul %i, %j : (tensor<1x2xi32>, tensor<2x1xi32>) -> tensor<1x1xi32>
  %eq = amp.constant dense<15> : tensor<1x1xi32>
  check.expect_eq %q, %eq : tensor<1x1xi32>
  return
}

func.func @matrices_repeat_along_outer_dimensions() {
  %x = amp.constant dense<[[[[1.0, 2.0]]], [[[3.0, 4.0]]]]> : tensor<2x1x1x2xf32>
  %y = amp.constant dense<[[[1.0, 10.0]], [[0.0, 1.0]], [[-1.0, 0.5]]]> : tensor<3x1x2xf32>
  %p = amp.matmul %x, %y {transpose_rhs} : (tensor<2x1x1x2xf32>, tensor<3x1x2xf32>) -> tensor<2x3x1x1xf32>
  %e = amp.constant dense<[[[[21.0]], [[2.0]], [[0.0]]], [[[43.0]], [[4.0]], [[-1.0]]]]> : tensor<2x3x1x1xf32>
  check.expect_eq %p, %e : tensor<2x3x1x1xf32>
  // One matrix for all, on either side.
  %b = amp.constant dense<[[[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0], [7.0, 8.0]]]> : tensor<2x2x2xf32>
  %w = amp.constant dense<[[0.0, 1.0], [1.0, 1.0]]> : tensor<2x2xf32>
  %q = amp.matmul %b, %w : (tensor<2x2x2xf32>, tensor<2x2xf32>) -> tensor<2x2x2xf32>
  %eq = amp.constant dense<[[[2.0, 3.0], [4.0, 7.0]], [[6.0, 11.0], [8.0, 15.0]]]> : tensor<2x2x2xf32>
  check.expect_eq %q, %eq : tensor<2x2x2xf32>
  %r = amp.matmul %w, %b {transpose_lhs} : (tensor<2x2xf32>, tensor<2x2x2xf32>) -> tensor<2x2x2xf32>
  %er = amp.constant dense<[[[3.0, 4.0], [4.0, 6.0]], [[7.0, 8.0], [12.0, 14.0]]]> : tensor<2x2x2xf32>
  check.expect_eq %r, %er : tensor<2x2x2xf32>
  return
}

func.func @no_matrices_and_empty_ones() {
  %x = amp.constant dense<> : tensor<0x2x3xf32>
  %y = amp.constant dense<1.0> : tensor<3x2xf32>
  %p = amp.matmul %x, %y : (tensor<0x2x3xf32>, tensor<3x2xf32>) -> tensor<0x2x2xf32>
  %e = amp.constant dense<> : tensor<0x2x2xf32>
  check.expect_eq %p, %e : tensor<0x2x2xf32>
  %u = amp.constant dense<> : tensor<2x2x0xf32>
  %v = amp.constant dense<> : tensor<2x0x1xf32>
  %q = amp.matmul %u, %v : (tensor<2x2x0xf32>, tensor<2x0x1xf32>) -> tensor<2x2x1xf32>
  %z = amp.constant dense<0.0> : tensor<2x2x1xf32>
  check.expect_eq %q, %z : tensor<2x2x1xf32>
  return
}
