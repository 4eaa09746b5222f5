// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiled code reads nothing for an index outside of the axis: NaN, or 0 in
// integers; and a scatter adds nothing for it.

// RUN: amp-run check %s --target=cpu
// RUN: amp-run check %s --target=cpu --fuse=off

func.func @gathers() {
  %x = amp.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xbf16>
  %n = amp.constant dense<[7, 8]> : tensor<2xi32>
  %i = amp.constant dense<[1, 2, -1, 9223372036854775807, 0]> : tensor<5xi64>
  %0 = amp.gather %x, %i {axis = 0 : i64} : (tensor<2x2xbf16>, tensor<5xi64>) -> tensor<5x2xbf16>
  %e0 = amp.constant dense<[[3.0, 4.0], [0x7FC0, 0x7FC0], [0x7FC0, 0x7FC0], [0x7FC0, 0x7FC0], [1.0, 2.0]]> : tensor<5x2xbf16>
  check.expect_eq %0, %e0 : tensor<5x2xbf16>
  %1 = amp.gather %n, %i {axis = 0 : i64} : (tensor<2xi32>, tensor<5xi64>) -> tensor<5xi32>
  %e1 = amp.constant dense<[8, 0, 0, 0, 7]> : tensor<5xi32>
  check.expect_eq %1, %e1 : tensor<5xi32>
  %j = amp.constant dense<[[0, 2], [-3, 1]]> : tensor<2x2xi32>
  %2 = amp.gather_elements %x, %j {axis = 1 : i64} : (tensor<2x2xbf16>, tensor<2x2xi32>) -> tensor<2x2xbf16>
  %e2 = amp.constant dense<[[1.0, 0x7FC0], [0x7FC0, 4.0]]> : tensor<2x2xbf16>
  check.expect_eq %2, %e2 : tensor<2x2xbf16>
  %z = amp.constant dense<> : tensor<0x2xf32>
  %3 = amp.embedding %z, %i : (tensor<0x2xf32>, tensor<5xi64>) -> tensor<5x2xf32>
  %e3 = amp.constant dense<0x7FC00000> : tensor<5x2xf32>
  check.expect_eq %3, %e3 : tensor<5x2xf32>
  return
}

func.func @scatters() {
  %u = amp.constant dense<[1.0, 2.0, 4.0, 8.0]> : tensor<4xf32>
  %i = amp.constant dense<[1, 2, -1, 1]> : tensor<4xi64>
  %0 = amp.scatter_add %u, %i {axis = 0 : i64} : (tensor<4xf32>, tensor<4xi64>) -> tensor<2xf32>
  %e0 = amp.constant dense<[0.0, 9.0]> : tensor<2xf32>
  check.expect_eq %0, %e0 : tensor<2xf32>
  %1 = amp.scatter_add_elements %u, %i {axis = 0 : i64} : (tensor<4xf32>, tensor<4xi64>) -> tensor<2xf32>
  check.expect_eq %1, %e0 : tensor<2xf32>
  return
}
