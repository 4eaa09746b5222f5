// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: amp-run check %s --target=ref
//
// amp.transpose: dimension i of the result is dimension permutation[i].

func.func @three_dimensions() {
  %x = amp.constant dense<[[[1, 2, 3], [4, 5, 6]]]> : tensor<1x2x3xi32>
  %y = amp.transpose %x {permutation = array<i64: 2, 0, 1>} : (tensor<1x2x3xi32>) -> tensor<3x1x2xi32>
  %e = amp.constant dense<[[[1, 4]], [[2, 5]], [[3, 6]]]> : tensor<3x1x2xi32>
  check.expect_eq %y, %e : tensor<3x1x2xi32>
  return
}

func.func @scalars_and_empty_tensors() {
  %s = amp.constant dense<2.0> : tensor<bf16>
  %t = amp.transpose %s {permutation = array<i64>} : (tensor<bf16>) -> tensor<bf16>
  check.expect_eq %t, %s : tensor<bf16>
  %n = amp.constant dense<> : tensor<0x4xf16>
  %m = amp.transpose %n {permutation = array<i64: 1, 0>} : (tensor<0x4xf16>) -> tensor<4x0xf16>
  %em = amp.constant dense<> : tensor<4x0xf16>
  check.expect_eq %m, %em : tensor<4x0xf16>
  return
}
