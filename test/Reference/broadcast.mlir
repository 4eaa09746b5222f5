// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: amp-run check %s --target=ref
//
// amp.broadcast: repetition along new dimensions and dimensions of extent one.

func.func @rows_and_columns() {
  %x = amp.constant dense<[[1.0], [2.0]]> : tensor<2x1xf32>
  %y = amp.broadcast %x : (tensor<2x1xf32>) -> tensor<2x2x3xf32>
  %e = amp.constant dense<[[[1.0, 1.0, 1.0], [2.0, 2.0, 2.0]], [[1.0, 1.0, 1.0], [2.0, 2.0, 2.0]]]> : tensor<2x2x3xf32>
  check.expect_eq %y, %e : tensor<2x2x3xf32>
  return
}

func.func @scalars_to_empty_tensors() {
  %s = amp.constant dense<2.0> : tensor<f16>
  %t = amp.broadcast %s : (tensor<f16>) -> tensor<0x3xf16>
  %e = amp.constant dense<> : tensor<0x3xf16>
  check.expect_eq %t, %e : tensor<0x3xf16>
  return
}
