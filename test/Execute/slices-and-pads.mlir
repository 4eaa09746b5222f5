// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Slices, pads and concatenations, read by kernels, reductions and products and
// written out, have the elements of their definition.

// RUN: same-bits %s | FileCheck %s
// CHECK-NOT: {{other bits|expected}}

func.func @slices(%x: tensor<9x70xf32>, %y: tensor<4x33xf32>)
    -> (tensor<4x33xf32>, tensor<4xf32>, tensor<33xf32>, tensor<f32>, tensor<33x4xf32>, tensor<1x70xf32>, tensor<9x0xf32>, tensor<3x33xf32>)
    attributes {test.ulps = 64 : i64} {
  %0 = amp.slice %x {axes = array<i64: 0, 1>, ends = array<i64: 9, 69>, starts = array<i64: 2, 3>, steps = array<i64: 2, 2>} : (tensor<9x70xf32>) -> tensor<4x33xf32>
  %1 = amp.add %0, %y : (tensor<4x33xf32>, tensor<4x33xf32>) -> tensor<4x33xf32>
  %2 = amp.sum %0 {axes = array<i64: 1>} : (tensor<4x33xf32>) -> tensor<4xf32>
  %3 = amp.max %0 {axes = array<i64: 0>} : (tensor<4x33xf32>) -> tensor<33xf32>
  %4 = amp.min %0 {axes = array<i64: 0, 1>} : (tensor<4x33xf32>) -> tensor<f32>
  %5 = amp.transpose %0 {permutation = array<i64: 1, 0>} : (tensor<4x33xf32>) -> tensor<33x4xf32>
  %6 = amp.neg %5 : (tensor<33x4xf32>) -> tensor<33x4xf32>
  %8 = amp.exp %x : (tensor<9x70xf32>) -> tensor<9x70xf32>
  %9 = amp.slice %8 {axes = array<i64: 0>, ends = array<i64: -1>, starts = array<i64: -2>} : (tensor<9x70xf32>) -> tensor<1x70xf32>
  %10 = amp.slice %8 {axes = array<i64: 1>, ends = array<i64: 3>, starts = array<i64: 3>} : (tensor<9x70xf32>) -> tensor<9x0xf32>
  %11 = amp.slice %0 {axes = array<i64: 0>, ends = array<i64: 4>, starts = array<i64: 1>} : (tensor<4x33xf32>) -> tensor<3x33xf32>
  return %1, %2, %3, %4, %6, %9, %10, %11 : tensor<4x33xf32>, tensor<4xf32>, tensor<33xf32>, tensor<f32>, tensor<33x4xf32>, tensor<1x70xf32>, tensor<9x0xf32>, tensor<3x33xf32>
}

// Backwards along the innermost axis, along the outermost one, along both; of
// views, of what a kernel makes, of positions; read by reductions and pads.
func.func @backwards(%x: tensor<9x70xf32>, %y: tensor<9x70xf32>, %v: tensor<6x1x5xf16>, %l: tensor<3x5000xf32>)
    -> (tensor<9x70xf32>, tensor<4x33xf32>, tensor<9xf32>, tensor<70xf32>, tensor<70x9xf32>, tensor<9x70xf32>, tensor<5x3x7xf16>, tensor<3x2xi64>, tensor<11x70xf32>, tensor<3xf32>, tensor<9x70xf32>, tensor<9x70xf32>)
    attributes {test.ulps = 64 : i64} {
  %0 = amp.slice %x {axes = array<i64: 1>, ends = array<i64: -71>, starts = array<i64: -1>, steps = array<i64: -1>} : (tensor<9x70xf32>) -> tensor<9x70xf32>
  %1 = amp.add %0, %y : (tensor<9x70xf32>, tensor<9x70xf32>) -> tensor<9x70xf32>
  %2 = amp.slice %x {axes = array<i64: 0, 1>, ends = array<i64: 1, 3>, starts = array<i64: 8, 69>, steps = array<i64: -2, -2>} : (tensor<9x70xf32>) -> tensor<4x33xf32>
  %3 = amp.exp %2 : (tensor<4x33xf32>) -> tensor<4x33xf32>
  %4 = amp.sum %0 {axes = array<i64: 1>} : (tensor<9x70xf32>) -> tensor<9xf32>
  %5 = amp.slice %x {axes = array<i64: 0>, ends = array<i64: -10>, starts = array<i64: -1>, steps = array<i64: -1>} : (tensor<9x70xf32>) -> tensor<9x70xf32>
  %6 = amp.sum %5 {axes = array<i64: 0>} : (tensor<9x70xf32>) -> tensor<70xf32>
  %7 = amp.transpose %5 {permutation = array<i64: 1, 0>} : (tensor<9x70xf32>) -> tensor<70x9xf32>
  %8 = amp.neg %7 : (tensor<70x9xf32>) -> tensor<70x9xf32>
  %9 = amp.tanh %x : (tensor<9x70xf32>) -> tensor<9x70xf32>
  %10 = amp.slice %9 {axes = array<i64: 0, 1>, ends = array<i64: -99, -99>, starts = array<i64: 99, 99>, steps = array<i64: -1, -1>} : (tensor<9x70xf32>) -> tensor<9x70xf32>
  %11 = amp.mul %9, %10 : (tensor<9x70xf32>, tensor<9x70xf32>) -> tensor<9x70xf32>
  %12 = amp.broadcast %v : (tensor<6x1x5xf16>) -> tensor<6x9x5xf16>
  %13 = amp.transpose %12 {permutation = array<i64: 2, 0, 1>} : (tensor<6x9x5xf16>) -> tensor<5x6x9xf16>
  %14 = amp.slice %13 {axes = array<i64: 2, 1, 0>, ends = array<i64: 1, -7, -6>, starts = array<i64: 8, 4, -1>, steps = array<i64: -1, -2, -1>} : (tensor<5x6x9xf16>) -> tensor<5x3x7xf16>
  %15 = amp.add %14, %14 : (tensor<5x3x7xf16>, tensor<5x3x7xf16>) -> tensor<5x3x7xf16>
  %16 = amp.iota {axis = 0 : i64} : () -> tensor<9x2xi64>
  %17 = amp.slice %16 {axes = array<i64: 0>, ends = array<i64: 1>, starts = array<i64: 7>, steps = array<i64: -2>} : (tensor<9x2xi64>) -> tensor<3x2xi64>
  %18 = amp.pad %5 {high = array<i64: 1, 0>, interior = array<i64: 0, 0>, low = array<i64: 1, 0>, value = 2.0 : f64} : (tensor<9x70xf32>) -> tensor<11x70xf32>
  %19 = amp.slice %l {axes = array<i64: 1>, ends = array<i64: -5001>, starts = array<i64: -1>, steps = array<i64: -1>} : (tensor<3x5000xf32>) -> tensor<3x5000xf32>
  %20 = amp.sum %19 {axes = array<i64: 1>} : (tensor<3x5000xf32>) -> tensor<3xf32>
  return %1, %3, %4, %6, %8, %11, %15, %17, %18, %20, %0, %5 : tensor<9x70xf32>, tensor<4x33xf32>, tensor<9xf32>, tensor<70xf32>, tensor<70x9xf32>, tensor<9x70xf32>, tensor<5x3x7xf16>, tensor<3x2xi64>, tensor<11x70xf32>, tensor<3xf32>, tensor<9x70xf32>, tensor<9x70xf32>
}

// Products read what is written out; their sums cancel.
func.func @slices_feed_products(%x: tensor<9x70xf32>, %w: tensor<33x5xf32>) -> tensor<4x5xf32>
    attributes {test.ulps = 1024 : i64} {
  %0 = amp.slice %x {axes = array<i64: 0, 1>, ends = array<i64: 9, 69>, starts = array<i64: 2, 3>, steps = array<i64: 2, 2>} : (tensor<9x70xf32>) -> tensor<4x33xf32>
  %1 = amp.matmul %0, %w : (tensor<4x33xf32>, tensor<33x5xf32>) -> tensor<4x5xf32>
  return %1 : tensor<4x5xf32>
}

// Slices of broadcasts, transposes, indices and of each other.
func.func @slices_of_views(%x: tensor<6x1x5xf16>, %v: tensor<40xi32>)
    -> (tensor<2x3x7xf16>, tensor<10xi32>, tensor<3x2xi64>, tensor<2x1x2xf16>)
    attributes {test.ulps = 0 : i64} {
  %0 = amp.broadcast %x : (tensor<6x1x5xf16>) -> tensor<6x9x5xf16>
  %1 = amp.transpose %0 {permutation = array<i64: 2, 0, 1>} : (tensor<6x9x5xf16>) -> tensor<5x6x9xf16>
  %2 = amp.slice %1 {axes = array<i64: 2, 1, 0>, ends = array<i64: 8, 6, 4>, starts = array<i64: 1, 0, 0>, steps = array<i64: 1, 2, 3>} : (tensor<5x6x9xf16>) -> tensor<2x3x7xf16>
  %3 = amp.add %2, %2 : (tensor<2x3x7xf16>, tensor<2x3x7xf16>) -> tensor<2x3x7xf16>
  %4 = amp.slice %v {axes = array<i64: 0>, ends = array<i64: 38>, starts = array<i64: 1>, steps = array<i64: 2>} : (tensor<40xi32>) -> tensor<19xi32>
  %5 = amp.slice %4 {axes = array<i64: 0>, ends = array<i64: 19>, starts = array<i64: 0>, steps = array<i64: 2>} : (tensor<19xi32>) -> tensor<10xi32>
  %6 = amp.iota {axis = 0 : i64} : () -> tensor<9x2xi64>
  %7 = amp.slice %6 {axes = array<i64: 0>, ends = array<i64: 9>, starts = array<i64: 3>, steps = array<i64: 2>} : (tensor<9x2xi64>) -> tensor<3x2xi64>
  %8 = amp.slice %x {axes = array<i64: 0, 1, 2>, ends = array<i64: 6, 1, 5>, starts = array<i64: 1, 0, 3>, steps = array<i64: 3, 1, 1>} : (tensor<6x1x5xf16>) -> tensor<2x1x2xf16>
  return %3, %5, %7, %8 : tensor<2x3x7xf16>, tensor<10xi32>, tensor<3x2xi64>, tensor<2x1x2xf16>
}

func.func @pads(%x: tensor<3x40xbf16>, %i: tensor<3xi32>, %b: tensor<2x2xi1>, %s: tensor<1x40xf32>, %e: tensor<0x3xf64>)
    -> (tensor<6x83xbf16>, tensor<42x3xbf16>, tensor<9xi32>, tensor<3x2xi1>, tensor<4x40xf32>, tensor<2x4xf64>, tensor<5x44xf32>, tensor<3xf32>, tensor<8xi64>)
    attributes {test.ulps = 64 : i64} {
  %0 = amp.pad %x {high = array<i64: 0, 4>, interior = array<i64: 1, 1>, low = array<i64: 1, 0>, value = 0.3 : f64} : (tensor<3x40xbf16>) -> tensor<6x83xbf16>
  %1 = amp.transpose %x {permutation = array<i64: 1, 0>} : (tensor<3x40xbf16>) -> tensor<40x3xbf16>
  %2 = amp.pad %1 {high = array<i64: 1, 0>, interior = array<i64: 0, 0>, low = array<i64: 1, 0>, value = 0xFFF0000000000000 : f64} : (tensor<40x3xbf16>) -> tensor<42x3xbf16>
  %3 = amp.pad %i {high = array<i64: 1>, interior = array<i64: 2>, low = array<i64: 1>, value = -7.5 : f64} : (tensor<3xi32>) -> tensor<9xi32>
  %4 = amp.pad %b {high = array<i64: 1, 0>, interior = array<i64: 0, 0>, low = array<i64: 0, 0>, value = 1.0 : f64} : (tensor<2x2xi1>) -> tensor<3x2xi1>
  %5 = amp.pad %s {high = array<i64: 1, 0>, interior = array<i64: 9, 0>, low = array<i64: 2, 0>} : (tensor<1x40xf32>) -> tensor<4x40xf32>
  %6 = amp.pad %e {high = array<i64: 1, 1>, interior = array<i64: 3, 0>, low = array<i64: 1, 0>, value = 2.5 : f64} : (tensor<0x3xf64>) -> tensor<2x4xf64>
  %7 = amp.pad %s {high = array<i64: 2, 2>, interior = array<i64: 0, 0>, low = array<i64: 2, 2>} : (tensor<1x40xf32>) -> tensor<5x44xf32>
  %8 = amp.exp %7 : (tensor<5x44xf32>) -> tensor<5x44xf32>
  %9 = amp.slice %7 {axes = array<i64: 0>, ends = array<i64: 4>, starts = array<i64: 1>} : (tensor<5x44xf32>) -> tensor<3x44xf32>
  %10 = amp.sum %9 {axes = array<i64: 1>} : (tensor<3x44xf32>) -> tensor<3xf32>
  %11 = amp.iota {axis = 0 : i64} : () -> tensor<3xi64>
  %12 = amp.pad %11 {high = array<i64: 2>, interior = array<i64: 1>, low = array<i64: 1>, value = 9.0 : f64} : (tensor<3xi64>) -> tensor<8xi64>
  return %0, %2, %3, %4, %5, %6, %8, %10, %12 : tensor<6x83xbf16>, tensor<42x3xbf16>, tensor<9xi32>, tensor<3x2xi1>, tensor<4x40xf32>, tensor<2x4xf64>, tensor<5x44xf32>, tensor<3xf32>, tensor<8xi64>
}

// The sum over both axes of a pad walks them as two: its border is asked for.
func.func @reduced_pads(%x: tensor<6x7x20xf32>) -> (tensor<6xf32>, tensor<9x22xf32>, tensor<f32>)
    attributes {test.ulps = 64 : i64} {
  %a = amp.abs %x : (tensor<6x7x20xf32>) -> tensor<6x7x20xf32>
  %0 = amp.pad %a {high = array<i64: 0, 1, 1>, interior = array<i64: 0, 0, 0>, low = array<i64: 0, 1, 1>, value = 0.5 : f64} : (tensor<6x7x20xf32>) -> tensor<6x9x22xf32>
  %1 = amp.sum %0 {axes = array<i64: 1, 2>} : (tensor<6x9x22xf32>) -> tensor<6xf32>
  %2 = amp.sum %0 {axes = array<i64: 0>} : (tensor<6x9x22xf32>) -> tensor<9x22xf32>
  %3 = amp.sum %0 {axes = array<i64: 0, 1, 2>} : (tensor<6x9x22xf32>) -> tensor<f32>
  return %1, %2, %3 : tensor<6xf32>, tensor<9x22xf32>, tensor<f32>
}

func.func @concats(%x: tensor<5x3xf32>, %y: tensor<5x40xf32>, %z: tensor<2x40xf32>, %n: tensor<5x0xf32>, %i: tensor<5x2xi32>)
    -> (tensor<5x86xf32>, tensor<12x40xf32>, tensor<5x3xf32>, tensor<5x5xf32>, tensor<5xf32>, tensor<9x9xf32>)
    attributes {test.ulps = 64 : i64} {
  %a = amp.abs %x : (tensor<5x3xf32>) -> tensor<5x3xf32>
  %0 = amp.concat %a, %y, %n, %y, %x {axis = 1 : i64} : (tensor<5x3xf32>, tensor<5x40xf32>, tensor<5x0xf32>, tensor<5x40xf32>, tensor<5x3xf32>) -> tensor<5x86xf32>
  %1 = amp.concat %y, %z, %y {axis = 0 : i64} : (tensor<5x40xf32>, tensor<2x40xf32>, tensor<5x40xf32>) -> tensor<12x40xf32>
  %2 = amp.concat %n, %a {axis = 1 : i64} : (tensor<5x0xf32>, tensor<5x3xf32>) -> tensor<5x3xf32>
  %c = amp.cast %i : (tensor<5x2xi32>) -> tensor<5x2xf32>
  %3 = amp.concat %c, %x {axis = 1 : i64} : (tensor<5x2xf32>, tensor<5x3xf32>) -> tensor<5x5xf32>
  %4 = amp.sum %0 {axes = array<i64: 1>} : (tensor<5x86xf32>) -> tensor<5xf32>
  %5 = amp.transpose %x {permutation = array<i64: 1, 0>} : (tensor<5x3xf32>) -> tensor<3x5xf32>
  %6 = amp.concat %5, %5, %5 {axis = 0 : i64} : (tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>) -> tensor<9x5xf32>
  %7 = amp.slice %y {axes = array<i64: 1>, ends = array<i64: 9>, starts = array<i64: 0>} : (tensor<5x40xf32>) -> tensor<5x9xf32>
  %8 = amp.matmul %6, %7 : (tensor<9x5xf32>, tensor<5x9xf32>) -> tensor<9x9xf32>
  return %0, %1, %2, %3, %4, %8 : tensor<5x86xf32>, tensor<12x40xf32>, tensor<5x3xf32>, tensor<5x5xf32>, tensor<5xf32>, tensor<9x9xf32>
}
