// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: amp-run check %s --target=ref
//
// amp.gather: slices along any axis, in the shape of the indices.

func.func @along_the_middle() {
  %x = amp.constant dense<[[[1, 2], [3, 4], [5, 6]], [[7, 8], [9, 10], [11, 12]]]> : tensor<2x3x2xi32>
  %i = amp.constant dense<[[2, 0]]> : tensor<1x2xi64>
  %0 = amp.gather %x, %i {axis = 1 : i64} : (tensor<2x3x2xi32>, tensor<1x2xi64>) -> tensor<2x1x2x2xi32>
  %e0 = amp.constant dense<[[[[5, 6], [1, 2]]], [[[11, 12], [7, 8]]]]> : tensor<2x1x2x2xi32>
  check.expect_eq %0, %e0 : tensor<2x1x2x2xi32>
  return
}

func.func @one_index_drops_the_axis() {
  %x = amp.constant dense<[[true, false], [false, false]]> : tensor<2x2xi1>
  %i = amp.constant dense<0> : tensor<i32>
  %0 = amp.gather %x, %i {axis = 0 : i64} : (tensor<2x2xi1>, tensor<i32>) -> tensor<2xi1>
  %e0 = amp.constant dense<[true, false]> : tensor<2xi1>
  check.expect_eq %0, %e0 : tensor<2xi1>
  return
}

func.func @no_index_reads_nothing() {
  %x = amp.constant dense<> : tensor<0x2xf32>
  %i = amp.constant dense<> : tensor<0xi64>
  %0 = amp.gather %x, %i {axis = 0 : i64} : (tensor<0x2xf32>, tensor<0xi64>) -> tensor<0x2xf32>
  check.expect_eq %0, %x : tensor<0x2xf32>
  return
}
