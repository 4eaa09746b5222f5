// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// amp.argmax drops its axis or all axes, or keeps them; amp.min is a reduction.

// RUN: amp-opt %s | amp-opt | FileCheck %s

// CHECK-LABEL: func.func @argmax(
// CHECK-SAME: %[[X:.*]]: tensor<?x4x3xf16>, %[[S:.*]]: tensor<i32>, %[[E:.*]]: tensor<0x3x0xf32>)
func.func @argmax(%x: tensor<?x4x3xf16>, %s: tensor<i32>, %e: tensor<0x3x0xf32>) {
  // CHECK: amp.argmax %[[X]] {axis = 1 : i64} : (tensor<?x4x3xf16>) -> tensor<?x3xi64>
  %0 = amp.argmax %x {axis = 1 : i64} : (tensor<?x4x3xf16>) -> tensor<?x3xi64>
  // CHECK: amp.argmax %[[X]] {axis = 1 : i64, keepdims} : (tensor<?x4x3xf16>) -> tensor<?x1x3xi64>
  %1 = amp.argmax %x {axis = 1 : i64, keepdims} : (tensor<?x4x3xf16>) -> tensor<?x1x3xi64>
  // CHECK: amp.argmax %[[X]] : (tensor<?x4x3xf16>) -> tensor<i64>
  %2 = amp.argmax %x : (tensor<?x4x3xf16>) -> tensor<i64>
  // CHECK: amp.argmax %[[X]] {keepdims} : (tensor<?x4x3xf16>) -> tensor<1x1x1xi64>
  %3 = amp.argmax %x {keepdims} : (tensor<?x4x3xf16>) -> tensor<1x1x1xi64>
  // CHECK: amp.argmax %[[S]] : (tensor<i32>) -> tensor<i64>
  %4 = amp.argmax %s : (tensor<i32>) -> tensor<i64>
  // CHECK: amp.argmax %[[E]] {axis = 2 : i64} : (tensor<0x3x0xf32>) -> tensor<0x3xi64>
  %5 = amp.argmax %e {axis = 2 : i64} : (tensor<0x3x0xf32>) -> tensor<0x3xi64>
  // CHECK: amp.min %[[X]] {axes = array<i64: 0, 2>, keepdims} : (tensor<?x4x3xf16>) -> tensor<1x4x1xf16>
  %6 = amp.min %x {axes = array<i64: 0, 2>, keepdims} : (tensor<?x4x3xf16>) -> tensor<1x4x1xf16>
  return
}
