// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: amp-run check %s --target=ref
//
// amp.slice: steps of both signs, starts and ends from the end, clamped; no
// elements.

func.func @steps_and_clamps() {
  %x = amp.constant dense<[[1, 2, 3, 4, 5], [6, 7, 8, 9, 10], [11, 12, 13, 14, 15]]> : tensor<3x5xi32>
  %0 = amp.slice %x {axes = array<i64: 1, 0>, ends = array<i64: 9, -1>, starts = array<i64: 1, -9>, steps = array<i64: 3, 1>} : (tensor<3x5xi32>) -> tensor<2x2xi32>
  %e0 = amp.constant dense<[[2, 5], [7, 10]]> : tensor<2x2xi32>
  check.expect_eq %0, %e0 : tensor<2x2xi32>
  %1 = amp.slice %x {axes = array<i64: 1>, ends = array<i64: 4>, starts = array<i64: -2>} : (tensor<3x5xi32>) -> tensor<3x1xi32>
  %e1 = amp.constant dense<[[4], [9], [14]]> : tensor<3x1xi32>
  check.expect_eq %1, %e1 : tensor<3x1xi32>
  %2 = amp.slice %x {axes = array<i64: 0>, ends = array<i64: 9223372036854775807>, starts = array<i64: 0>, steps = array<i64: 9223372036854775807>} : (tensor<3x5xi32>) -> tensor<1x5xi32>
  %e2 = amp.constant dense<[[1, 2, 3, 4, 5]]> : tensor<1x5xi32>
  check.expect_eq %2, %e2 : tensor<1x5xi32>
  return
}

func.func @backwards() {
  %x = amp.constant dense<[[1, 2, 3, 4, 5], [6, 7, 8, 9, 10], [11, 12, 13, 14, 15]]> : tensor<3x5xi32>
  %0 = amp.slice %x {axes = array<i64: 0, 1>, ends = array<i64: -4, 0>, starts = array<i64: -1, 9>, steps = array<i64: -1, -2>} : (tensor<3x5xi32>) -> tensor<3x2xi32>
  %e0 = amp.constant dense<[[15, 13], [10, 8], [5, 3]]> : tensor<3x2xi32>
  check.expect_eq %0, %e0 : tensor<3x2xi32>
  // An end of -1 is the last element, not the one before the first.
  %1 = amp.slice %x {axes = array<i64: 1>, ends = array<i64: -1>, starts = array<i64: 3>, steps = array<i64: -1>} : (tensor<3x5xi32>) -> tensor<3x0xi32>
  %e1 = amp.constant dense<> : tensor<3x0xi32>
  check.expect_eq %1, %e1 : tensor<3x0xi32>
  %2 = amp.slice %x {axes = array<i64: 1>, ends = array<i64: -9223372036854775808>, starts = array<i64: 3>, steps = array<i64: -9223372036854775808>} : (tensor<3x5xi32>) -> tensor<3x1xi32>
  %e2 = amp.constant dense<[[4], [9], [14]]> : tensor<3x1xi32>
  check.expect_eq %2, %e2 : tensor<3x1xi32>
  %n = amp.constant dense<> : tensor<0x2xi32>
  %3 = amp.slice %n {axes = array<i64: 0>, ends = array<i64: -9>, starts = array<i64: -1>, steps = array<i64: -1>} : (tensor<0x2xi32>) -> tensor<0x2xi32>
  check.expect_eq %3, %n : tensor<0x2xi32>
  return
}

func.func @nothing() {
  %x = amp.constant dense<1.0> : tensor<3x5xbf16>
  %0 = amp.slice %x {axes = array<i64: 1>, ends = array<i64: 1>, starts = array<i64: 3>} : (tensor<3x5xbf16>) -> tensor<3x0xbf16>
  %e0 = amp.constant dense<> : tensor<3x0xbf16>
  check.expect_eq %0, %e0 : tensor<3x0xbf16>
  return
}
