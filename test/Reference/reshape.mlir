// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: amp-run check %s --target=ref
//
// amp.reshape: row-major order; a dynamic extent takes what is left.

func.func @static_and_dynamic() {
  %x = amp.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi64>
  %y = amp.reshape %x : (tensor<2x3xi64>) -> tensor<3x2xi64>
  %e = amp.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi64>
  check.expect_eq %y, %e : tensor<3x2xi64>
  %z = amp.reshape %x : (tensor<2x3xi64>) -> tensor<?x2xi64>
  %w = amp.reshape %z : (tensor<?x2xi64>) -> tensor<3x2xi64>
  check.expect_eq %w, %e : tensor<3x2xi64>
  return
}

func.func @scalars_and_empty_tensors() {
  %s = amp.constant dense<true> : tensor<i1>
  %v = amp.reshape %s : (tensor<i1>) -> tensor<1x1xi1>
  %e = amp.constant dense<true> : tensor<1x1xi1>
  check.expect_eq %v, %e : tensor<1x1xi1>
  %n = amp.constant dense<> : tensor<0x4xf16>
  %m = amp.reshape %n : (tensor<0x4xf16>) -> tensor<2x0xf16>
  %em = amp.constant dense<> : tensor<2x0xf16>
  check.expect_eq %m, %em : tensor<2x0xf16>
  return
}
