// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Minima and the positions of maxima, along every kind of axis, are exact.

// RUN: same-bits %s | FileCheck %s
// CHECK-NOT: {{other bits|expected}}

func.func @argmax(%x: tensor<5x7x90xf32>, %h: tensor<33x4xbf16>, %i: tensor<6x70xi32>, %d: tensor<3x2xf64>, %s: tensor<f16>)
    -> (tensor<5x7xi64>, tensor<5x1x90xi64>, tensor<7x90xi64>, tensor<i64>, tensor<4xi64>, tensor<6xi64>, tensor<1x70xi64>, tensor<1x1xi64>, tensor<i64>)
    attributes {test.ulps = 0 : i64} {
  %0 = amp.argmax %x {axis = 2 : i64} : (tensor<5x7x90xf32>) -> tensor<5x7xi64>
  %1 = amp.argmax %x {axis = 1 : i64, keepdims} : (tensor<5x7x90xf32>) -> tensor<5x1x90xi64>
  %2 = amp.argmax %x {axis = 0 : i64} : (tensor<5x7x90xf32>) -> tensor<7x90xi64>
  %3 = amp.argmax %x : (tensor<5x7x90xf32>) -> tensor<i64>
  %4 = amp.argmax %h {axis = 0 : i64} : (tensor<33x4xbf16>) -> tensor<4xi64>
  // Small whole numbers: ties.
  %5 = amp.argmax %i {axis = 1 : i64} : (tensor<6x70xi32>) -> tensor<6xi64>
  %6 = amp.argmax %i {axis = 0 : i64, keepdims} : (tensor<6x70xi32>) -> tensor<1x70xi64>
  %7 = amp.argmax %d {keepdims} : (tensor<3x2xf64>) -> tensor<1x1xi64>
  %8 = amp.argmax %s : (tensor<f16>) -> tensor<i64>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8 : tensor<5x7xi64>, tensor<5x1x90xi64>, tensor<7x90xi64>, tensor<i64>, tensor<4xi64>, tensor<6xi64>, tensor<1x70xi64>, tensor<1x1xi64>, tensor<i64>
}

// A NaN comes first, and the first of several.
func.func @nan(%x: tensor<4x80xf32>) -> (tensor<4xi64>, tensor<80xi64>, tensor<4xi64>)
    attributes {test.ulps = 0 : i64} {
  %root = amp.sqrt %x : (tensor<4x80xf32>) -> tensor<4x80xf32>
  %0 = amp.argmax %root {axis = 1 : i64} : (tensor<4x80xf32>) -> tensor<4xi64>
  %1 = amp.argmax %root {axis = 0 : i64} : (tensor<4x80xf32>) -> tensor<80xi64>
  %zero = amp.constant dense<0.0> : tensor<f32>
  %same = amp.mul %x, %zero : (tensor<4x80xf32>, tensor<f32>) -> tensor<4x80xf32>
  %2 = amp.argmax %same {axis = 1 : i64} : (tensor<4x80xf32>) -> tensor<4xi64>
  return %0, %1, %2 : tensor<4xi64>, tensor<80xi64>, tensor<4xi64>
}

func.func @min(%x: tensor<5x7x90xf32>, %h: tensor<33x4xf16>, %i: tensor<6x70xi64>)
    -> (tensor<5x7xf32>, tensor<7x90xf32>, tensor<7xf32>, tensor<f32>, tensor<1x4xf16>, tensor<6xi64>)
    attributes {test.ulps = 0 : i64} {
  %0 = amp.min %x {axes = array<i64: 2>} : (tensor<5x7x90xf32>) -> tensor<5x7xf32>
  %1 = amp.min %x {axes = array<i64: 0>} : (tensor<5x7x90xf32>) -> tensor<7x90xf32>
  %2 = amp.min %x {axes = array<i64: 0, 2>} : (tensor<5x7x90xf32>) -> tensor<7xf32>
  %3 = amp.min %x {axes = array<i64: 0, 1, 2>} : (tensor<5x7x90xf32>) -> tensor<f32>
  %4 = amp.min %h {axes = array<i64: 0>, keepdims} : (tensor<33x4xf16>) -> tensor<1x4xf16>
  %5 = amp.min %i {axes = array<i64: 1>} : (tensor<6x70xi64>) -> tensor<6xi64>
  return %0, %1, %2, %3, %4, %5 : tensor<5x7xf32>, tensor<7x90xf32>, tensor<7xf32>, tensor<f32>, tensor<1x4xf16>, tensor<6xi64>
}
