// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: amp-run check %s --target=ref
//
// amp.iota: the index along one axis.

func.func @both_axes() {
  %r = amp.iota {axis = 0 : i64} : () -> tensor<2x3xi64>
  %er = amp.constant dense<[[0, 0, 0], [1, 1, 1]]> : tensor<2x3xi64>
  check.expect_eq %r, %er : tensor<2x3xi64>
  %c = amp.iota {axis = 1 : i64} : () -> tensor<2x3xi32>
  %ec = amp.constant dense<[[0, 1, 2], [0, 1, 2]]> : tensor<2x3xi32>
  check.expect_eq %c, %ec : tensor<2x3xi32>
  %n = amp.iota {axis = 0 : i64} : () -> tensor<0x3xi32>
  %en = amp.constant dense<> : tensor<0x3xi32>
  check.expect_eq %n, %en : tensor<0x3xi32>
  return
}
