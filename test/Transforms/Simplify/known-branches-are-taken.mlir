// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A branch whose condition is a constant is replaced by the region it takes.

// RUN: amp-opt %s --amp-simplify | FileCheck %s

// CHECK-LABEL: func.func @taken(
// CHECK-SAME: %[[X:.*]]: tensor<3xf32>)
func.func @taken(%x: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
  // CHECK-NOT: amp.if
  // CHECK: %[[A:.*]] = amp.abs %[[X]]
  // CHECK-NOT: amp.if
  // CHECK: return %[[A]], %[[X]]
  %t = amp.constant dense<true> : tensor<i1>
  %f = amp.constant dense<false> : tensor<i1>
  %0 = amp.if %t (%x : tensor<3xf32>) -> (tensor<3xf32>) {
  ^bb0(%a: tensor<3xf32>):
    %1 = amp.abs %a : (tensor<3xf32>) -> tensor<3xf32>
    amp.yield %1 : tensor<3xf32>
  } else {
  ^bb0(%a: tensor<3xf32>):
    amp.yield %a : tensor<3xf32>
  }
  %2 = amp.if %f -> (tensor<3xf32>) {
    amp.yield %0 : tensor<3xf32>
  } else {
    amp.yield %x : tensor<3xf32>
  }
  return %0, %2 : tensor<3xf32>, tensor<3xf32>
}
