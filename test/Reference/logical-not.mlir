// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: amp-run check %s --target=ref
// RUN: amp-run check %s --target=cpu
//
// amp.logical_not: turns each truth round, also of an empty tensor.

func.func @values() {
  %x = amp.constant dense<[[false, true, true]]> : tensor<1x3xi1>
  %y = amp.logical_not %x : (tensor<1x3xi1>) -> tensor<1x3xi1>
  %e = amp.constant dense<[[true, false, false]]> : tensor<1x3xi1>
  check.expect_eq %y, %e : tensor<1x3xi1>
  %z = amp.logical_not %y : (tensor<1x3xi1>) -> tensor<1x3xi1>
  check.expect_eq %z, %x : tensor<1x3xi1>
  return
}

func.func @empty() {
  %x = amp.constant dense<> : tensor<0xi1>
  %y = amp.logical_not %x : (tensor<0xi1>) -> tensor<0xi1>
  check.expect_eq %y, %x : tensor<0xi1>
  return
}
