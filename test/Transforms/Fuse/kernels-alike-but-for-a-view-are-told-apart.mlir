// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is known of one kernel is used for others that are alike: not for one
// that reads the sums of the rows along the rows instead of down the columns,
// which differs in a view alone.

// RUN: amp-opt %s --amp-fuse --amp-verify-fuse | FileCheck %s

// CHECK-LABEL: func.func @fitting_first
// CHECK-SAME: (%[[X:.*]]: tensor<64x64xf32>, %[[Y:.*]]: tensor<64x64xf32>)
// CHECK: %[[A:.*]] = amp.fused row(%[[X]])
// CHECK: amp.sum
// CHECK: amp.reshape
// CHECK: amp.sub
// CHECK: %[[R:.*]] = amp.fused row(%[[Y]])
// CHECK: %[[B:.*]] = amp.fused elementwise(%[[Y]], %[[R]])
// CHECK: return %[[A]], %[[B]]
func.func @fitting_first(%x: tensor<64x64xf32>, %y: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %0 = amp.sum %x {axes = array<i64: 1>} : (tensor<64x64xf32>) -> tensor<64xf32>
  %1 = amp.reshape %0 : (tensor<64xf32>) -> tensor<64x1xf32>
  %2 = amp.sub %x, %1 : (tensor<64x64xf32>, tensor<64x1xf32>) -> tensor<64x64xf32>
  %3 = amp.sum %y {axes = array<i64: 1>} : (tensor<64x64xf32>) -> tensor<64xf32>
  %4 = amp.sub %y, %3 : (tensor<64x64xf32>, tensor<64xf32>) -> tensor<64x64xf32>
  return %2, %4 : tensor<64x64xf32>, tensor<64x64xf32>
}

// CHECK-LABEL: func.func @fitting_last
// CHECK-SAME: (%[[X:.*]]: tensor<64x64xf32>, %[[Y:.*]]: tensor<64x64xf32>)
// CHECK-DAG: %[[R:.*]] = amp.fused row(%[[Y]])
// CHECK-DAG: %[[B:.*]] = amp.fused elementwise(%[[Y]], %[[R]])
// CHECK-DAG: %[[A:.*]] = amp.fused row(%[[X]])
// CHECK: return %[[B]], %[[A]]
func.func @fitting_last(%x: tensor<64x64xf32>, %y: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %0 = amp.sum %y {axes = array<i64: 1>} : (tensor<64x64xf32>) -> tensor<64xf32>
  %1 = amp.sub %y, %0 : (tensor<64x64xf32>, tensor<64xf32>) -> tensor<64x64xf32>
  %2 = amp.sum %x {axes = array<i64: 1>} : (tensor<64x64xf32>) -> tensor<64xf32>
  %3 = amp.reshape %2 : (tensor<64xf32>) -> tensor<64x1xf32>
  %4 = amp.sub %x, %3 : (tensor<64x64xf32>, tensor<64x1xf32>) -> tensor<64x64xf32>
  return %1, %4 : tensor<64x64xf32>, tensor<64x64xf32>
}
