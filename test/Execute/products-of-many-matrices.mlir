// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products of many matrices, in pairs and repeated, agree with their definition
// up to the library's order of summation, with any number of threads.

// RUN: same-bits %s | FileCheck %s
// CHECK-NOT: {{other bits|expected}}

func.func @pairs_f32(%x: tensor<6x33x17xf32>, %y: tensor<6x17x9xf32>) -> (tensor<6x33x9xf32>)
    attributes {test.ulps = 24 : i64} {
  %a = amp.abs %x : (tensor<6x33x17xf32>) -> tensor<6x33x17xf32>
  %b = amp.abs %y : (tensor<6x17x9xf32>) -> tensor<6x17x9xf32>
  %0 = amp.matmul %a, %b {accumulate = f32} : (tensor<6x33x17xf32>, tensor<6x17x9xf32>) -> tensor<6x33x9xf32>
  return %0 : tensor<6x33x9xf32>
}

func.func @pairs_tn_f32(%x: tensor<6x17x33xf32>, %y: tensor<6x17x9xf32>) -> (tensor<6x33x9xf32>)
    attributes {test.ulps = 24 : i64} {
  %a = amp.abs %x : (tensor<6x17x33xf32>) -> tensor<6x17x33xf32>
  %b = amp.abs %y : (tensor<6x17x9xf32>) -> tensor<6x17x9xf32>
  %0 = amp.matmul %a, %b {accumulate = f32, transpose_lhs} : (tensor<6x17x33xf32>, tensor<6x17x9xf32>) -> tensor<6x33x9xf32>
  return %0 : tensor<6x33x9xf32>
}

func.func @pairs_tn_bf16(%x: tensor<6x17x33xbf16>, %y: tensor<6x17x9xbf16>) -> (tensor<6x33x9xbf16>)
    attributes {test.ulps = 1 : i64} {
  %a = amp.abs %x : (tensor<6x17x33xbf16>) -> tensor<6x17x33xbf16>
  %b = amp.abs %y : (tensor<6x17x9xbf16>) -> tensor<6x17x9xbf16>
  %0 = amp.matmul %a, %b {accumulate = f32, transpose_lhs} : (tensor<6x17x33xbf16>, tensor<6x17x9xbf16>) -> tensor<6x33x9xbf16>
  return %0 : tensor<6x33x9xbf16>
}

func.func @pairs_tn_f16(%x: tensor<6x17x33xf16>, %y: tensor<6x17x9xf16>) -> (tensor<6x33x9xf16>)
    attributes {test.ulps = 1 : i64} {
  %a = amp.abs %x : (tensor<6x17x33xf16>) -> tensor<6x17x33xf16>
  %b = amp.abs %y : (tensor<6x17x9xf16>) -> tensor<6x17x9xf16>
  %0 = amp.matmul %a, %b {accumulate = f32, transpose_lhs} : (tensor<6x17x33xf16>, tensor<6x17x9xf16>) -> tensor<6x33x9xf16>
  return %0 : tensor<6x33x9xf16>
}

func.func @pairs_nt_f32(%x: tensor<6x33x17xf32>, %y: tensor<6x9x17xf32>) -> (tensor<6x33x9xf32>)
    attributes {test.ulps = 24 : i64} {
  %a = amp.abs %x : (tensor<6x33x17xf32>) -> tensor<6x33x17xf32>
  %b = amp.abs %y : (tensor<6x9x17xf32>) -> tensor<6x9x17xf32>
  %0 = amp.matmul %a, %b {accumulate = f32, transpose_rhs} : (tensor<6x33x17xf32>, tensor<6x9x17xf32>) -> tensor<6x33x9xf32>
  return %0 : tensor<6x33x9xf32>
}

func.func @pairs_tt_f32(%x: tensor<6x17x33xf32>, %y: tensor<6x9x17xf32>) -> (tensor<6x33x9xf32>)
    attributes {test.ulps = 24 : i64} {
  %a = amp.abs %x : (tensor<6x17x33xf32>) -> tensor<6x17x33xf32>
  %b = amp.abs %y : (tensor<6x9x17xf32>) -> tensor<6x9x17xf32>
  %0 = amp.matmul %a, %b {accumulate = f32, transpose_lhs, transpose_rhs} : (tensor<6x17x33xf32>, tensor<6x9x17xf32>) -> tensor<6x33x9xf32>
  return %0 : tensor<6x33x9xf32>
}

func.func @pairs_tt_f64(%x: tensor<6x17x33xf64>, %y: tensor<6x9x17xf64>) -> (tensor<6x33x9xf64>)
    attributes {test.ulps = 16 : i64} {
  %a = amp.abs %x : (tensor<6x17x33xf64>) -> tensor<6x17x33xf64>
  %b = amp.abs %y : (tensor<6x9x17xf64>) -> tensor<6x9x17xf64>
  %0 = amp.matmul %a, %b {accumulate = f64, transpose_lhs, transpose_rhs} : (tensor<6x17x33xf64>, tensor<6x9x17xf64>) -> tensor<6x33x9xf64>
  return %0 : tensor<6x33x9xf64>
}

func.func @one_right_f32(%x: tensor<5x33x17xf32>, %y: tensor<17x9xf32>) -> (tensor<5x33x9xf32>)
    attributes {test.ulps = 24 : i64} {
  %a = amp.abs %x : (tensor<5x33x17xf32>) -> tensor<5x33x17xf32>
  %b = amp.abs %y : (tensor<17x9xf32>) -> tensor<17x9xf32>
  %0 = amp.matmul %a, %b {accumulate = f32} : (tensor<5x33x17xf32>, tensor<17x9xf32>) -> tensor<5x33x9xf32>
  return %0 : tensor<5x33x9xf32>
}

func.func @one_right_bf16(%x: tensor<5x33x17xbf16>, %y: tensor<17x9xbf16>) -> (tensor<5x33x9xbf16>)
    attributes {test.ulps = 1 : i64} {
  %a = amp.abs %x : (tensor<5x33x17xbf16>) -> tensor<5x33x17xbf16>
  %b = amp.abs %y : (tensor<17x9xbf16>) -> tensor<17x9xbf16>
  %0 = amp.matmul %a, %b {accumulate = f32} : (tensor<5x33x17xbf16>, tensor<17x9xbf16>) -> tensor<5x33x9xbf16>
  return %0 : tensor<5x33x9xbf16>
}

func.func @one_right_f16(%x: tensor<5x33x17xf16>, %y: tensor<17x9xf16>) -> (tensor<5x33x9xf16>)
    attributes {test.ulps = 1 : i64} {
  %a = amp.abs %x : (tensor<5x33x17xf16>) -> tensor<5x33x17xf16>
  %b = amp.abs %y : (tensor<17x9xf16>) -> tensor<17x9xf16>
  %0 = amp.matmul %a, %b {accumulate = f32} : (tensor<5x33x17xf16>, tensor<17x9xf16>) -> tensor<5x33x9xf16>
  return %0 : tensor<5x33x9xf16>
}

func.func @one_left_f32(%x: tensor<33x17xf32>, %y: tensor<5x17x9xf32>) -> (tensor<5x33x9xf32>)
    attributes {test.ulps = 24 : i64} {
  %a = amp.abs %x : (tensor<33x17xf32>) -> tensor<33x17xf32>
  %b = amp.abs %y : (tensor<5x17x9xf32>) -> tensor<5x17x9xf32>
  %0 = amp.matmul %a, %b {accumulate = f32} : (tensor<33x17xf32>, tensor<5x17x9xf32>) -> tensor<5x33x9xf32>
  return %0 : tensor<5x33x9xf32>
}

func.func @repeated_f32(%x: tensor<2x1x33x17xf32>, %y: tensor<3x17x9xf32>) -> (tensor<2x3x33x9xf32>)
    attributes {test.ulps = 24 : i64} {
  %a = amp.abs %x : (tensor<2x1x33x17xf32>) -> tensor<2x1x33x17xf32>
  %b = amp.abs %y : (tensor<3x17x9xf32>) -> tensor<3x17x9xf32>
  %0 = amp.matmul %a, %b {accumulate = f32} : (tensor<2x1x33x17xf32>, tensor<3x17x9xf32>) -> tensor<2x3x33x9xf32>
  return %0 : tensor<2x3x33x9xf32>
}

func.func @repeated_bf16(%x: tensor<2x1x33x17xbf16>, %y: tensor<3x17x9xbf16>) -> (tensor<2x3x33x9xbf16>)
    attributes {test.ulps = 1 : i64} {
  %a = amp.abs %x : (tensor<2x1x33x17xbf16>) -> tensor<2x1x33x17xbf16>
  %b = amp.abs %y : (tensor<3x17x9xbf16>) -> tensor<3x17x9xbf16>
  %0 = amp.matmul %a, %b {accumulate = f32} : (tensor<2x1x33x17xbf16>, tensor<3x17x9xbf16>) -> tensor<2x3x33x9xbf16>
  return %0 : tensor<2x3x33x9xbf16>
}

func.func @repeated_f16(%x: tensor<2x1x33x17xf16>, %y: tensor<3x17x9xf16>) -> (tensor<2x3x33x9xf16>)
    attributes {test.ulps = 1 : i64} {
  %a = amp.abs %x : (tensor<2x1x33x17xf16>) -> tensor<2x1x33x17xf16>
  %b = amp.abs %y : (tensor<3x17x9xf16>) -> tensor<3x17x9xf16>
  %0 = amp.matmul %a, %b {accumulate = f32} : (tensor<2x1x33x17xf16>, tensor<3x17x9xf16>) -> tensor<2x3x33x9xf16>
  return %0 : tensor<2x3x33x9xf16>
}

func.func @repeated_f64(%x: tensor<2x1x33x17xf64>, %y: tensor<3x17x9xf64>) -> (tensor<2x3x33x9xf64>)
    attributes {test.ulps = 16 : i64} {
  %a = amp.abs %x : (tensor<2x1x33x17xf64>) -> tensor<2x1x33x17xf64>
  %b = amp.abs %y : (tensor<3x17x9xf64>) -> tensor<3x17x9xf64>
  %0 = amp.matmul %a, %b {accumulate = f64} : (tensor<2x1x33x17xf64>, tensor<3x17x9xf64>) -> tensor<2x3x33x9xf64>
  return %0 : tensor<2x3x33x9xf64>
}

func.func @rows_of_stacks_f32(%x: tensor<2x3x7x17xf32>, %y: tensor<2x1x9x17xf32>) -> (tensor<2x3x7x9xf32>)
    attributes {test.ulps = 24 : i64} {
  %a = amp.abs %x : (tensor<2x3x7x17xf32>) -> tensor<2x3x7x17xf32>
  %b = amp.abs %y : (tensor<2x1x9x17xf32>) -> tensor<2x1x9x17xf32>
  %0 = amp.matmul %a, %b {accumulate = f32, transpose_rhs} : (tensor<2x3x7x17xf32>, tensor<2x1x9x17xf32>) -> tensor<2x3x7x9xf32>
  return %0 : tensor<2x3x7x9xf32>
}

func.func @large_f32(%x: tensor<8x64x96xf32>, %y: tensor<8x96x64xf32>) -> (tensor<8x64x64xf32>)
    attributes {test.ulps = 24 : i64} {
  %a = amp.abs %x : (tensor<8x64x96xf32>) -> tensor<8x64x96xf32>
  %b = amp.abs %y : (tensor<8x96x64xf32>) -> tensor<8x96x64xf32>
  %0 = amp.matmul %a, %b {accumulate = f32} : (tensor<8x64x96xf32>, tensor<8x96x64xf32>) -> tensor<8x64x64xf32>
  return %0 : tensor<8x64x64xf32>
}

// A view that exchanges rows and columns is folded, another one is not, and one
// whose elements were arranged anew in between is neither.
func.func @views_f32(%x: tensor<4x17x6xf32>, %y: tensor<4x17x9xf32>, %z: tensor<2x6xf32>, %w: tensor<4x3xf32>)
    -> (tensor<4x6x9xf32>, tensor<6x17x17xf32>, tensor<3x3xf32>)
    attributes {test.ulps = 24 : i64} {
  %a = amp.abs %x : (tensor<4x17x6xf32>) -> tensor<4x17x6xf32>
  %b = amp.abs %y : (tensor<4x17x9xf32>) -> tensor<4x17x9xf32>
  %t = amp.transpose %a {permutation = array<i64: 0, 2, 1>} : (tensor<4x17x6xf32>) -> tensor<4x6x17xf32>
  %0 = amp.matmul %t, %b {accumulate = f32} : (tensor<4x6x17xf32>, tensor<4x17x9xf32>) -> tensor<4x6x9xf32>
  %u = amp.transpose %a {permutation = array<i64: 2, 0, 1>} : (tensor<4x17x6xf32>) -> tensor<6x4x17xf32>
  %1 = amp.matmul %u, %u {accumulate = f32, transpose_lhs} : (tensor<6x4x17xf32>, tensor<6x4x17xf32>) -> tensor<6x17x17xf32>
  %c = amp.abs %z : (tensor<2x6xf32>) -> tensor<2x6xf32>
  %d = amp.abs %w : (tensor<4x3xf32>) -> tensor<4x3xf32>
  %v = amp.transpose %c {permutation = array<i64: 1, 0>} : (tensor<2x6xf32>) -> tensor<6x2xf32>
  %r = amp.reshape %v : (tensor<6x2xf32>) -> tensor<3x4xf32>
  %2 = amp.matmul %r, %d {accumulate = f32} : (tensor<3x4xf32>, tensor<4x3xf32>) -> tensor<3x3xf32>
  return %0, %1, %2 : tensor<4x6x9xf32>, tensor<6x17x17xf32>, tensor<3x3xf32>
}

func.func @nothing_f32(%x: tensor<0x4x3xf32>, %y: tensor<3x5xf32>, %z: tensor<2x4x0xf32>, %w: tensor<2x0x5xf32>)
    -> (tensor<0x4x5xf32>, tensor<2x4x5xf32>)
    attributes {test.ulps = 0 : i64} {
  %0 = amp.matmul %x, %y {accumulate = f32} : (tensor<0x4x3xf32>, tensor<3x5xf32>) -> tensor<0x4x5xf32>
  %1 = amp.matmul %z, %w {accumulate = f32} : (tensor<2x4x0xf32>, tensor<2x0x5xf32>) -> tensor<2x4x5xf32>
  return %0, %1 : tensor<0x4x5xf32>, tensor<2x4x5xf32>
}
