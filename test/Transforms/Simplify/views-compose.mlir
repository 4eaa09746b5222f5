// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Views that follow each other become one, and a view that does nothing none.

// RUN: amp-opt %s --amp-simplify | FileCheck %s

// CHECK-LABEL: func.func @nothing(
// CHECK-SAME: %[[X:.*]]: tensor<?x6xf32>
// CHECK-NEXT: return %[[X]], %[[X]]
func.func @nothing(%x: tensor<?x6xf32>) -> (tensor<?x6xf32>, tensor<?x6xf32>) {
  %0 = amp.reshape %x : (tensor<?x6xf32>) -> tensor<?x2x3xf32>
  %1 = amp.reshape %0 : (tensor<?x2x3xf32>) -> tensor<?x6xf32>
  %2 = amp.transpose %x {permutation = array<i64: 1, 0>} : (tensor<?x6xf32>) -> tensor<6x?xf32>
  %3 = amp.transpose %2 {permutation = array<i64: 1, 0>} : (tensor<6x?xf32>) -> tensor<?x6xf32>
  return %1, %3 : tensor<?x6xf32>, tensor<?x6xf32>
}

// CHECK-LABEL: func.func @compose(
// CHECK-SAME: %[[X:.*]]: tensor<2x3x5xf32>, %[[Y:.*]]: tensor<1x3xf32>
// CHECK-DAG: %[[T:.*]] = amp.transpose %[[X]] {permutation = array<i64: 2, 0, 1>} : (tensor<2x3x5xf32>) -> tensor<5x2x3xf32>
// CHECK-DAG: %[[B:.*]] = amp.broadcast %[[Y]] : (tensor<1x3xf32>) -> tensor<5x2x3xf32>
// CHECK: return %[[T]], %[[B]]
func.func @compose(%x: tensor<2x3x5xf32>, %y: tensor<1x3xf32>) -> (tensor<5x2x3xf32>, tensor<5x2x3xf32>) {
  %0 = amp.transpose %x {permutation = array<i64: 1, 2, 0>} : (tensor<2x3x5xf32>) -> tensor<3x5x2xf32>
  %1 = amp.transpose %0 {permutation = array<i64: 1, 2, 0>} : (tensor<3x5x2xf32>) -> tensor<5x2x3xf32>
  %2 = amp.broadcast %y : (tensor<1x3xf32>) -> tensor<2x3xf32>
  %3 = amp.broadcast %2 : (tensor<2x3xf32>) -> tensor<5x2x3xf32>
  return %1, %3 : tensor<5x2x3xf32>, tensor<5x2x3xf32>
}

// A transpose to its own type is not the identity.
// CHECK-LABEL: func.func @square(
// CHECK: amp.transpose
func.func @square(%x: tensor<3x3xf32>) -> tensor<3x3xf32> {
  %0 = amp.transpose %x {permutation = array<i64: 1, 0>} : (tensor<3x3xf32>) -> tensor<3x3xf32>
  return %0 : tensor<3x3xf32>
}
