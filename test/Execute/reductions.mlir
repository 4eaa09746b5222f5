// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums and maxima over every choice of axes agree with their definition; a sum's
// order is ours, so it differs from the interpreter's by a part of its length.

// RUN: same-bits %s | FileCheck %s
// CHECK-NOT: {{other bits|expected}}

func.func @f32(%x: tensor<7x9x70xf32>)
    -> (tensor<7x9xf32>, tensor<7x9xf32>, tensor<9x70xf32>, tensor<9x70xf32>, tensor<7x70xf32>, tensor<7x70xf32>, tensor<7xf32>, tensor<7xf32>, tensor<70xf32>, tensor<70xf32>, tensor<9xf32>, tensor<9xf32>, tensor<f32>, tensor<f32>)
    attributes {test.ulps = 64 : i64} {
  %p = amp.abs %x : (tensor<7x9x70xf32>) -> tensor<7x9x70xf32>
  %row_sum = amp.sum %p {axes = array<i64: 2>} : (tensor<7x9x70xf32>) -> tensor<7x9xf32>
  %row_max = amp.max %p {axes = array<i64: 2>} : (tensor<7x9x70xf32>) -> tensor<7x9xf32>
  %column_sum = amp.sum %p {axes = array<i64: 0>} : (tensor<7x9x70xf32>) -> tensor<9x70xf32>
  %column_max = amp.max %p {axes = array<i64: 0>} : (tensor<7x9x70xf32>) -> tensor<9x70xf32>
  %middle_sum = amp.sum %p {axes = array<i64: 1>} : (tensor<7x9x70xf32>) -> tensor<7x70xf32>
  %middle_max = amp.max %p {axes = array<i64: 1>} : (tensor<7x9x70xf32>) -> tensor<7x70xf32>
  %last_two_sum = amp.sum %p {axes = array<i64: 1, 2>} : (tensor<7x9x70xf32>) -> tensor<7xf32>
  %last_two_max = amp.max %p {axes = array<i64: 1, 2>} : (tensor<7x9x70xf32>) -> tensor<7xf32>
  %first_two_sum = amp.sum %p {axes = array<i64: 0, 1>} : (tensor<7x9x70xf32>) -> tensor<70xf32>
  %first_two_max = amp.max %p {axes = array<i64: 0, 1>} : (tensor<7x9x70xf32>) -> tensor<70xf32>
  %outer_sum = amp.sum %p {axes = array<i64: 0, 2>} : (tensor<7x9x70xf32>) -> tensor<9xf32>
  %outer_max = amp.max %p {axes = array<i64: 0, 2>} : (tensor<7x9x70xf32>) -> tensor<9xf32>
  %whole_sum = amp.sum %p {axes = array<i64: 0, 1, 2>} : (tensor<7x9x70xf32>) -> tensor<f32>
  %whole_max = amp.max %p {axes = array<i64: 0, 1, 2>} : (tensor<7x9x70xf32>) -> tensor<f32>
  return %row_sum, %row_max, %column_sum, %column_max, %middle_sum, %middle_max, %last_two_sum, %last_two_max, %first_two_sum, %first_two_max, %outer_sum, %outer_max, %whole_sum, %whole_max : tensor<7x9xf32>, tensor<7x9xf32>, tensor<9x70xf32>, tensor<9x70xf32>, tensor<7x70xf32>, tensor<7x70xf32>, tensor<7xf32>, tensor<7xf32>, tensor<70xf32>, tensor<70xf32>, tensor<9xf32>, tensor<9xf32>, tensor<f32>, tensor<f32>
}

func.func @f16(%x: tensor<7x9x70xf16>)
    -> (tensor<7x9xf16>, tensor<7x9xf16>, tensor<9x70xf16>, tensor<9x70xf16>, tensor<7x70xf16>, tensor<7x70xf16>, tensor<7xf16>, tensor<7xf16>, tensor<70xf16>, tensor<70xf16>, tensor<9xf16>, tensor<9xf16>, tensor<f16>, tensor<f16>)
    attributes {test.ulps = 1 : i64} {
  %p = amp.abs %x : (tensor<7x9x70xf16>) -> tensor<7x9x70xf16>
  %row_sum = amp.sum %p {axes = array<i64: 2>} : (tensor<7x9x70xf16>) -> tensor<7x9xf16>
  %row_max = amp.max %p {axes = array<i64: 2>} : (tensor<7x9x70xf16>) -> tensor<7x9xf16>
  %column_sum = amp.sum %p {axes = array<i64: 0>} : (tensor<7x9x70xf16>) -> tensor<9x70xf16>
  %column_max = amp.max %p {axes = array<i64: 0>} : (tensor<7x9x70xf16>) -> tensor<9x70xf16>
  %middle_sum = amp.sum %p {axes = array<i64: 1>} : (tensor<7x9x70xf16>) -> tensor<7x70xf16>
  %middle_max = amp.max %p {axes = array<i64: 1>} : (tensor<7x9x70xf16>) -> tensor<7x70xf16>
  %last_two_sum = amp.sum %p {axes = array<i64: 1, 2>} : (tensor<7x9x70xf16>) -> tensor<7xf16>
  %last_two_max = amp.max %p {axes = array<i64: 1, 2>} : (tensor<7x9x70xf16>) -> tensor<7xf16>
  %first_two_sum = amp.sum %p {axes = array<i64: 0, 1>} : (tensor<7x9x70xf16>) -> tensor<70xf16>
  %first_two_max = amp.max %p {axes = array<i64: 0, 1>} : (tensor<7x9x70xf16>) -> tensor<70xf16>
  %outer_sum = amp.sum %p {axes = array<i64: 0, 2>} : (tensor<7x9x70xf16>) -> tensor<9xf16>
  %outer_max = amp.max %p {axes = array<i64: 0, 2>} : (tensor<7x9x70xf16>) -> tensor<9xf16>
  %whole_sum = amp.sum %p {axes = array<i64: 0, 1, 2>} : (tensor<7x9x70xf16>) -> tensor<f16>
  %whole_max = amp.max %p {axes = array<i64: 0, 1, 2>} : (tensor<7x9x70xf16>) -> tensor<f16>
  return %row_sum, %row_max, %column_sum, %column_max, %middle_sum, %middle_max, %last_two_sum, %last_two_max, %first_two_sum, %first_two_max, %outer_sum, %outer_max, %whole_sum, %whole_max : tensor<7x9xf16>, tensor<7x9xf16>, tensor<9x70xf16>, tensor<9x70xf16>, tensor<7x70xf16>, tensor<7x70xf16>, tensor<7xf16>, tensor<7xf16>, tensor<70xf16>, tensor<70xf16>, tensor<9xf16>, tensor<9xf16>, tensor<f16>, tensor<f16>
}

func.func @bf16(%x: tensor<7x9x70xbf16>)
    -> (tensor<7x9xbf16>, tensor<7x9xbf16>, tensor<9x70xbf16>, tensor<9x70xbf16>, tensor<7x70xbf16>, tensor<7x70xbf16>, tensor<7xbf16>, tensor<7xbf16>, tensor<70xbf16>, tensor<70xbf16>, tensor<9xbf16>, tensor<9xbf16>, tensor<bf16>, tensor<bf16>)
    attributes {test.ulps = 1 : i64} {
  %p = amp.abs %x : (tensor<7x9x70xbf16>) -> tensor<7x9x70xbf16>
  %row_sum = amp.sum %p {axes = array<i64: 2>} : (tensor<7x9x70xbf16>) -> tensor<7x9xbf16>
  %row_max = amp.max %p {axes = array<i64: 2>} : (tensor<7x9x70xbf16>) -> tensor<7x9xbf16>
  %column_sum = amp.sum %p {axes = array<i64: 0>} : (tensor<7x9x70xbf16>) -> tensor<9x70xbf16>
  %column_max = amp.max %p {axes = array<i64: 0>} : (tensor<7x9x70xbf16>) -> tensor<9x70xbf16>
  %middle_sum = amp.sum %p {axes = array<i64: 1>} : (tensor<7x9x70xbf16>) -> tensor<7x70xbf16>
  %middle_max = amp.max %p {axes = array<i64: 1>} : (tensor<7x9x70xbf16>) -> tensor<7x70xbf16>
  %last_two_sum = amp.sum %p {axes = array<i64: 1, 2>} : (tensor<7x9x70xbf16>) -> tensor<7xbf16>
  %last_two_max = amp.max %p {axes = array<i64: 1, 2>} : (tensor<7x9x70xbf16>) -> tensor<7xbf16>
  %first_two_sum = amp.sum %p {axes = array<i64: 0, 1>} : (tensor<7x9x70xbf16>) -> tensor<70xbf16>
  %first_two_max = amp.max %p {axes = array<i64: 0, 1>} : (tensor<7x9x70xbf16>) -> tensor<70xbf16>
  %outer_sum = amp.sum %p {axes = array<i64: 0, 2>} : (tensor<7x9x70xbf16>) -> tensor<9xbf16>
  %outer_max = amp.max %p {axes = array<i64: 0, 2>} : (tensor<7x9x70xbf16>) -> tensor<9xbf16>
  %whole_sum = amp.sum %p {axes = array<i64: 0, 1, 2>} : (tensor<7x9x70xbf16>) -> tensor<bf16>
  %whole_max = amp.max %p {axes = array<i64: 0, 1, 2>} : (tensor<7x9x70xbf16>) -> tensor<bf16>
  return %row_sum, %row_max, %column_sum, %column_max, %middle_sum, %middle_max, %last_two_sum, %last_two_max, %first_two_sum, %first_two_max, %outer_sum, %outer_max, %whole_sum, %whole_max : tensor<7x9xbf16>, tensor<7x9xbf16>, tensor<9x70xbf16>, tensor<9x70xbf16>, tensor<7x70xbf16>, tensor<7x70xbf16>, tensor<7xbf16>, tensor<7xbf16>, tensor<70xbf16>, tensor<70xbf16>, tensor<9xbf16>, tensor<9xbf16>, tensor<bf16>, tensor<bf16>
}

func.func @f64(%x: tensor<7x9x70xf64>)
    -> (tensor<7x9xf64>, tensor<7x9xf64>, tensor<9x70xf64>, tensor<9x70xf64>, tensor<7x70xf64>, tensor<7x70xf64>, tensor<7xf64>, tensor<7xf64>, tensor<70xf64>, tensor<70xf64>, tensor<9xf64>, tensor<9xf64>, tensor<f64>, tensor<f64>)
    attributes {test.ulps = 64 : i64} {
  %p = amp.abs %x : (tensor<7x9x70xf64>) -> tensor<7x9x70xf64>
  %row_sum = amp.sum %p {axes = array<i64: 2>} : (tensor<7x9x70xf64>) -> tensor<7x9xf64>
  %row_max = amp.max %p {axes = array<i64: 2>} : (tensor<7x9x70xf64>) -> tensor<7x9xf64>
  %column_sum = amp.sum %p {axes = array<i64: 0>} : (tensor<7x9x70xf64>) -> tensor<9x70xf64>
  %column_max = amp.max %p {axes = array<i64: 0>} : (tensor<7x9x70xf64>) -> tensor<9x70xf64>
  %middle_sum = amp.sum %p {axes = array<i64: 1>} : (tensor<7x9x70xf64>) -> tensor<7x70xf64>
  %middle_max = amp.max %p {axes = array<i64: 1>} : (tensor<7x9x70xf64>) -> tensor<7x70xf64>
  %last_two_sum = amp.sum %p {axes = array<i64: 1, 2>} : (tensor<7x9x70xf64>) -> tensor<7xf64>
  %last_two_max = amp.max %p {axes = array<i64: 1, 2>} : (tensor<7x9x70xf64>) -> tensor<7xf64>
  %first_two_sum = amp.sum %p {axes = array<i64: 0, 1>} : (tensor<7x9x70xf64>) -> tensor<70xf64>
  %first_two_max = amp.max %p {axes = array<i64: 0, 1>} : (tensor<7x9x70xf64>) -> tensor<70xf64>
  %outer_sum = amp.sum %p {axes = array<i64: 0, 2>} : (tensor<7x9x70xf64>) -> tensor<9xf64>
  %outer_max = amp.max %p {axes = array<i64: 0, 2>} : (tensor<7x9x70xf64>) -> tensor<9xf64>
  %whole_sum = amp.sum %p {axes = array<i64: 0, 1, 2>} : (tensor<7x9x70xf64>) -> tensor<f64>
  %whole_max = amp.max %p {axes = array<i64: 0, 1, 2>} : (tensor<7x9x70xf64>) -> tensor<f64>
  return %row_sum, %row_max, %column_sum, %column_max, %middle_sum, %middle_max, %last_two_sum, %last_two_max, %first_two_sum, %first_two_max, %outer_sum, %outer_max, %whole_sum, %whole_max : tensor<7x9xf64>, tensor<7x9xf64>, tensor<9x70xf64>, tensor<9x70xf64>, tensor<7x70xf64>, tensor<7x70xf64>, tensor<7xf64>, tensor<7xf64>, tensor<70xf64>, tensor<70xf64>, tensor<9xf64>, tensor<9xf64>, tensor<f64>, tensor<f64>
}

func.func @i64(%x: tensor<7x9x70xi64>)
    -> (tensor<7x9xi64>, tensor<7x9xi64>, tensor<9x70xi64>, tensor<9x70xi64>, tensor<7x70xi64>, tensor<7x70xi64>, tensor<7xi64>, tensor<7xi64>, tensor<70xi64>, tensor<70xi64>, tensor<9xi64>, tensor<9xi64>, tensor<i64>, tensor<i64>)
    attributes {test.ulps = 0 : i64} {
  %p = amp.abs %x : (tensor<7x9x70xi64>) -> tensor<7x9x70xi64>
  %row_sum = amp.sum %p {axes = array<i64: 2>} : (tensor<7x9x70xi64>) -> tensor<7x9xi64>
  %row_max = amp.max %p {axes = array<i64: 2>} : (tensor<7x9x70xi64>) -> tensor<7x9xi64>
  %column_sum = amp.sum %p {axes = array<i64: 0>} : (tensor<7x9x70xi64>) -> tensor<9x70xi64>
  %column_max = amp.max %p {axes = array<i64: 0>} : (tensor<7x9x70xi64>) -> tensor<9x70xi64>
  %middle_sum = amp.sum %p {axes = array<i64: 1>} : (tensor<7x9x70xi64>) -> tensor<7x70xi64>
  %middle_max = amp.max %p {axes = array<i64: 1>} : (tensor<7x9x70xi64>) -> tensor<7x70xi64>
  %last_two_sum = amp.sum %p {axes = array<i64: 1, 2>} : (tensor<7x9x70xi64>) -> tensor<7xi64>
  %last_two_max = amp.max %p {axes = array<i64: 1, 2>} : (tensor<7x9x70xi64>) -> tensor<7xi64>
  %first_two_sum = amp.sum %p {axes = array<i64: 0, 1>} : (tensor<7x9x70xi64>) -> tensor<70xi64>
  %first_two_max = amp.max %p {axes = array<i64: 0, 1>} : (tensor<7x9x70xi64>) -> tensor<70xi64>
  %outer_sum = amp.sum %p {axes = array<i64: 0, 2>} : (tensor<7x9x70xi64>) -> tensor<9xi64>
  %outer_max = amp.max %p {axes = array<i64: 0, 2>} : (tensor<7x9x70xi64>) -> tensor<9xi64>
  %whole_sum = amp.sum %p {axes = array<i64: 0, 1, 2>} : (tensor<7x9x70xi64>) -> tensor<i64>
  %whole_max = amp.max %p {axes = array<i64: 0, 1, 2>} : (tensor<7x9x70xi64>) -> tensor<i64>
  return %row_sum, %row_max, %column_sum, %column_max, %middle_sum, %middle_max, %last_two_sum, %last_two_max, %first_two_sum, %first_two_max, %outer_sum, %outer_max, %whole_sum, %whole_max : tensor<7x9xi64>, tensor<7x9xi64>, tensor<9x70xi64>, tensor<9x70xi64>, tensor<7x70xi64>, tensor<7x70xi64>, tensor<7xi64>, tensor<7xi64>, tensor<70xi64>, tensor<70xi64>, tensor<9xi64>, tensor<9xi64>, tensor<i64>, tensor<i64>
}

func.func @long_rows(%x: tensor<3x9000xf32>)
    -> (tensor<3x1xf32>, tensor<3x9000xf32>)
    attributes {test.ulps = 512 : i64} {
  %p = amp.abs %x : (tensor<3x9000xf32>) -> tensor<3x9000xf32>
  %s = amp.sum %p {axes = array<i64: 1>, keepdims} : (tensor<3x9000xf32>) -> tensor<3x1xf32>
  %d = amp.div %p, %s : (tensor<3x9000xf32>, tensor<3x1xf32>) -> tensor<3x9000xf32>
  return %s, %d : tensor<3x1xf32>, tensor<3x9000xf32>
}

func.func @empty_and_unit(%x: tensor<0x3xf32>, %y: tensor<4x1xf32>)
    -> (tensor<3xf32>, tensor<3xf32>, tensor<4xf32>, tensor<0x3xf32>)
    attributes {test.ulps = 1 : i64} {
  %s = amp.sum %x {axes = array<i64: 0>} : (tensor<0x3xf32>) -> tensor<3xf32>
  %m = amp.max %x {axes = array<i64: 0>} : (tensor<0x3xf32>) -> tensor<3xf32>
  %u = amp.sum %y {axes = array<i64: 1>} : (tensor<4x1xf32>) -> tensor<4xf32>
  %e = amp.exp %x : (tensor<0x3xf32>) -> tensor<0x3xf32>
  return %s, %m, %u, %e : tensor<3xf32>, tensor<3xf32>, tensor<4xf32>, tensor<0x3xf32>
}
