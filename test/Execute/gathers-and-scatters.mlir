// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gathers, embeddings and scatters, with whatever computes their indices and
// reads their results, have the elements of their definition; sums are made in
// the order of the indices, so they have the interpreter's bits.

// RUN: same-bits %s | FileCheck %s
// CHECK-NOT: {{other bits|expected}}

func.func @gathers(%x: tensor<5x6x37xf32>, %i: tensor<2x3xi64>, %j: tensor<i32>, %b: tensor<4x3xi1>)
    -> (tensor<2x3x6x37xf32>, tensor<5x2x3x37xf32>, tensor<5x6x2x3xf32>, tensor<6x37xf32>, tensor<5x37xf32>, tensor<2x3x3xi1>)
    attributes {test.ulps = 0 : i64} {
  %0 = amp.gather %x, %i {axis = 0 : i64} : (tensor<5x6x37xf32>, tensor<2x3xi64>) -> tensor<2x3x6x37xf32>
  %one = amp.constant dense<1> : tensor<i64>
  %k = amp.add %i, %one : (tensor<2x3xi64>, tensor<i64>) -> tensor<2x3xi64>
  %1 = amp.gather %x, %k {axis = 1 : i64} : (tensor<5x6x37xf32>, tensor<2x3xi64>) -> tensor<5x2x3x37xf32>
  %n1 = amp.neg %1 : (tensor<5x2x3x37xf32>) -> tensor<5x2x3x37xf32>
  %2 = amp.gather %x, %i {axis = 2 : i64} : (tensor<5x6x37xf32>, tensor<2x3xi64>) -> tensor<5x6x2x3xf32>
  %3 = amp.gather %x, %j {axis = 0 : i64} : (tensor<5x6x37xf32>, tensor<i32>) -> tensor<6x37xf32>
  %4 = amp.gather %x, %j {axis = 1 : i64} : (tensor<5x6x37xf32>, tensor<i32>) -> tensor<5x37xf32>
  %5 = amp.gather %b, %i {axis = 0 : i64} : (tensor<4x3xi1>, tensor<2x3xi64>) -> tensor<2x3x3xi1>
  return %0, %n1, %2, %3, %4, %5 : tensor<2x3x6x37xf32>, tensor<5x2x3x37xf32>, tensor<5x6x2x3xf32>, tensor<6x37xf32>, tensor<5x37xf32>, tensor<2x3x3xi1>
}

// From views, from what exists nowhere in memory, and along one element.
func.func @gathers_from_views(%x: tensor<37x4xbf16>, %i: tensor<3xi64>, %s: tensor<4x1xf32>)
    -> (tensor<3x37xbf16>, tensor<3x5xbf16>, tensor<3xi64>, tensor<3x2xf32>, tensor<4x3xf32>, tensor<3x4xbf16>)
    attributes {test.ulps = 0 : i64} {
  %0 = amp.transpose %x {permutation = array<i64: 1, 0>} : (tensor<37x4xbf16>) -> tensor<4x37xbf16>
  %1 = amp.gather %0, %i {axis = 0 : i64} : (tensor<4x37xbf16>, tensor<3xi64>) -> tensor<3x37xbf16>
  %2 = amp.slice %0 {axes = array<i64: 1, 0>, ends = array<i64: 15, 4>, starts = array<i64: 1, 0>, steps = array<i64: 3, 1>} : (tensor<4x37xbf16>) -> tensor<4x5xbf16>
  %3 = amp.gather %2, %i {axis = 0 : i64} : (tensor<4x5xbf16>, tensor<3xi64>) -> tensor<3x5xbf16>
  %4 = amp.iota {axis = 0 : i64} : () -> tensor<9xi64>
  %5 = amp.slice %4 {axes = array<i64: 0>, ends = array<i64: 9>, starts = array<i64: 1>, steps = array<i64: 2>} : (tensor<9xi64>) -> tensor<4xi64>
  %6 = amp.gather %5, %i {axis = 0 : i64} : (tensor<4xi64>, tensor<3xi64>) -> tensor<3xi64>
  %7 = amp.constant dense<2.5> : tensor<4x2xf32>
  %8 = amp.gather %7, %i {axis = 0 : i64} : (tensor<4x2xf32>, tensor<3xi64>) -> tensor<3x2xf32>
  %z = amp.constant dense<0> : tensor<i64>
  %zeros = amp.mul %i, %z : (tensor<3xi64>, tensor<i64>) -> tensor<3xi64>
  %9 = amp.gather %s, %zeros {axis = 1 : i64} : (tensor<4x1xf32>, tensor<3xi64>) -> tensor<4x3xf32>
  %10 = amp.slice %x {axes = array<i64: 0>, ends = array<i64: 37>, starts = array<i64: 5>, steps = array<i64: 4>} : (tensor<37x4xbf16>) -> tensor<8x4xbf16>
  %11 = amp.gather %10, %i {axis = 0 : i64} : (tensor<8x4xbf16>, tensor<3xi64>) -> tensor<3x4xbf16>
  return %1, %3, %6, %8, %9, %11 : tensor<3x37xbf16>, tensor<3x5xbf16>, tensor<3xi64>, tensor<3x2xf32>, tensor<4x3xf32>, tensor<3x4xbf16>
}

func.func @gathered_elements(%x: tensor<4x5x35xf32>, %i: tensor<4x3x35xi64>, %j: tensor<4x5x2xi32>, %k: tensor<9x5x35xi64>)
    -> (tensor<4x3x35xf32>, tensor<4x5x2xf32>, tensor<9x5x35xf32>, tensor<4x5xf32>)
    attributes {test.ulps = 64 : i64} {
  %0 = amp.gather_elements %x, %i {axis = 1 : i64} : (tensor<4x5x35xf32>, tensor<4x3x35xi64>) -> tensor<4x3x35xf32>
  %1 = amp.gather_elements %x, %j {axis = 2 : i64} : (tensor<4x5x35xf32>, tensor<4x5x2xi32>) -> tensor<4x5x2xf32>
  %2 = amp.gather_elements %x, %k {axis = 0 : i64} : (tensor<4x5x35xf32>, tensor<9x5x35xi64>) -> tensor<9x5x35xf32>
  %3 = amp.sum %1 {axes = array<i64: 2>} : (tensor<4x5x2xf32>) -> tensor<4x5xf32>
  return %0, %1, %2, %3 : tensor<4x3x35xf32>, tensor<4x5x2xf32>, tensor<9x5x35xf32>, tensor<4x5xf32>
}

func.func @embeddings(%w: tensor<50x33xf32>, %h: tensor<7x16xf16>, %i: tensor<6x9xi64>, %j: tensor<4xi32>, %p: tensor<33x5xf32>)
    -> (tensor<6x33xf32>, tensor<54x5xf32>, tensor<4x16xf16>, tensor<6x9xf32>)
    attributes {test.ulps = 1024 : i64} {
  %0 = amp.embedding %w, %i : (tensor<50x33xf32>, tensor<6x9xi64>) -> tensor<6x9x33xf32>
  %1 = amp.mean %0 {axes = array<i64: 1>} : (tensor<6x9x33xf32>) -> tensor<6x33xf32>
  %2 = amp.reshape %0 : (tensor<6x9x33xf32>) -> tensor<54x33xf32>
  %3 = amp.matmul %2, %p : (tensor<54x33xf32>, tensor<33x5xf32>) -> tensor<54x5xf32>
  %4 = amp.embedding %h, %j : (tensor<7x16xf16>, tensor<4xi32>) -> tensor<4x16xf16>
  %5 = amp.add %4, %4 : (tensor<4x16xf16>, tensor<4x16xf16>) -> tensor<4x16xf16>
  %6 = amp.max %0 {axes = array<i64: 2>} : (tensor<6x9x33xf32>) -> tensor<6x9xf32>
  return %1, %3, %5, %6 : tensor<6x33xf32>, tensor<54x5xf32>, tensor<4x16xf16>, tensor<6x9xf32>
}

func.func @scatters(%u: tensor<60x33xf32>, %i: tensor<60xi64>, %j: tensor<2x2xi32>, %c: tensor<3x2x2x2xbf16>, %h: tensor<9x600xf16>, %k: tensor<9xi64>, %d: tensor<5xf64>, %l: tensor<5xi64>, %n: tensor<5xi32>)
    -> (tensor<7x33xf32>, tensor<3x9x2xbf16>, tensor<4x600xf16>, tensor<5xf64>, tensor<4xi32>, tensor<7x33xf32>)
    attributes {test.ulps = 0 : i64} {
  %0 = amp.scatter_add %u, %i {axis = 0 : i64} : (tensor<60x33xf32>, tensor<60xi64>) -> tensor<7x33xf32>
  %1 = amp.scatter_add %c, %j {axis = 1 : i64} : (tensor<3x2x2x2xbf16>, tensor<2x2xi32>) -> tensor<3x9x2xbf16>
  %2 = amp.scatter_add %h, %k {axis = 0 : i64} : (tensor<9x600xf16>, tensor<9xi64>) -> tensor<4x600xf16>
  %3 = amp.scatter_add %d, %l {axis = 0 : i64} : (tensor<5xf64>, tensor<5xi64>) -> tensor<5xf64>
  %4 = amp.scatter_add %n, %l {axis = 0 : i64} : (tensor<5xi32>, tensor<5xi64>) -> tensor<4xi32>
  %v = amp.mul %u, %u : (tensor<60x33xf32>, tensor<60x33xf32>) -> tensor<60x33xf32>
  %one = amp.constant dense<1> : tensor<i64>
  %m = amp.add %i, %one : (tensor<60xi64>, tensor<i64>) -> tensor<60xi64>
  %5 = amp.scatter_add %v, %m {axis = 0 : i64} : (tensor<60x33xf32>, tensor<60xi64>) -> tensor<7x33xf32>
  %6 = amp.neg %5 : (tensor<7x33xf32>) -> tensor<7x33xf32>
  return %0, %1, %2, %3, %4, %6 : tensor<7x33xf32>, tensor<3x9x2xbf16>, tensor<4x600xf16>, tensor<5xf64>, tensor<4xi32>, tensor<7x33xf32>
}

func.func @scattered_elements(%u: tensor<3x50x40xf32>, %i: tensor<3x50x40xi64>, %b: tensor<40x9xbf16>, %j: tensor<40x9xi32>, %n: tensor<6x4xi64>, %k: tensor<6x4xi64>)
    -> (tensor<3x4x40xf32>, tensor<40x5xbf16>, tensor<9x4xi64>)
    attributes {test.ulps = 0 : i64} {
  %0 = amp.scatter_add_elements %u, %i {axis = 1 : i64} : (tensor<3x50x40xf32>, tensor<3x50x40xi64>) -> tensor<3x4x40xf32>
  %1 = amp.scatter_add_elements %b, %j {axis = 1 : i64} : (tensor<40x9xbf16>, tensor<40x9xi32>) -> tensor<40x5xbf16>
  %2 = amp.scatter_add_elements %n, %k {axis = 0 : i64} : (tensor<6x4xi64>, tensor<6x4xi64>) -> tensor<9x4xi64>
  return %0, %1, %2 : tensor<3x4x40xf32>, tensor<40x5xbf16>, tensor<9x4xi64>
}

func.func @empty(%x: tensor<0x3xf32>, %i: tensor<0xi64>, %y: tensor<4x3xf32>)
    -> (tensor<0x3xf32>, tensor<0x3xf32>, tensor<4x3xf32>, tensor<4x0xf32>)
    attributes {test.ulps = 0 : i64} {
  %0 = amp.gather %x, %i {axis = 0 : i64} : (tensor<0x3xf32>, tensor<0xi64>) -> tensor<0x3xf32>
  %1 = amp.embedding %y, %i : (tensor<4x3xf32>, tensor<0xi64>) -> tensor<0x3xf32>
  %2 = amp.scatter_add %x, %i {axis = 0 : i64} : (tensor<0x3xf32>, tensor<0xi64>) -> tensor<4x3xf32>
  %3 = amp.gather %y, %i {axis = 1 : i64} : (tensor<4x3xf32>, tensor<0xi64>) -> tensor<4x0xf32>
  return %0, %1, %2, %3 : tensor<0x3xf32>, tensor<0x3xf32>, tensor<4x3xf32>, tensor<4x0xf32>
}
