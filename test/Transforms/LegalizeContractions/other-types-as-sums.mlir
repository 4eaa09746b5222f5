// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Contractions of types that no library multiplies are a product and a sum.

// RUN: amp-opt %s --amp-legalize-contractions=native=f32 | FileCheck %s

// CHECK-LABEL: func.func @f64(
// CHECK-SAME: %[[X:[^:]*]]: tensor<?x3xf64>, %[[W:[^:]*]]: tensor<5x3xf64>, %[[B:[^:]*]]: tensor<5xf64>
// CHECK-DAG: %[[L:.*]] = amp.reshape %[[X]] : (tensor<?x3xf64>) -> tensor<?x1x3xf64>
// CHECK-DAG: %[[R:.*]] = amp.reshape %[[W]] : (tensor<5x3xf64>) -> tensor<1x5x3xf64>
// CHECK: %[[P:.*]] = amp.mul %[[L]], %[[R]] : {{.*}} -> tensor<?x5x3xf64>
// CHECK: %[[S:.*]] = amp.sum %[[P]] {axes = array<i64: 2>} : (tensor<?x5x3xf64>) -> tensor<?x5xf64>
// CHECK: %[[Y:.*]] = amp.add %[[S]], %[[B]]
// CHECK: return %[[Y]]
func.func @f64(%x: tensor<?x3xf64>, %w: tensor<5x3xf64>, %b: tensor<5xf64>) -> tensor<?x5xf64> {
  %0 = amp.linear %x, %w, %b : (tensor<?x3xf64>, tensor<5x3xf64>, tensor<5xf64>) -> tensor<?x5xf64>
  return %0 : tensor<?x5xf64>
}

// CHECK-LABEL: func.func @integers(
// CHECK-SAME: %[[X:[^:]*]]: tensor<3x4xi32>, %[[Y:[^:]*]]: tensor<3x5xi32>
// CHECK-DAG: %[[XT:.*]] = amp.transpose %[[X]] {{.*}} -> tensor<4x3xi32>
// CHECK-DAG: %[[YT:.*]] = amp.transpose %[[Y]] {{.*}} -> tensor<5x3xi32>
// CHECK-DAG: amp.reshape %[[XT]] : (tensor<4x3xi32>) -> tensor<4x1x3xi32>
// CHECK-DAG: amp.reshape %[[YT]] : (tensor<5x3xi32>) -> tensor<1x5x3xi32>
// CHECK: amp.sum {{.*}} -> tensor<4x5xi32>
func.func @integers(%x: tensor<3x4xi32>, %y: tensor<3x5xi32>) -> tensor<4x5xi32> {
  %0 = amp.matmul %x, %y {transpose_lhs} : (tensor<3x4xi32>, tensor<3x5xi32>) -> tensor<4x5xi32>
  return %0 : tensor<4x5xi32>
}
