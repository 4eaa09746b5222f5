// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: amp-run check %s --target=ref
//
// amp.gather_elements: every element has an index of its own.

func.func @along_each_axis() {
  %x = amp.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf64>
  %i = amp.constant dense<[[2, 2, 0, 1], [0, 1, 2, 0]]> : tensor<2x4xi64>
  %0 = amp.gather_elements %x, %i {axis = 1 : i64} : (tensor<2x3xf64>, tensor<2x4xi64>) -> tensor<2x4xf64>
  %e0 = amp.constant dense<[[3.0, 3.0, 1.0, 2.0], [4.0, 5.0, 6.0, 4.0]]> : tensor<2x4xf64>
  check.expect_eq %0, %e0 : tensor<2x4xf64>
  %j = amp.constant dense<[[1, 0, 1]]> : tensor<1x3xi32>
  %1 = amp.gather_elements %x, %j {axis = 0 : i64} : (tensor<2x3xf64>, tensor<1x3xi32>) -> tensor<1x3xf64>
  %e1 = amp.constant dense<[[4.0, 2.0, 6.0]]> : tensor<1x3xf64>
  check.expect_eq %1, %e1 : tensor<1x3xf64>
  return
}
