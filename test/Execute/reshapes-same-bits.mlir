// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels that see one tensor in several shapes have the elements of their
// definition: split and joined dimensions, transposed, sliced and repeated,
// reduced in either shape, asked for their positions.

// RUN: same-bits %s | FileCheck %s
// CHECK-NOT: {{other bits|expected}}

func.func @splits(%x: tensor<6x96xf32>, %b: tensor<12x8xf32>) -> (tensor<6x12x8xf32>, tensor<12x6x8xf32>, tensor<6x96xf32>)
    attributes {test.ulps = 64 : i64} {
  %0 = amp.exp %x : (tensor<6x96xf32>) -> tensor<6x96xf32>
  %1 = amp.reshape %0 : (tensor<6x96xf32>) -> tensor<6x12x8xf32>
  %2 = amp.mul %1, %b : (tensor<6x12x8xf32>, tensor<12x8xf32>) -> tensor<6x12x8xf32>
  %3 = amp.transpose %2 {permutation = array<i64: 1, 0, 2>} : (tensor<6x12x8xf32>) -> tensor<12x6x8xf32>
  %4 = amp.neg %3 : (tensor<12x6x8xf32>) -> tensor<12x6x8xf32>
  return %2, %4, %0 : tensor<6x12x8xf32>, tensor<12x6x8xf32>, tensor<6x96xf32>
}

func.func @joins_heads(%x: tensor<5x4x17x32xf32>, %b: tensor<128xf32>, %c: tensor<4x17x1xf32>) -> (tensor<5x17x128xbf16>, tensor<5x4x17x32xf32>)
    attributes {test.ulps = 64 : i64} {
  %0 = amp.mul %x, %c : (tensor<5x4x17x32xf32>, tensor<4x17x1xf32>) -> tensor<5x4x17x32xf32>
  %1 = amp.transpose %0 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<5x4x17x32xf32>) -> tensor<5x17x4x32xf32>
  %2 = amp.reshape %1 : (tensor<5x17x4x32xf32>) -> tensor<5x17x128xf32>
  %3 = amp.mul %2, %b : (tensor<5x17x128xf32>, tensor<128xf32>) -> tensor<5x17x128xf32>
  %4 = amp.cast %3 : (tensor<5x17x128xf32>) -> tensor<5x17x128xbf16>
  return %4, %0 : tensor<5x17x128xbf16>, tensor<5x4x17x32xf32>
}

// Heads of one tensor, as attention takes them, backwards too.
func.func @heads(%x: tensor<2x9x96xf32>) -> (tensor<2x4x9x9xf32>, tensor<2x4x9x8xf32>)
    attributes {test.ulps = 1024 : i64} {
  %a = amp.abs %x : (tensor<2x9x96xf32>) -> tensor<2x9x96xf32>
  %q = amp.slice %a {axes = array<i64: 2>, ends = array<i64: 32>, starts = array<i64: 0>} : (tensor<2x9x96xf32>) -> tensor<2x9x32xf32>
  %k = amp.slice %a {axes = array<i64: 2>, ends = array<i64: 64>, starts = array<i64: 32>} : (tensor<2x9x96xf32>) -> tensor<2x9x32xf32>
  %v = amp.slice %a {axes = array<i64: 2>, ends = array<i64: 63>, starts = array<i64: 95>, steps = array<i64: -1>} : (tensor<2x9x96xf32>) -> tensor<2x9x32xf32>
  %q1 = amp.reshape %q : (tensor<2x9x32xf32>) -> tensor<2x9x4x8xf32>
  %k1 = amp.reshape %k : (tensor<2x9x32xf32>) -> tensor<2x9x4x8xf32>
  %v1 = amp.reshape %v : (tensor<2x9x32xf32>) -> tensor<2x9x4x8xf32>
  %q2 = amp.transpose %q1 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<2x9x4x8xf32>) -> tensor<2x4x9x8xf32>
  %k2 = amp.transpose %k1 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<2x9x4x8xf32>) -> tensor<2x4x9x8xf32>
  %v2 = amp.transpose %v1 {permutation = array<i64: 0, 2, 1, 3>} : (tensor<2x9x4x8xf32>) -> tensor<2x4x9x8xf32>
  %0 = amp.matmul %q2, %k2 {transpose_rhs} : (tensor<2x4x9x8xf32>, tensor<2x4x9x8xf32>) -> tensor<2x4x9x9xf32>
  %1 = amp.neg %v2 : (tensor<2x4x9x8xf32>) -> tensor<2x4x9x8xf32>
  return %0, %1 : tensor<2x4x9x9xf32>, tensor<2x4x9x8xf32>
}

// Rows longer than a chunk in the one shape and short in the other.
func.func @reductions(%x: tensor<3x5x1000xf32>, %y: tensor<6x12x8xf32>)
    -> (tensor<3xf32>, tensor<3x5xf32>, tensor<6x96xf32>, tensor<96xf32>, tensor<12x8xf32>, tensor<6x12xf32>, tensor<f32>)
    attributes {test.ulps = 256 : i64} {
  %a = amp.abs %x : (tensor<3x5x1000xf32>) -> tensor<3x5x1000xf32>
  %0 = amp.reshape %a : (tensor<3x5x1000xf32>) -> tensor<3x5000xf32>
  %1 = amp.sum %0 {axes = array<i64: 1>} : (tensor<3x5000xf32>) -> tensor<3xf32>
  %2 = amp.sum %a {axes = array<i64: 2>} : (tensor<3x5x1000xf32>) -> tensor<3x5xf32>
  %b = amp.abs %y : (tensor<6x12x8xf32>) -> tensor<6x12x8xf32>
  %3 = amp.reshape %b : (tensor<6x12x8xf32>) -> tensor<6x96xf32>
  %4 = amp.max %3 {axes = array<i64: 1>, keepdims} : (tensor<6x96xf32>) -> tensor<6x1xf32>
  %5 = amp.add %3, %4 : (tensor<6x96xf32>, tensor<6x1xf32>) -> tensor<6x96xf32>
  %6 = amp.sum %3 {axes = array<i64: 0>} : (tensor<6x96xf32>) -> tensor<96xf32>
  %7 = amp.sum %b {axes = array<i64: 0>} : (tensor<6x12x8xf32>) -> tensor<12x8xf32>
  %8 = amp.max %b {axes = array<i64: 2>} : (tensor<6x12x8xf32>) -> tensor<6x12xf32>
  %9 = amp.sum %3 {axes = array<i64: 0, 1>} : (tensor<6x96xf32>) -> tensor<f32>
  return %1, %2, %5, %6, %7, %8, %9 : tensor<3xf32>, tensor<3x5xf32>, tensor<6x96xf32>, tensor<96xf32>, tensor<12x8xf32>, tensor<6x12xf32>, tensor<f32>
}

// Positions along joined and split dimensions, and a border asked for.
func.func @positions(%x: tensor<4x6xf32>, %e: tensor<0x6xf32>) -> (tensor<24xf32>, tensor<4x6xi64>, tensor<4x3x4xf32>, tensor<0x2x3xf32>)
    attributes {test.ulps = 64 : i64} {
  %n = amp.iota {axis = 0 : i64} : () -> tensor<24xi32>
  %i = amp.cast %n : (tensor<24xi32>) -> tensor<24xf32>
  %a = amp.exp %x : (tensor<4x6xf32>) -> tensor<4x6xf32>
  %0 = amp.reshape %a : (tensor<4x6xf32>) -> tensor<24xf32>
  %1 = amp.add %0, %i : (tensor<24xf32>, tensor<24xf32>) -> tensor<24xf32>
  %j = amp.iota {axis = 0 : i64} : () -> tensor<24xi64>
  %2 = amp.reshape %j : (tensor<24xi64>) -> tensor<4x6xi64>
  %3 = amp.add %2, %2 : (tensor<4x6xi64>, tensor<4x6xi64>) -> tensor<4x6xi64>
  %4 = amp.pad %x {high = array<i64: 0, 5>, interior = array<i64: 0, 0>, low = array<i64: 0, 1>} : (tensor<4x6xf32>) -> tensor<4x12xf32>
  %5 = amp.reshape %4 : (tensor<4x12xf32>) -> tensor<4x3x4xf32>
  %6 = amp.neg %5 : (tensor<4x3x4xf32>) -> tensor<4x3x4xf32>
  %7 = amp.neg %e : (tensor<0x6xf32>) -> tensor<0x6xf32>
  %8 = amp.reshape %7 : (tensor<0x6xf32>) -> tensor<0x2x3xf32>
  %9 = amp.abs %8 : (tensor<0x2x3xf32>) -> tensor<0x2x3xf32>
  return %1, %3, %6, %9 : tensor<24xf32>, tensor<4x6xi64>, tensor<4x3x4xf32>, tensor<0x2x3xf32>
}

// One tensor in three shapes that have common parts only together.
func.func @three_shapes(%x: tensor<4x6xf32>, %y: tensor<2x12xf32>, %z: tensor<8x3xf32>) -> (tensor<2x12xf32>, tensor<8x3xf32>)
    attributes {test.ulps = 64 : i64} {
  %0 = amp.exp %x : (tensor<4x6xf32>) -> tensor<4x6xf32>
  %1 = amp.reshape %0 : (tensor<4x6xf32>) -> tensor<2x12xf32>
  %2 = amp.add %1, %y : (tensor<2x12xf32>, tensor<2x12xf32>) -> tensor<2x12xf32>
  %3 = amp.reshape %2 : (tensor<2x12xf32>) -> tensor<8x3xf32>
  %4 = amp.mul %3, %z : (tensor<8x3xf32>, tensor<8x3xf32>) -> tensor<8x3xf32>
  %5 = amp.reshape %0 : (tensor<4x6xf32>) -> tensor<8x3xf32>
  %6 = amp.add %4, %5 : (tensor<8x3xf32>, tensor<8x3xf32>) -> tensor<8x3xf32>
  return %2, %6 : tensor<2x12xf32>, tensor<8x3xf32>
}
