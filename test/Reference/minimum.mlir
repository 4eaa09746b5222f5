// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: amp-run check %s --target=ref
//
// amp.minimum: NaN if either is NaN, -0 below +0 in either order.

func.func @nan_and_signed_zeros() {
  %x = amp.constant dense<[1.0, 0x7FC00000, 1.0, -0.0, 0.0, 0x7F800000]> : tensor<6xf32>
  %y = amp.constant dense<[2.0, 1.0, 0x7FC00000, 0.0, -0.0, 4.0]> : tensor<6xf32>
  %m = amp.minimum %x, %y : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xf32>
  %e = amp.constant dense<[1.0, 0x7FC00000, 0x7FC00000, -0.0, -0.0, 4.0]> : tensor<6xf32>
  check.expect_eq %m, %e : tensor<6xf32>
  return
}

func.func @integers() {
  %x = amp.constant dense<[[5], [-7]]> : tensor<2x1xi32>
  %y = amp.constant dense<[0, 6]> : tensor<2xi32>
  %m = amp.minimum %x, %y : (tensor<2x1xi32>, tensor<2xi32>) -> tensor<2x2xi32>
  %e = amp.constant dense<[[0, 5], [-7, -7]]> : tensor<2x2xi32>
  check.expect_eq %m, %e : tensor<2x2xi32>
  return
}
