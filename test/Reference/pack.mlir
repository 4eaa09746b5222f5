// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: amp-run check %s --target=ref
//
// amp.pack: blocks of 64 columns, in them blocks of 16 words, a word being one
// f32 or two bf16 of consecutive rows; zeros beyond the edges.

func.func @one_block_of_f32_is_the_matrix() {
  %i = amp.iota {axis = 0 : i64} : () -> tensor<1024xi64>
  %f = amp.cast %i : (tensor<1024xi64>) -> tensor<1024xf32>
  %w = amp.reshape %f : (tensor<1024xf32>) -> tensor<16x64xf32>
  %e = amp.reshape %f : (tensor<1024xf32>) -> tensor<1x1x16x64xf32>
  %p = amp.pack %w : (tensor<16x64xf32>) -> tensor<1x1x16x64xf32>
  check.expect_eq %p, %e : tensor<1x1x16x64xf32>
  %t = amp.transpose %w {permutation = array<i64: 1, 0>} : (tensor<16x64xf32>) -> tensor<64x16xf32>
  %q = amp.pack %t {transpose} : (tensor<64x16xf32>) -> tensor<1x1x16x64xf32>
  check.expect_eq %q, %e : tensor<1x1x16x64xf32>
  return
}

func.func @blocks_of_columns_come_first() {
  %i = amp.iota {axis = 0 : i64} : () -> tensor<4096xi64>
  %f = amp.cast %i : (tensor<4096xi64>) -> tensor<4096xf32>
  %w = amp.reshape %f : (tensor<4096xf32>) -> tensor<32x128xf32>
  %b = amp.reshape %f : (tensor<4096xf32>) -> tensor<2x16x2x64xf32>
  %e = amp.transpose %b {permutation = array<i64: 2, 0, 1, 3>} : (tensor<2x16x2x64xf32>) -> tensor<2x2x16x64xf32>
  %p = amp.pack %w : (tensor<32x128xf32>) -> tensor<2x2x16x64xf32>
  check.expect_eq %p, %e : tensor<2x2x16x64xf32>
  return
}

func.func @two_rows_of_bf16_share_a_word() {
  %i = amp.iota {axis = 0 : i64} : () -> tensor<2048xi64>
  %f = amp.cast %i : (tensor<2048xi64>) -> tensor<2048xbf16>
  %w = amp.reshape %f : (tensor<2048xbf16>) -> tensor<32x64xbf16>
  %b = amp.reshape %f : (tensor<2048xbf16>) -> tensor<16x2x64xbf16>
  %t = amp.transpose %b {permutation = array<i64: 0, 2, 1>} : (tensor<16x2x64xbf16>) -> tensor<16x64x2xbf16>
  %e = amp.reshape %t : (tensor<16x64x2xbf16>) -> tensor<1x1x16x64x2xbf16>
  %p = amp.pack %w : (tensor<32x64xbf16>) -> tensor<1x1x16x64x2xbf16>
  check.expect_eq %p, %e : tensor<1x1x16x64x2xbf16>
  return
}

func.func @edges_are_zeros() {
  %w = amp.constant dense<[[3.0], [4.0], [5.0]]> : tensor<3x1xbf16>
  %p = amp.pack %w {transpose} : (tensor<3x1xbf16>) -> tensor<1x1x16x64x2xbf16>
  %s = amp.sum %p {axes = array<i64: 0, 1, 2, 3>} : (tensor<1x1x16x64x2xbf16>) -> tensor<2xbf16>
  %e = amp.constant dense<[12.0, 0.0]> : tensor<2xbf16>
  check.expect_eq %s, %e : tensor<2xbf16>
  return
}
