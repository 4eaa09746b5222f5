// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: amp-run check %s --target=ref
//
// amp.min: NaN wins, -0 below +0, the greatest value over nothing.

func.func @special_values() {
  %x = amp.constant dense<[[1.0, 3.0, 2.0], [1.0, 0x7FC00000, 2.0], [0.0, -0.0, 0.0], [0x7F800000, 0x7F800000, 0x7F800000]]> : tensor<4x3xf32>
  %m = amp.min %x {axes = array<i64: 1>} : (tensor<4x3xf32>) -> tensor<4xf32>
  %e = amp.constant dense<[1.0, 0x7FC00000, -0.0, 0x7F800000]> : tensor<4xf32>
  check.expect_eq %m, %e : tensor<4xf32>
  return
}

func.func @nothing_gives_the_greatest_value() {
  %x = amp.constant dense<> : tensor<2x0xbf16>
  %m = amp.min %x {axes = array<i64: 1>, keepdims} : (tensor<2x0xbf16>) -> tensor<2x1xbf16>
  %e = amp.constant dense<0x7F80> : tensor<2x1xbf16>
  check.expect_eq %m, %e : tensor<2x1xbf16>
  %i = amp.constant dense<> : tensor<0xi32>
  %n = amp.min %i {axes = array<i64: 0>} : (tensor<0xi32>) -> tensor<i32>
  %en = amp.constant dense<2147483647> : tensor<i32>
  check.expect_eq %n, %en : tensor<i32>
  return
}
