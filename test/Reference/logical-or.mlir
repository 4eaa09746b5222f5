// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: amp-run check %s --target=ref
// RUN: amp-run check %s --target=cpu
//
// amp.logical_or: the truth table, with operands that broadcast.

func.func @truth_table() {
  %x = amp.constant dense<[false, false, true, true]> : tensor<4xi1>
  %y = amp.constant dense<[false, true, false, true]> : tensor<4xi1>
  %z = amp.logical_or %x, %y : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  %e = amp.constant dense<[false, true, true, true]> : tensor<4xi1>
  check.expect_eq %z, %e : tensor<4xi1>
  return
}

func.func @broadcast() {
  %x = amp.constant dense<[false, true]> : tensor<2xi1>
  %c = amp.reshape %x : (tensor<2xi1>) -> tensor<2x1xi1>
  %s = amp.constant dense<true> : tensor<i1>
  %z = amp.logical_or %x, %c : (tensor<2xi1>, tensor<2x1xi1>) -> tensor<2x2xi1>
  %e = amp.constant dense<[[false, true], [true, true]]> : tensor<2x2xi1>
  check.expect_eq %z, %e : tensor<2x2xi1>
  %v = amp.logical_or %x, %s : (tensor<2xi1>, tensor<i1>) -> tensor<2xi1>
  %ev = amp.constant dense<[true, true]> : tensor<2xi1>
  check.expect_eq %v, %ev : tensor<2xi1>
  return
}
