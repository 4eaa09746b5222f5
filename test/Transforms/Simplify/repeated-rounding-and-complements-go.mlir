// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rounding what is rounded, the sign of a sign and the complement of a
// complement change nothing; rounding in another direction stays.

// RUN: amp-opt %s --amp-simplify | FileCheck %s

// CHECK-LABEL: func.func @rounding
// CHECK-SAME: (%[[X:.*]]: tensor<3xf32>)
// CHECK-DAG: %[[F:.*]] = amp.floor %[[X]]
// CHECK-DAG: %[[R:.*]] = amp.round %[[X]]
// CHECK-DAG: %[[S:.*]] = amp.sign %[[X]]
// CHECK-DAG: %[[C:.*]] = amp.ceil %[[R]]
// CHECK: return %[[F]], %[[C]], %[[S]]
func.func @rounding(%x: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) {
  %0 = amp.floor %x : (tensor<3xf32>) -> tensor<3xf32>
  %1 = amp.floor %0 : (tensor<3xf32>) -> tensor<3xf32>
  %2 = amp.round %x : (tensor<3xf32>) -> tensor<3xf32>
  %3 = amp.round %2 : (tensor<3xf32>) -> tensor<3xf32>
  %4 = amp.ceil %3 : (tensor<3xf32>) -> tensor<3xf32>
  %5 = amp.sign %x : (tensor<3xf32>) -> tensor<3xf32>
  %6 = amp.sign %5 : (tensor<3xf32>) -> tensor<3xf32>
  return %1, %4, %6 : tensor<3xf32>, tensor<3xf32>, tensor<3xf32>
}

// CHECK-LABEL: func.func @complement
// CHECK-SAME: (%[[P:.*]]: tensor<3xi1>)
// CHECK-NEXT: return %[[P]]
func.func @complement(%p: tensor<3xi1>) -> tensor<3xi1> {
  %0 = amp.logical_not %p : (tensor<3xi1>) -> tensor<3xi1>
  %1 = amp.logical_not %0 : (tensor<3xi1>) -> tensor<3xi1>
  return %1 : tensor<3xi1>
}
