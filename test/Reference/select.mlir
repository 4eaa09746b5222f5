// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: amp-run check %s --target=ref
//
// amp.select: the chosen element as it is, all three operands broadcast.

func.func @elements_keep_their_bits() {
  %c = amp.constant dense<[true, false, true]> : tensor<3xi1>
  %x = amp.constant dense<[-0.0, 1.0, 0x7F800000]> : tensor<3xf32>
  %y = amp.constant dense<[5.0, 1.0e-45, 6.0]> : tensor<3xf32>
  %s = amp.select %c, %x, %y : (tensor<3xi1>, tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %e = amp.constant dense<[-0.0, 1.0e-45, 0x7F800000]> : tensor<3xf32>
  check.expect_eq %s, %e : tensor<3xf32>
  return
}

func.func @operands_broadcast_and_promote() {
  %c = amp.constant dense<[[true], [false]]> : tensor<2x1xi1>
  %x = amp.constant dense<[1.5, 2.5]> : tensor<2xbf16>
  %y = amp.constant dense<7> : tensor<i64>
  %s = amp.select %c, %x, %y : (tensor<2x1xi1>, tensor<2xbf16>, tensor<i64>) -> tensor<2x2xbf16>
  %e = amp.constant dense<[[1.5, 2.5], [7.0, 7.0]]> : tensor<2x2xbf16>
  check.expect_eq %s, %e : tensor<2x2xbf16>
  return
}

func.func @booleans_and_empty_tensors() {
  %c = amp.constant dense<false> : tensor<i1>
  %x = amp.constant dense<[true, true]> : tensor<2xi1>
  %y = amp.constant dense<[true, false]> : tensor<2xi1>
  %s = amp.select %c, %x, %y : (tensor<i1>, tensor<2xi1>, tensor<2xi1>) -> tensor<2xi1>
  check.expect_eq %s, %y : tensor<2xi1>
  %n = amp.constant dense<> : tensor<0xf16>
  %t = amp.select %c, %n, %n : (tensor<i1>, tensor<0xf16>, tensor<0xf16>) -> tensor<0xf16>
  check.expect_eq %t, %n : tensor<0xf16>
  return
}
