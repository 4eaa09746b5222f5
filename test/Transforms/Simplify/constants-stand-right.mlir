// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constants stand to the right in every op that commutes, also where nothing
// else changes: equal computations are then equal, and share one kernel.

// RUN: amp-opt %s --amp-simplify | FileCheck %s

// CHECK-LABEL: func.func @products
// CHECK-SAME: %[[X:.*]]: tensor<4xf32>
func.func @products(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK: %[[C:.*]] = amp.constant
  %c = amp.constant dense<3.0> : tensor<4xf32>
  // CHECK: %[[P:.*]] = amp.mul %[[X]], %[[C]]
  // CHECK: return %[[P]], %[[P]]
  %0 = amp.mul %c, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = amp.mul %x, %c : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @alone
// CHECK-SAME: %[[X:.*]]: tensor<4xf32>
func.func @alone(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: %[[C:.*]] = amp.constant
  %c = amp.constant dense<3.0> : tensor<4xf32>
  // CHECK: amp.maximum %[[X]], %[[C]]
  %0 = amp.maximum %c, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
