// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: amp-run check %s --target=ref
//
// amp.maximum: NaN if either is NaN, +0 above -0 in either order.

func.func @nan_and_signed_zeros() {
  %x = amp.constant dense<[1.0, 0x7FC00000, 1.0, -0.0, 0.0, 0xFF800000]> : tensor<6xf32>
  %y = amp.constant dense<[2.0, 1.0, 0x7FC00000, 0.0, -0.0, -1.0]> : tensor<6xf32>
  %m = amp.maximum %x, %y : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xf32>
  %e = amp.constant dense<[2.0, 0x7FC00000, 0x7FC00000, 0.0, 0.0, -1.0]> : tensor<6xf32>
  check.expect_eq %m, %e : tensor<6xf32>
  return
}

func.func @integers_and_mixed_types() {
  %x = amp.constant dense<[-1, 9007199254740993]> : tensor<2xi64>
  %y = amp.constant dense<[1, 9007199254740992]> : tensor<2xi64>
  %m = amp.maximum %x, %y : (tensor<2xi64>, tensor<2xi64>) -> tensor<2xi64>
  %e = amp.constant dense<[1, 9007199254740993]> : tensor<2xi64>
  check.expect_eq %m, %e : tensor<2xi64>
  %h = amp.constant dense<[0.5, -3.0]> : tensor<2xbf16>
  %z = amp.constant dense<0.0> : tensor<f32>
  %k = amp.maximum %h, %z : (tensor<2xbf16>, tensor<f32>) -> tensor<2xbf16>
  %ek = amp.constant dense<[0.5, 0.0]> : tensor<2xbf16>
  check.expect_eq %k, %ek : tensor<2xbf16>
  return
}
