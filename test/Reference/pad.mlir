// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: amp-run check %s --target=ref
//
// amp.pad: before, after and between the elements; the value rounds to the type.

func.func @around_and_between() {
  %x = amp.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, -0.0]]> : tensor<2x3xf16>
  %0 = amp.pad %x {high = array<i64: 0, 2>, interior = array<i64: 1, 0>, low = array<i64: 1, 0>, value = 0.1 : f64} : (tensor<2x3xf16>) -> tensor<4x5xf16>
  %e0 = amp.constant dense<[[0.1, 0.1, 0.1, 0.1, 0.1], [1.0, 2.0, 3.0, 0.1, 0.1], [0.1, 0.1, 0.1, 0.1, 0.1], [4.0, 5.0, -0.0, 0.1, 0.1]]> : tensor<4x5xf16>
  check.expect_eq %0, %e0 : tensor<4x5xf16>
  return
}

func.func @of_nothing_and_of_no_dimension() {
  %x = amp.constant dense<> : tensor<0xi64>
  %0 = amp.pad %x {high = array<i64: 1>, interior = array<i64: 4>, low = array<i64: 2>, value = -7.9 : f64} : (tensor<0xi64>) -> tensor<3xi64>
  %e0 = amp.constant dense<-7> : tensor<3xi64>
  check.expect_eq %0, %e0 : tensor<3xi64>
  %s = amp.constant dense<true> : tensor<i1>
  %1 = amp.pad %s {high = array<i64>, interior = array<i64>, low = array<i64>} : (tensor<i1>) -> tensor<i1>
  check.expect_eq %1, %s : tensor<i1>
  return
}
