// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: amp-run check %s --target=ref
//
// amp.scatter_add_elements: in the order along the axis, in f32, rounded once.

func.func @along_each_axis() {
  %u = amp.constant dense<[[256.0, 1.0, 1.0], [1.0, 2.0, 3.0]]> : tensor<2x3xbf16>
  %i = amp.constant dense<[[1, 1, 1], [3, 0, 3]]> : tensor<2x3xi64>
  %0 = amp.scatter_add_elements %u, %i {axis = 1 : i64} : (tensor<2x3xbf16>, tensor<2x3xi64>) -> tensor<2x4xbf16>
  %e0 = amp.constant dense<[[0.0, 258.0, 0.0, 0.0], [2.0, 0.0, 0.0, 4.0]]> : tensor<2x4xbf16>
  check.expect_eq %0, %e0 : tensor<2x4xbf16>
  %j = amp.constant dense<[[1, 0, 1], [1, 1, 0]]> : tensor<2x3xi32>
  %1 = amp.scatter_add_elements %u, %j {axis = 0 : i64} : (tensor<2x3xbf16>, tensor<2x3xi32>) -> tensor<2x3xbf16>
  %e1 = amp.constant dense<[[0.0, 1.0, 3.0], [256.0, 2.0, 1.0]]> : tensor<2x3xbf16>
  check.expect_eq %1, %e1 : tensor<2x3xbf16>
  return
}
