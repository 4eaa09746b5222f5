// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dropout draws the same mask as its definition, whatever the type, the shape,
// the kernel it is part of and the thread that runs it.

// RUN: same-bits %s | FileCheck %s --implicit-check-not='other bits' --implicit-check-not=expected
// CHECK: in_a_chain: 1 kernels, 1 launches

func.func @in_a_chain(%x: tensor<37x50xf32>, %b: tensor<50xf32>, %s: tensor<i64>, %c: tensor<i64>)
    -> (tensor<37x50xf32>)
    attributes {test.ulps = 0 : i64} {
  %0 = amp.add %x, %b : (tensor<37x50xf32>, tensor<50xf32>) -> tensor<37x50xf32>
  %1 = amp.relu %0 : (tensor<37x50xf32>) -> tensor<37x50xf32>
  %2 = amp.dropout %1, %s, %c {p = 0.3 : f64, number = 5 : i64} : (tensor<37x50xf32>, tensor<i64>, tensor<i64>) -> tensor<37x50xf32>
  %3 = amp.mul %2, %x : (tensor<37x50xf32>, tensor<37x50xf32>) -> tensor<37x50xf32>
  return %3 : tensor<37x50xf32>
}

// A number among the keys counts by its low half.
func.func @number_as_key(%x: tensor<37x50xf32>, %s: tensor<i64>, %c: tensor<i64>, %n: tensor<i64>)
    -> (tensor<37x50xf32>)
    attributes {test.ulps = 0 : i64} {
  %0 = amp.dropout %x, %s, %c, %n {p = 0.3 : f64} : (tensor<37x50xf32>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<37x50xf32>
  return %0 : tensor<37x50xf32>
}

// Layers that differ in their numbers are launches of one kernel.
// CHECK: layers: 1 kernels, 2 launches
func.func @layers(%x: tensor<16x32xf32>, %w: tensor<32x32xf32>, %s: tensor<i64>, %c: tensor<i64>)
    -> (tensor<16x32xf32>)
    attributes {test.ulps = 64 : i64} {
  %0 = amp.relu %x : (tensor<16x32xf32>) -> tensor<16x32xf32>
  %1 = amp.dropout %0, %s, %c {p = 0.5 : f64, number = 1 : i64} : (tensor<16x32xf32>, tensor<i64>, tensor<i64>) -> tensor<16x32xf32>
  %2 = amp.matmul %1, %w : (tensor<16x32xf32>, tensor<32x32xf32>) -> tensor<16x32xf32>
  %3 = amp.relu %2 : (tensor<16x32xf32>) -> tensor<16x32xf32>
  %4 = amp.dropout %3, %s, %c {p = 0.5 : f64, number = 2 : i64} : (tensor<16x32xf32>, tensor<i64>, tensor<i64>) -> tensor<16x32xf32>
  return %4 : tensor<16x32xf32>
}

func.func @before_reductions(%x: tensor<9x70xf64>, %s: tensor<i64>, %c: tensor<i64>)
    -> (tensor<9x70xf64>, tensor<9xf64>, tensor<70xf64>)
    attributes {test.ulps = 8 : i64} {
  %0 = amp.abs %x : (tensor<9x70xf64>) -> tensor<9x70xf64>
  %1 = amp.dropout %0, %s, %c {p = 0.5 : f64, number = 1 : i64} : (tensor<9x70xf64>, tensor<i64>, tensor<i64>) -> tensor<9x70xf64>
  %2 = amp.sum %1 {axes = array<i64: 1>} : (tensor<9x70xf64>) -> tensor<9xf64>
  %3 = amp.sum %1 {axes = array<i64: 0>} : (tensor<9x70xf64>) -> tensor<70xf64>
  return %1, %2, %3 : tensor<9x70xf64>, tensor<9xf64>, tensor<70xf64>
}

// The position is that in the tensor as the op sees it, not as it is stored.
func.func @of_views(%x: tensor<6x8xbf16>, %y: tensor<8xf16>, %s: tensor<i64>, %c: tensor<i64>)
    -> (tensor<8x6xbf16>, tensor<3x8xf16>)
    attributes {test.ulps = 0 : i64} {
  %t = amp.transpose %x {permutation = array<i64: 1, 0>} : (tensor<6x8xbf16>) -> tensor<8x6xbf16>
  %0 = amp.dropout %t, %s, %c {p = 0.25 : f64, number = 0 : i64} : (tensor<8x6xbf16>, tensor<i64>, tensor<i64>) -> tensor<8x6xbf16>
  %r = amp.broadcast %y : (tensor<8xf16>) -> tensor<3x8xf16>
  %1 = amp.dropout %r, %s, %c {p = 0.4 : f64, number = 0 : i64} : (tensor<3x8xf16>, tensor<i64>, tensor<i64>) -> tensor<3x8xf16>
  return %0, %1 : tensor<8x6xbf16>, tensor<3x8xf16>
}

// Enough elements for several threads, and a large seed and counter.
func.func @many(%x: tensor<100000xf32>, %v: tensor<i64>, %u: tensor<f32>)
    -> (tensor<100000xf32>, tensor<f32>, tensor<4x0xf32>)
    attributes {test.ulps = 0 : i64} {
  %s = amp.constant dense<-8646911284551352320> : tensor<i64>
  %c = amp.constant dense<81985529216486895> : tensor<i64>
  %0 = amp.dropout %x, %s, %c {p = 0.9 : f64, number = 4294967295 : i64} : (tensor<100000xf32>, tensor<i64>, tensor<i64>) -> tensor<100000xf32>
  %1 = amp.dropout %u, %v, %c {p = 0.5 : f64} : (tensor<f32>, tensor<i64>, tensor<i64>) -> tensor<f32>
  %e = amp.constant dense<> : tensor<4x0xf32>
  %2 = amp.dropout %e, %v, %c {p = 0.5 : f64} : (tensor<4x0xf32>, tensor<i64>, tensor<i64>) -> tensor<4x0xf32>
  return %0, %1, %2 : tensor<100000xf32>, tensor<f32>, tensor<4x0xf32>
}

func.func @evaluation_is_nothing(%x: tensor<5xf32>, %s: tensor<i64>)
    -> (tensor<5xf32>, tensor<5xf32>)
    attributes {test.ulps = 0 : i64} {
  %0 = amp.dropout %x {p = 0.5 : f64} : (tensor<5xf32>) -> tensor<5xf32>
  %1 = amp.dropout %x, %s, %s {p = 0.5 : f64, mode = #amp.mode<eval>} : (tensor<5xf32>, tensor<i64>, tensor<i64>) -> tensor<5xf32>
  return %0, %1 : tensor<5xf32>, tensor<5xf32>
}
