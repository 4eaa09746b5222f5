// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Without autocast a product in f32 keeps every bit of its operands: 1 + 2^-13
// times one is itself.
//
// RUN: amp-opt %s --amp-autocast --amp-verify-autocast | amp-run check -

func.func @product() {
  %x = amp.constant dense<1.0001220703125> : tensor<1x1xf32>
  %i = amp.constant dense<1.0> : tensor<1x1xf32>
  %y = amp.matmul %x, %i : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
  check.expect_eq %y, %x : tensor<1x1xf32>
  return
}
