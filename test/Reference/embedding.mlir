// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: amp-run check %s --target=ref
//
// amp.embedding: rows in the shape of the indices; padding is read like others.

func.func @rows() {
  %w = amp.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, -0.0]]> : tensor<3x2xbf16>
  %i = amp.constant dense<[[2, 0, 2]]> : tensor<1x3xi64>
  %0 = amp.embedding %w, %i {padding_index = 0 : i64} : (tensor<3x2xbf16>, tensor<1x3xi64>) -> tensor<1x3x2xbf16>
  %e0 = amp.constant dense<[[[5.0, -0.0], [1.0, 2.0], [5.0, -0.0]]]> : tensor<1x3x2xbf16>
  check.expect_eq %0, %e0 : tensor<1x3x2xbf16>
  return
}
