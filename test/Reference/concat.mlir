// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: amp-run check %s --target=ref
//
// amp.concat: any number of operands, also empty ones, of types that promote.

func.func @inner_axis() {
  %x = amp.constant dense<[[1.0, 2.0], [3.0, -0.0]]> : tensor<2x2xf32>
  %y = amp.constant dense<[[5.0], [0x7FC00000]]> : tensor<2x1xf32>
  %n = amp.constant dense<> : tensor<2x0xf32>
  %0 = amp.concat %y, %n, %x, %y {axis = 1 : i64} : (tensor<2x1xf32>, tensor<2x0xf32>, tensor<2x2xf32>, tensor<2x1xf32>) -> tensor<2x4xf32>
  %e0 = amp.constant dense<[[5.0, 1.0, 2.0, 5.0], [0x7FC00000, 3.0, -0.0, 0x7FC00000]]> : tensor<2x4xf32>
  check.expect_eq %0, %e0 : tensor<2x4xf32>
  return
}

func.func @types_promote() {
  %x = amp.constant dense<[1, 300]> : tensor<2xi32>
  %y = amp.constant dense<[0.5]> : tensor<1xbf16>
  %0 = amp.concat %x, %y {axis = 0 : i64} : (tensor<2xi32>, tensor<1xbf16>) -> tensor<3xbf16>
  %e0 = amp.constant dense<[1.0, 300.0, 0.5]> : tensor<3xbf16>
  check.expect_eq %0, %e0 : tensor<3xbf16>
  return
}
