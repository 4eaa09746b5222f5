// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: amp-run check %s --target=ref
//
// amp.scatter_add: in the order of the indices, in f32, rounded once, from +0.

func.func @the_order_decides() {
  %u = amp.constant dense<[[1.0e8], [1.0], [-1.0e8], [5.0], [-0.0]]> : tensor<5x1xf32>
  %i = amp.constant dense<[1, 1, 1, 3, 0]> : tensor<5xi64>
  %0 = amp.scatter_add %u, %i {axis = 0 : i64} : (tensor<5x1xf32>, tensor<5xi64>) -> tensor<4x1xf32>
  %e0 = amp.constant dense<[[0.0], [0.0], [0.0], [5.0]]> : tensor<4x1xf32>
  check.expect_eq %0, %e0 : tensor<4x1xf32>
  %j = amp.constant dense<[1, 0, 1, 1, 1]> : tensor<5xi64>
  %1 = amp.scatter_add %u, %j {axis = 0 : i64} : (tensor<5x1xf32>, tensor<5xi64>) -> tensor<2x1xf32>
  %e1 = amp.constant dense<[[1.0], [5.0]]> : tensor<2x1xf32>
  check.expect_eq %1, %e1 : tensor<2x1xf32>
  return
}

// 256 + 1 is 256 in bf16, but not in f32.
func.func @low_precision_rounds_once() {
  %u = amp.constant dense<[[256.0, 1.0, 1.0, 2.0]]> : tensor<1x4xbf16>
  %i = amp.constant dense<[0, 0, 0, 2]> : tensor<4xi32>
  %0 = amp.scatter_add %u, %i {axis = 1 : i64} : (tensor<1x4xbf16>, tensor<4xi32>) -> tensor<1x3xbf16>
  %e0 = amp.constant dense<[[258.0, 0.0, 2.0]]> : tensor<1x3xbf16>
  check.expect_eq %0, %e0 : tensor<1x3xbf16>
  return
}

func.func @integers_wrap() {
  %u = amp.constant dense<[2147483647, 1]> : tensor<2xi32>
  %i = amp.constant dense<0> : tensor<2xi64>
  %0 = amp.scatter_add %u, %i {axis = 0 : i64} : (tensor<2xi32>, tensor<2xi64>) -> tensor<1xi32>
  %e0 = amp.constant dense<-2147483648> : tensor<1xi32>
  check.expect_eq %0, %e0 : tensor<1xi32>
  return
}
