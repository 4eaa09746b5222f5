// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Slices, pads and concatenations infer the extents that are known.

// RUN: amp-opt %s | amp-opt | FileCheck %s

// CHECK-LABEL: func.func @slices(
// CHECK-SAME: %[[X:.*]]: tensor<?x8x3xf32>)
func.func @slices(%x: tensor<?x8x3xf32>) {
  // CHECK: amp.slice %[[X]] {axes = array<i64: 1>, ends = array<i64: -1>, starts = array<i64: 2>} : (tensor<?x8x3xf32>) -> tensor<?x5x3xf32>
  %0 = amp.slice %x {axes = array<i64: 1>, ends = array<i64: -1>, starts = array<i64: 2>} : (tensor<?x8x3xf32>) -> tensor<?x5x3xf32>
  // CHECK: -> tensor<?x3x0xf32>
  %1 = amp.slice %x {axes = array<i64: 2, 1>, ends = array<i64: 1, 9223372036854775807>, starts = array<i64: 1, -99>, steps = array<i64: 1, 3>} : (tensor<?x8x3xf32>) -> tensor<?x3x0xf32>
  // CHECK: {axes = array<i64>, ends = array<i64>, starts = array<i64>} : (tensor<?x8x3xf32>) -> tensor<?x8x3xf32>
  %2 = amp.slice %x {axes = array<i64>, ends = array<i64>, starts = array<i64>} : (tensor<?x8x3xf32>) -> tensor<?x8x3xf32>
  // CHECK: -> tensor<?x8x3xf32>
  %3 = amp.slice %x {axes = array<i64: 0>, ends = array<i64: 2>, starts = array<i64: 0>} : (tensor<?x8x3xf32>) -> tensor<?x8x3xf32>
  // Backwards: down to the first element, and clamped at both ends.
  // CHECK: steps = array<i64: -1, -3>} : (tensor<?x8x3xf32>) -> tensor<?x8x1xf32>
  %4 = amp.slice %x {axes = array<i64: 1, 2>, ends = array<i64: -9, -99>, starts = array<i64: -1, 99>, steps = array<i64: -1, -3>} : (tensor<?x8x3xf32>) -> tensor<?x8x1xf32>
  // CHECK: -> tensor<?x3x0xf32>
  %5 = amp.slice %x {axes = array<i64: 1, 2>, ends = array<i64: 1, 1>, starts = array<i64: 7, 0>, steps = array<i64: -2, -9223372036854775808>} : (tensor<?x8x3xf32>) -> tensor<?x3x0xf32>
  return
}

// CHECK-LABEL: func.func @pads(
// CHECK-SAME: %[[X:.*]]: tensor<?x3xi32>, %[[E:.*]]: tensor<0xf16>)
func.func @pads(%x: tensor<?x3xi32>, %e: tensor<0xf16>) {
  // CHECK: amp.pad %[[X]] {high = array<i64: 0, 2>, interior = array<i64: 0, 1>, low = array<i64: 0, 1>} : (tensor<?x3xi32>) -> tensor<?x8xi32>
  %0 = amp.pad %x {high = array<i64: 0, 2>, interior = array<i64: 0, 1>, low = array<i64: 0, 1>} : (tensor<?x3xi32>) -> tensor<?x8xi32>
  // CHECK: amp.pad %[[E]] {high = array<i64: 1>, interior = array<i64: 7>, low = array<i64: 1>, value = 5.000000e-01 : f64} : (tensor<0xf16>) -> tensor<2xf16>
  %1 = amp.pad %e {high = array<i64: 1>, interior = array<i64: 7>, low = array<i64: 1>, value = 0.5 : f64} : (tensor<0xf16>) -> tensor<2xf16>
  return
}

// CHECK-LABEL: func.func @concats(
// CHECK-SAME: %[[X:.*]]: tensor<?x3xf32>, %[[Y:.*]]: tensor<4x2xbf16>, %[[Z:.*]]: tensor<?x?xi1>)
func.func @concats(%x: tensor<?x3xf32>, %y: tensor<4x2xbf16>, %z: tensor<?x?xi1>) {
  // CHECK: amp.concat %[[X]], %[[Y]] {axis = 1 : i64} : (tensor<?x3xf32>, tensor<4x2xbf16>) -> tensor<4x5xf32>
  %0 = amp.concat %x, %y {axis = 1 : i64} : (tensor<?x3xf32>, tensor<4x2xbf16>) -> tensor<4x5xf32>
  // CHECK: amp.concat %[[Y]], %[[Z]] {axis = 1 : i64} : (tensor<4x2xbf16>, tensor<?x?xi1>) -> tensor<4x?xbf16>
  %1 = amp.concat %y, %z {axis = 1 : i64} : (tensor<4x2xbf16>, tensor<?x?xi1>) -> tensor<4x?xbf16>
  // CHECK: amp.concat %[[Z]] {axis = 0 : i64} : (tensor<?x?xi1>) -> tensor<?x?xi1>
  %2 = amp.concat %z {axis = 0 : i64} : (tensor<?x?xi1>) -> tensor<?x?xi1>
  return
}
