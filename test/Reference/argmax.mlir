// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: amp-run check %s --target=ref
//
// amp.argmax: the first of equal values, the first NaN before all others.

func.func @special_values() {
  %x = amp.constant dense<[[1.0, 3.0, 3.0], [1.0, 0x7FC00000, 0x7FC00000], [-0.0, 0.0, -1.0], [0xFF800000, 0xFF800000, 0xFF800000], [0x7F800000, 1.0, 0x7FC00000]]> : tensor<5x3xf32>
  %m = amp.argmax %x {axis = 1 : i64} : (tensor<5x3xf32>) -> tensor<5xi64>
  %e = amp.constant dense<[1, 1, 0, 0, 2]> : tensor<5xi64>
  check.expect_eq %m, %e : tensor<5xi64>
  return
}

func.func @axes() {
  %x = amp.constant dense<[[[5, 9], [7, 1]], [[6, 2], [9, 3]]]> : tensor<2x2x2xi32>
  %0 = amp.argmax %x {axis = 0 : i64, keepdims} : (tensor<2x2x2xi32>) -> tensor<1x2x2xi64>
  %e0 = amp.constant dense<[[[1, 0], [1, 1]]]> : tensor<1x2x2xi64>
  check.expect_eq %0, %e0 : tensor<1x2x2xi64>
  %1 = amp.argmax %x : (tensor<2x2x2xi32>) -> tensor<i64>
  %e1 = amp.constant dense<1> : tensor<i64>
  check.expect_eq %1, %e1 : tensor<i64>
  return
}
