// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ops are equal when what they read turns out to be, though each was the only
// reader of its value when it was met.

// RUN: amp-opt %s --amp-simplify | FileCheck %s

// CHECK-LABEL: func.func @chains
// CHECK-SAME:    %[[X:.*]]: tensor<4xf32>
// CHECK-NEXT:    %[[SIGMOID:.*]] = amp.sigmoid %[[X]]
// CHECK-NEXT:    %[[TANH:.*]] = amp.tanh %[[SIGMOID]]
// CHECK-NEXT:    %[[LOW:.*]] = amp.cast %[[TANH]]
// CHECK-NEXT:    return %[[TANH]], %[[LOW]], %[[LOW]]
func.func @chains(%x: tensor<4xf32>)
    -> (tensor<4xf32>, tensor<4xbf16>, tensor<4xbf16>) {
  %0 = amp.sigmoid %x : (tensor<4xf32>) -> tensor<4xf32>
  %1 = amp.tanh %0 : (tensor<4xf32>) -> tensor<4xf32>
  %2 = amp.cast %1 {origin = #amp.origin<autocast>} : (tensor<4xf32>) -> tensor<4xbf16>
  %3 = amp.sigmoid %x : (tensor<4xf32>) -> tensor<4xf32>
  %4 = amp.tanh %3 : (tensor<4xf32>) -> tensor<4xf32>
  %5 = amp.cast %4 {origin = #amp.origin<autocast>} : (tensor<4xf32>) -> tensor<4xbf16>
  return %4, %2, %5 : tensor<4xf32>, tensor<4xbf16>, tensor<4xbf16>
}

// CHECK-LABEL: func.func @two_operands
// CHECK-SAME:    %[[X:.*]]: tensor<4xf32>, %[[Y:.*]]: tensor<4xf32>
// CHECK-NEXT:    %[[TANH:.*]] = amp.tanh %[[Y]]
// CHECK-NEXT:    %[[RELU:.*]] = amp.relu %[[X]]
// CHECK-NEXT:    %[[SUM:.*]] = amp.add %[[RELU]], %[[TANH]]
// CHECK-NEXT:    return %[[SUM]], %[[SUM]]
func.func @two_operands(%x: tensor<4xf32>, %y: tensor<4xf32>)
    -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = amp.tanh %y : (tensor<4xf32>) -> tensor<4xf32>
  %1 = amp.relu %x : (tensor<4xf32>) -> tensor<4xf32>
  %2 = amp.add %1, %0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %3 = amp.relu %x : (tensor<4xf32>) -> tensor<4xf32>
  %4 = amp.tanh %y : (tensor<4xf32>) -> tensor<4xf32>
  %5 = amp.add %3, %4 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %2, %5 : tensor<4xf32>, tensor<4xf32>
}
