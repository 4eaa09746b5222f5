// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products with either operand transposed, by flag or by view, and affine maps
// agree with their definition up to the library's order of summation.

// RUN: same-bits %s | FileCheck %s
// CHECK-NOT: {{other bits|expected}}

func.func @nn_f32(%x: tensor<33x17xf32>, %y: tensor<17x9xf32>)
    -> (tensor<33x9xf32>)
    attributes {test.ulps = 16 : i64} {
  %a = amp.abs %x : (tensor<33x17xf32>) -> tensor<33x17xf32>
  %b = amp.abs %y : (tensor<17x9xf32>) -> tensor<17x9xf32>
  %0 = amp.matmul %a, %b {accumulate = f32} : (tensor<33x17xf32>, tensor<17x9xf32>) -> tensor<33x9xf32>
  return %0 : tensor<33x9xf32>
}

func.func @nn_f16(%x: tensor<33x17xf16>, %y: tensor<17x9xf16>)
    -> (tensor<33x9xf16>)
    attributes {test.ulps = 1 : i64} {
  %a = amp.abs %x : (tensor<33x17xf16>) -> tensor<33x17xf16>
  %b = amp.abs %y : (tensor<17x9xf16>) -> tensor<17x9xf16>
  %0 = amp.matmul %a, %b {accumulate = f32} : (tensor<33x17xf16>, tensor<17x9xf16>) -> tensor<33x9xf16>
  return %0 : tensor<33x9xf16>
}

func.func @tn_f32(%x: tensor<17x33xf32>, %y: tensor<17x9xf32>)
    -> (tensor<33x9xf32>)
    attributes {test.ulps = 16 : i64} {
  %a = amp.abs %x : (tensor<17x33xf32>) -> tensor<17x33xf32>
  %b = amp.abs %y : (tensor<17x9xf32>) -> tensor<17x9xf32>
  %0 = amp.matmul %a, %b {accumulate = f32, transpose_lhs} : (tensor<17x33xf32>, tensor<17x9xf32>) -> tensor<33x9xf32>
  return %0 : tensor<33x9xf32>
}

func.func @tn_f16(%x: tensor<17x33xf16>, %y: tensor<17x9xf16>)
    -> (tensor<33x9xf16>)
    attributes {test.ulps = 1 : i64} {
  %a = amp.abs %x : (tensor<17x33xf16>) -> tensor<17x33xf16>
  %b = amp.abs %y : (tensor<17x9xf16>) -> tensor<17x9xf16>
  %0 = amp.matmul %a, %b {accumulate = f32, transpose_lhs} : (tensor<17x33xf16>, tensor<17x9xf16>) -> tensor<33x9xf16>
  return %0 : tensor<33x9xf16>
}

func.func @nt_f32(%x: tensor<33x17xf32>, %y: tensor<9x17xf32>)
    -> (tensor<33x9xf32>)
    attributes {test.ulps = 16 : i64} {
  %a = amp.abs %x : (tensor<33x17xf32>) -> tensor<33x17xf32>
  %b = amp.abs %y : (tensor<9x17xf32>) -> tensor<9x17xf32>
  %0 = amp.matmul %a, %b {accumulate = f32, transpose_rhs} : (tensor<33x17xf32>, tensor<9x17xf32>) -> tensor<33x9xf32>
  return %0 : tensor<33x9xf32>
}

func.func @nt_f16(%x: tensor<33x17xf16>, %y: tensor<9x17xf16>)
    -> (tensor<33x9xf16>)
    attributes {test.ulps = 1 : i64} {
  %a = amp.abs %x : (tensor<33x17xf16>) -> tensor<33x17xf16>
  %b = amp.abs %y : (tensor<9x17xf16>) -> tensor<9x17xf16>
  %0 = amp.matmul %a, %b {accumulate = f32, transpose_rhs} : (tensor<33x17xf16>, tensor<9x17xf16>) -> tensor<33x9xf16>
  return %0 : tensor<33x9xf16>
}

func.func @tt_f32(%x: tensor<17x33xf32>, %y: tensor<9x17xf32>)
    -> (tensor<33x9xf32>)
    attributes {test.ulps = 16 : i64} {
  %a = amp.abs %x : (tensor<17x33xf32>) -> tensor<17x33xf32>
  %b = amp.abs %y : (tensor<9x17xf32>) -> tensor<9x17xf32>
  %0 = amp.matmul %a, %b {accumulate = f32, transpose_lhs, transpose_rhs} : (tensor<17x33xf32>, tensor<9x17xf32>) -> tensor<33x9xf32>
  return %0 : tensor<33x9xf32>
}

func.func @tt_f16(%x: tensor<17x33xf16>, %y: tensor<9x17xf16>)
    -> (tensor<33x9xf16>)
    attributes {test.ulps = 1 : i64} {
  %a = amp.abs %x : (tensor<17x33xf16>) -> tensor<17x33xf16>
  %b = amp.abs %y : (tensor<9x17xf16>) -> tensor<9x17xf16>
  %0 = amp.matmul %a, %b {accumulate = f32, transpose_lhs, transpose_rhs} : (tensor<17x33xf16>, tensor<9x17xf16>) -> tensor<33x9xf16>
  return %0 : tensor<33x9xf16>
}

func.func @transposed_views(%x: tensor<17x33xf32>, %y: tensor<9x17xf32>)
    -> (tensor<f32>)
    attributes {test.ulps = 4096 : i64} {
  %t = amp.transpose %x {permutation = array<i64: 1, 0>} : (tensor<17x33xf32>) -> tensor<33x17xf32>
  %u = amp.transpose %y {permutation = array<i64: 1, 0>} : (tensor<9x17xf32>) -> tensor<17x9xf32>
  %0 = amp.matmul %t, %u {accumulate = f32} : (tensor<33x17xf32>, tensor<17x9xf32>) -> tensor<33x9xf32>
  %1 = amp.mul %0, %0 : (tensor<33x9xf32>, tensor<33x9xf32>) -> tensor<33x9xf32>
  %2 = amp.sum %1 {axes = array<i64: 0, 1>} : (tensor<33x9xf32>) -> tensor<f32>
  return %2 : tensor<f32>
}

func.func @other_types(%x: tensor<5x6xf64>, %y: tensor<6x7xf64>, %i: tensor<5x6xi64>, %j: tensor<6x7xi64>)
    -> (tensor<5x7xi64>)
    attributes {test.ulps = 0 : i64} {
  %0 = amp.matmul %x, %y {accumulate = f64} : (tensor<5x6xf64>, tensor<6x7xf64>) -> tensor<5x7xf64>
  %1 = amp.matmul %i, %j : (tensor<5x6xi64>, tensor<6x7xi64>) -> tensor<5x7xi64>
  return %1 : tensor<5x7xi64>
}

func.func @linear_f32(%x: tensor<33x17xf32>, %w: tensor<9x17xf32>, %b: tensor<9xf32>)
    -> (tensor<33x9xf32>)
    attributes {test.ulps = 16 : i64} {
  %a = amp.abs %x : (tensor<33x17xf32>) -> tensor<33x17xf32>
  %c = amp.abs %w : (tensor<9x17xf32>) -> tensor<9x17xf32>
  %d = amp.abs %b : (tensor<9xf32>) -> tensor<9xf32>
  %0 = amp.linear %a, %c, %d {accumulate = f32} : (tensor<33x17xf32>, tensor<9x17xf32>, tensor<9xf32>) -> tensor<33x9xf32>
  %1 = amp.relu %0 : (tensor<33x9xf32>) -> tensor<33x9xf32>
  return %1 : tensor<33x9xf32>
}

// All vectors are rows of one product, also of what is transposed; one vector
// is one row.
func.func @linear_of_vectors(%x: tensor<3x11x17xf32>, %t: tensor<3x17x11xf32>, %v: tensor<17xf32>, %w: tensor<9x17xf32>, %b: tensor<9xf32>)
    -> (tensor<3x11x9xf32>, tensor<3x11x9xf32>, tensor<9xf32>, tensor<3x11x9xf32>)
    attributes {test.ulps = 16 : i64} {
  %a = amp.abs %x : (tensor<3x11x17xf32>) -> tensor<3x11x17xf32>
  %c = amp.abs %w : (tensor<9x17xf32>) -> tensor<9x17xf32>
  %d = amp.abs %b : (tensor<9xf32>) -> tensor<9xf32>
  %0 = amp.linear %a, %c, %d : (tensor<3x11x17xf32>, tensor<9x17xf32>, tensor<9xf32>) -> tensor<3x11x9xf32>
  %1 = amp.relu %0 : (tensor<3x11x9xf32>) -> tensor<3x11x9xf32>
  %2 = amp.abs %t : (tensor<3x17x11xf32>) -> tensor<3x17x11xf32>
  %3 = amp.transpose %2 {permutation = array<i64: 0, 2, 1>} : (tensor<3x17x11xf32>) -> tensor<3x11x17xf32>
  %4 = amp.linear %3, %c, %d : (tensor<3x11x17xf32>, tensor<9x17xf32>, tensor<9xf32>) -> tensor<3x11x9xf32>
  %5 = amp.abs %v : (tensor<17xf32>) -> tensor<17xf32>
  %6 = amp.linear %5, %c, %d : (tensor<17xf32>, tensor<9x17xf32>, tensor<9xf32>) -> tensor<9xf32>
  %7 = amp.linear %a, %c : (tensor<3x11x17xf32>, tensor<9x17xf32>) -> tensor<3x11x9xf32>
  return %1, %4, %6, %7 : tensor<3x11x9xf32>, tensor<3x11x9xf32>, tensor<9xf32>, tensor<3x11x9xf32>
}

// f16 is widened or not as the machine has it; no vectors are no rows.
func.func @linear_of_low_vectors(%x: tensor<3x5x7xf16>, %y: tensor<3x5x7xbf16>, %n: tensor<0x5x7xf16>, %v: tensor<7xbf16>, %w: tensor<6x7xf16>, %u: tensor<6x7xbf16>)
    -> (tensor<3x5x6xf16>, tensor<3x5x6xbf16>, tensor<0x5x6xf16>, tensor<6xbf16>)
    attributes {test.ulps = 1 : i64} {
  %a = amp.abs %x : (tensor<3x5x7xf16>) -> tensor<3x5x7xf16>
  %b = amp.abs %y : (tensor<3x5x7xbf16>) -> tensor<3x5x7xbf16>
  %c = amp.abs %w : (tensor<6x7xf16>) -> tensor<6x7xf16>
  %d = amp.abs %u : (tensor<6x7xbf16>) -> tensor<6x7xbf16>
  %e = amp.abs %v : (tensor<7xbf16>) -> tensor<7xbf16>
  %0 = amp.linear %a, %c : (tensor<3x5x7xf16>, tensor<6x7xf16>) -> tensor<3x5x6xf16>
  %1 = amp.linear %b, %d : (tensor<3x5x7xbf16>, tensor<6x7xbf16>) -> tensor<3x5x6xbf16>
  %2 = amp.linear %n, %c : (tensor<0x5x7xf16>, tensor<6x7xf16>) -> tensor<0x5x6xf16>
  %3 = amp.linear %e, %d : (tensor<7xbf16>, tensor<6x7xbf16>) -> tensor<6xbf16>
  return %0, %1, %2, %3 : tensor<3x5x6xf16>, tensor<3x5x6xbf16>, tensor<0x5x6xf16>, tensor<6xbf16>
}

// Sums of no terms, and a bias.
func.func @no_terms(%x: tensor<7x0xbf16>, %w: tensor<5x0xbf16>, %b: tensor<5xbf16>)
    -> (tensor<7x5xbf16>, tensor<7x7xbf16>)
    attributes {test.ulps = 0 : i64} {
  %0 = amp.linear %x, %w, %b {accumulate = f32} : (tensor<7x0xbf16>, tensor<5x0xbf16>, tensor<5xbf16>) -> tensor<7x5xbf16>
  %1 = amp.matmul %x, %x {transpose_rhs, accumulate = f32} : (tensor<7x0xbf16>, tensor<7x0xbf16>) -> tensor<7x7xbf16>
  return %0, %1 : tensor<7x5xbf16>, tensor<7x7xbf16>
}
