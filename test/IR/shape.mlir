// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shape ops take dynamic extents as far as the rules are decidable.

// RUN: amp-opt %s | amp-opt | FileCheck %s

// CHECK-LABEL: func.func @shapes(
// CHECK-SAME: %[[X:.*]]: tensor<?x2x3xf32>, %[[Y:.*]]: tensor<4x3xf16>, %[[C:.*]]: tensor<1x3xi1>, %[[E:.*]]: tensor<?x0xf32>, %[[S:.*]]: tensor<f64>)
func.func @shapes(%x: tensor<?x2x3xf32>, %y: tensor<4x3xf16>, %c: tensor<1x3xi1>, %e: tensor<?x0xf32>, %s: tensor<f64>) {
  // CHECK: amp.reshape %[[X]] : (tensor<?x2x3xf32>) -> tensor<?x6xf32>
  %r72 = amp.reshape %x : (tensor<?x2x3xf32>) -> tensor<?x6xf32>
  // CHECK: amp.reshape %[[X]] : (tensor<?x2x3xf32>) -> tensor<4x3xf32>
  %r73 = amp.reshape %x : (tensor<?x2x3xf32>) -> tensor<4x3xf32>
  // CHECK: amp.reshape %[[Y]] : (tensor<4x3xf16>) -> tensor<?x6xf16>
  %r74 = amp.reshape %y : (tensor<4x3xf16>) -> tensor<?x6xf16>
  // CHECK: amp.reshape %[[E]] : (tensor<?x0xf32>) -> tensor<0xf32>
  %r75 = amp.reshape %e : (tensor<?x0xf32>) -> tensor<0xf32>
  // CHECK: amp.reshape %[[S]] : (tensor<f64>) -> tensor<1x1xf64>
  %r76 = amp.reshape %s : (tensor<f64>) -> tensor<1x1xf64>
  // CHECK: amp.transpose %[[X]] {permutation = array<i64: 2, 0, 1>} : (tensor<?x2x3xf32>) -> tensor<3x?x2xf32>
  %r77 = amp.transpose %x {permutation = array<i64: 2, 0, 1>} : (tensor<?x2x3xf32>) -> tensor<3x?x2xf32>
  // CHECK: amp.transpose %[[S]] {permutation = array<i64>} : (tensor<f64>) -> tensor<f64>
  %r78 = amp.transpose %s {permutation = array<i64>} : (tensor<f64>) -> tensor<f64>
  // CHECK: amp.broadcast %[[C]] : (tensor<1x3xi1>) -> tensor<?x4x3xi1>
  %r79 = amp.broadcast %c : (tensor<1x3xi1>) -> tensor<?x4x3xi1>
  // CHECK: amp.broadcast %[[S]] : (tensor<f64>) -> tensor<4xf64>
  %r80 = amp.broadcast %s : (tensor<f64>) -> tensor<4xf64>
  // CHECK: amp.broadcast %[[X]] : (tensor<?x2x3xf32>) -> tensor<?x2x3xf32>
  %r81 = amp.broadcast %x : (tensor<?x2x3xf32>) -> tensor<?x2x3xf32>
  return
}

// CHECK-LABEL: func.func @numbers(
// CHECK-SAME: %[[X:.*]]: tensor<?x3xbf16>)
func.func @numbers(%x: tensor<?x3xbf16>) {
  // CHECK: amp.size %[[X]] {axes = array<i64: 0>} : (tensor<?x3xbf16>) -> tensor<f32>
  %r82 = amp.size %x {axes = array<i64: 0>} : (tensor<?x3xbf16>) -> tensor<f32>
  // CHECK: amp.size %[[X]] {axes = array<i64: 0, 1>} : (tensor<?x3xbf16>) -> tensor<i64>
  %r83 = amp.size %x {axes = array<i64: 0, 1>} : (tensor<?x3xbf16>) -> tensor<i64>
  // CHECK: amp.size %[[X]] {axes = array<i64>} : (tensor<?x3xbf16>) -> tensor<f64>
  %r84 = amp.size %x {axes = array<i64>} : (tensor<?x3xbf16>) -> tensor<f64>
  // CHECK: amp.iota {axis = 0 : i64} : () -> tensor<4x3xi32>
  %r85 = amp.iota {axis = 0 : i64} : () -> tensor<4x3xi32>
  return
}
