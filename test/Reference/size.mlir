// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: amp-run check %s --target=ref
//
// amp.size: product of extents, in the three result types.

func.func @products_of_extents() {
  %x = amp.constant dense<0.0> : tensor<3x4x5xbf16>
  %n = amp.size %x {axes = array<i64: 0, 2>} : (tensor<3x4x5xbf16>) -> tensor<f32>
  %en = amp.constant dense<15.0> : tensor<f32>
  check.expect_eq %n, %en : tensor<f32>
  %m = amp.size %x {axes = array<i64>} : (tensor<3x4x5xbf16>) -> tensor<i64>
  %em = amp.constant dense<1> : tensor<i64>
  check.expect_eq %m, %em : tensor<i64>
  %o = amp.constant dense<> : tensor<0x4xf32>
  %k = amp.size %o {axes = array<i64: 0, 1>} : (tensor<0x4xf32>) -> tensor<f64>
  %ek = amp.constant dense<0.0> : tensor<f64>
  check.expect_eq %k, %ek : tensor<f64>
  return
}
