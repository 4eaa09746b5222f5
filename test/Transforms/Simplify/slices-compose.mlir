// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Slices of slices are one, slices of a concatenation are slices of an operand,
// and what cuts or adds nothing is gone.

// RUN: amp-opt %s --amp-simplify | FileCheck %s

// CHECK-LABEL: func.func @whole(
// CHECK-SAME: %[[X:.*]]: tensor<4x6xf32>, %[[Y:.*]]: tensor<?x6xf32>)
func.func @whole(%x: tensor<4x6xf32>, %y: tensor<?x6xf32>) -> (tensor<4x6xf32>, tensor<4x6xf32>, tensor<4x6xf32>, tensor<?x6xf32>) {
  %0 = amp.slice %x {axes = array<i64: 1>, ends = array<i64: 6>, starts = array<i64: 0>, steps = array<i64: 1>} : (tensor<4x6xf32>) -> tensor<4x6xf32>
  %1 = amp.pad %x {high = array<i64: 0, 0>, interior = array<i64: 0, 0>, low = array<i64: 0, 0>, value = 3.0 : f64} : (tensor<4x6xf32>) -> tensor<4x6xf32>
  %2 = amp.concat %x {axis = 0 : i64} : (tensor<4x6xf32>) -> tensor<4x6xf32>
  // An extent that is not known may still be cut.
  // CHECK: %[[S:.*]] = amp.slice %[[Y]]
  %3 = amp.slice %y {axes = array<i64: 0>, ends = array<i64: -1>, starts = array<i64: 0>} : (tensor<?x6xf32>) -> tensor<?x6xf32>
  // CHECK: return %[[X]], %[[X]], %[[X]], %[[S]]
  return %0, %1, %2, %3 : tensor<4x6xf32>, tensor<4x6xf32>, tensor<4x6xf32>, tensor<?x6xf32>
}

// CHECK-LABEL: func.func @slices(
// CHECK-SAME: %[[X:.*]]: tensor<40x6xf32>)
func.func @slices(%x: tensor<40x6xf32>) -> (tensor<5x4xf32>, tensor<1x0xf32>) {
  %0 = amp.slice %x {axes = array<i64: 0, 1>, ends = array<i64: 33, 5>, starts = array<i64: 2, 1>, steps = array<i64: 3, 1>} : (tensor<40x6xf32>) -> tensor<11x4xf32>
  // CHECK: %[[A:.*]] = amp.slice %[[X]] {axes = array<i64: 0, 1>, ends = array<i64: 30, 5>, starts = array<i64: 5, 1>, steps = array<i64: 6, 1>}
  %1 = amp.slice %0 {axes = array<i64: 0>, ends = array<i64: 11>, starts = array<i64: 1>, steps = array<i64: 2>} : (tensor<11x4xf32>) -> tensor<5x4xf32>
  // CHECK: %[[B:.*]] = amp.slice %[[X]] {{.*}} -> tensor<1x0xf32>
  %2 = amp.slice %0 {axes = array<i64: 0, 1>, ends = array<i64: 11, 2>, starts = array<i64: 10, 3>} : (tensor<11x4xf32>) -> tensor<1x0xf32>
  // CHECK: return %[[A]], %[[B]]
  return %1, %2 : tensor<5x4xf32>, tensor<1x0xf32>
}

// CHECK-LABEL: func.func @parts(
// CHECK-SAME: %[[X:.*]]: tensor<4x6xf32>, %[[Y:.*]]: tensor<4x3xf32>)
func.func @parts(%x: tensor<4x6xf32>, %y: tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<4x2xf32>, tensor<4x3xf32>) {
  // CHECK: %[[C:.*]] = amp.concat
  %0 = amp.concat %x, %y {axis = 1 : i64} : (tensor<4x6xf32>, tensor<4x3xf32>) -> tensor<4x9xf32>
  %1 = amp.slice %0 {axes = array<i64: 1>, ends = array<i64: 9>, starts = array<i64: 6>} : (tensor<4x9xf32>) -> tensor<4x3xf32>
  // CHECK: %[[P:.*]] = amp.slice %[[X]] {axes = array<i64: 0, 1>, ends = array<i64: 4, 6>, starts = array<i64: 0, 3>, steps = array<i64: 1, 2>}
  %2 = amp.slice %0 {axes = array<i64: 1>, ends = array<i64: 6>, starts = array<i64: 3>, steps = array<i64: 2>} : (tensor<4x9xf32>) -> tensor<4x2xf32>
  // CHECK: %[[Q:.*]] = amp.slice %[[C]]
  %3 = amp.slice %0 {axes = array<i64: 1>, ends = array<i64: 7>, starts = array<i64: 4>} : (tensor<4x9xf32>) -> tensor<4x3xf32>
  // CHECK: return %[[Y]], %[[P]], %[[Q]]
  return %1, %2, %3 : tensor<4x3xf32>, tensor<4x2xf32>, tensor<4x3xf32>
}

// CHECK-LABEL: func.func @backwards(
// CHECK-SAME: %[[X:.*]]: tensor<4x6xf32>, %[[Y:.*]]: tensor<1x6xf32>)
func.func @backwards(%x: tensor<4x6xf32>, %y: tensor<1x6xf32>) -> (tensor<4x6xf32>, tensor<4x6xf32>, tensor<2x6xf32>, tensor<1x6xf32>) {
  // CHECK: %[[R:.*]] = amp.slice %[[X]] {axes = array<i64: 0>,
  %0 = amp.slice %x {axes = array<i64: 0>, ends = array<i64: -5>, starts = array<i64: -1>, steps = array<i64: -1>} : (tensor<4x6xf32>) -> tensor<4x6xf32>
  %1 = amp.slice %0 {axes = array<i64: 0>, ends = array<i64: -5>, starts = array<i64: -1>, steps = array<i64: -1>} : (tensor<4x6xf32>) -> tensor<4x6xf32>
  // Down to the first element: an end of -1 would be the last one.
  // CHECK: %[[S:.*]] = amp.slice %[[X]] {axes = array<i64: 0, 1>, ends = array<i64: -9223372036854775808, 6>, starts = array<i64: 2, 0>, steps = array<i64: -2, 1>}
  %2 = amp.slice %0 {axes = array<i64: 0>, ends = array<i64: 4>, starts = array<i64: 1>, steps = array<i64: 2>} : (tensor<4x6xf32>) -> tensor<2x6xf32>
  %3 = amp.slice %y {axes = array<i64: 0>, ends = array<i64: -2>, starts = array<i64: -1>, steps = array<i64: -1>} : (tensor<1x6xf32>) -> tensor<1x6xf32>
  // CHECK: return %[[R]], %[[X]], %[[S]], %[[Y]]
  return %0, %1, %2, %3 : tensor<4x6xf32>, tensor<4x6xf32>, tensor<2x6xf32>, tensor<1x6xf32>
}

// CHECK-LABEL: func.func @part_backwards(
// CHECK-SAME: %[[X:.*]]: tensor<4x6xf32>, %[[Y:.*]]: tensor<4x3xf32>)
func.func @part_backwards(%x: tensor<4x6xf32>, %y: tensor<4x3xf32>) -> tensor<4x2xf32> {
  %0 = amp.concat %x, %y {axis = 1 : i64} : (tensor<4x6xf32>, tensor<4x3xf32>) -> tensor<4x9xf32>
  // CHECK: %[[P:.*]] = amp.slice %[[Y]] {axes = array<i64: 0, 1>, ends = array<i64: 4, -9223372036854775808>, starts = array<i64: 0, 2>, steps = array<i64: 1, -2>}
  %1 = amp.slice %0 {axes = array<i64: 1>, ends = array<i64: 5>, starts = array<i64: 8>, steps = array<i64: -2>} : (tensor<4x9xf32>) -> tensor<4x2xf32>
  // CHECK: return %[[P]]
  return %1 : tensor<4x2xf32>
}
