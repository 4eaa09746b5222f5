// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Index ops replace the axis by the dimensions of the indices.

// RUN: amp-opt %s | amp-opt | FileCheck %s

// CHECK-LABEL: func.func @picks(
// CHECK-SAME: %[[X:.*]]: tensor<?x9x2xbf16>, %[[I:.*]]: tensor<4x?xi64>, %[[S:.*]]: tensor<i32>, %[[E:.*]]: tensor<?x3x2xi32>, %[[W:.*]]: tensor<9x4xf32>)
func.func @picks(%x: tensor<?x9x2xbf16>, %i: tensor<4x?xi64>, %s: tensor<i32>, %e: tensor<?x3x2xi32>, %w: tensor<9x4xf32>) {
  // CHECK: amp.gather %[[X]], %[[I]] {axis = 1 : i64} : (tensor<?x9x2xbf16>, tensor<4x?xi64>) -> tensor<?x4x?x2xbf16>
  %0 = amp.gather %x, %i {axis = 1 : i64} : (tensor<?x9x2xbf16>, tensor<4x?xi64>) -> tensor<?x4x?x2xbf16>
  // CHECK: amp.gather %[[X]], %[[S]] {axis = 0 : i64} : (tensor<?x9x2xbf16>, tensor<i32>) -> tensor<9x2xbf16>
  %1 = amp.gather %x, %s {axis = 0 : i64} : (tensor<?x9x2xbf16>, tensor<i32>) -> tensor<9x2xbf16>
  // CHECK: amp.gather_elements %[[X]], %[[E]] {axis = 1 : i64} : (tensor<?x9x2xbf16>, tensor<?x3x2xi32>) -> tensor<?x3x2xbf16>
  %2 = amp.gather_elements %x, %e {axis = 1 : i64} : (tensor<?x9x2xbf16>, tensor<?x3x2xi32>) -> tensor<?x3x2xbf16>
  // CHECK: amp.embedding %[[W]], %[[I]] {padding_index = 8 : i64} : (tensor<9x4xf32>, tensor<4x?xi64>) -> tensor<4x?x4xf32>
  %3 = amp.embedding %w, %i {padding_index = 8 : i64} : (tensor<9x4xf32>, tensor<4x?xi64>) -> tensor<4x?x4xf32>
  return
}

// CHECK-LABEL: func.func @sums(
// CHECK-SAME: %[[U:.*]]: tensor<5x4x?x2xf16>, %[[I:.*]]: tensor<4x?xi64>, %[[V:.*]]: tensor<5x?x2xi32>, %[[E:.*]]: tensor<5x3x2xi32>)
func.func @sums(%u: tensor<5x4x?x2xf16>, %i: tensor<4x?xi64>, %v: tensor<5x?x2xi32>, %e: tensor<5x3x2xi32>) {
  // CHECK: amp.scatter_add %[[U]], %[[I]] {accumulate = f32, axis = 1 : i64} : (tensor<5x4x?x2xf16>, tensor<4x?xi64>) -> tensor<5x9x2xf16>
  %0 = amp.scatter_add %u, %i {accumulate = f32, axis = 1 : i64} : (tensor<5x4x?x2xf16>, tensor<4x?xi64>) -> tensor<5x9x2xf16>
  // CHECK: amp.scatter_add_elements %[[V]], %[[E]] {axis = 1 : i64} : (tensor<5x?x2xi32>, tensor<5x3x2xi32>) -> tensor<5x9x2xi32>
  %1 = amp.scatter_add_elements %v, %e {axis = 1 : i64} : (tensor<5x?x2xi32>, tensor<5x3x2xi32>) -> tensor<5x9x2xi32>
  return
}
