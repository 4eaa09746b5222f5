// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// softmax, log_softmax and mean compute in f32 and round at the result only.

// RUN: amp-opt %s --amp-decompose | FileCheck %s

// CHECK-LABEL: func.func @softmax(
// CHECK-SAME: %[[X:.*]]: tensor<?x3xbf16>
// CHECK: %[[W:.*]] = amp.cast %[[X]] {origin = #amp.origin<lowering>} : (tensor<?x3xbf16>) -> tensor<?x3xf32>
// CHECK: %[[M:.*]] = amp.max %[[W]] {axes = array<i64: 1>, keepdims}
// CHECK: %[[D:.*]] = amp.sub %[[W]], %[[M]]
// CHECK: %[[E:.*]] = amp.exp %[[D]]
// CHECK: %[[S:.*]] = amp.sum %[[E]] {axes = array<i64: 1>, keepdims}
// CHECK: %[[Q:.*]] = amp.div %[[E]], %[[S]] : (tensor<?x3xf32>, tensor<?x1xf32>) -> tensor<?x3xf32>
// CHECK: %[[R:.*]] = amp.cast %[[Q]] {origin = #amp.origin<lowering>} : (tensor<?x3xf32>) -> tensor<?x3xbf16>
// CHECK: return %[[R]]
func.func @softmax(%x: tensor<?x3xbf16>) -> tensor<?x3xbf16> {
  %0 = amp.softmax %x {axis = 1} : (tensor<?x3xbf16>) -> tensor<?x3xbf16>
  return %0 : tensor<?x3xbf16>
}

// A result of type f32 (class full_output) needs no second rounding.
// CHECK-LABEL: func.func @log_softmax(
// CHECK: amp.cast {{.*}} : (tensor<4x3xbf16>) -> tensor<4x3xf32>
// CHECK: %[[D:.*]] = amp.sub
// CHECK: %[[E:.*]] = amp.exp %[[D]]
// CHECK: %[[S:.*]] = amp.sum %[[E]] {axes = array<i64: 0>, keepdims}
// CHECK: %[[L:.*]] = amp.log %[[S]]
// CHECK: %[[R:.*]] = amp.sub %[[D]], %[[L]]
// CHECK-NEXT: return %[[R]]
func.func @log_softmax(%x: tensor<4x3xbf16>) -> tensor<4x3xf32> {
  %0 = amp.log_softmax %x {axis = 0, dtype = f32} : (tensor<4x3xbf16>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// The count is read from the shape at run time, also where it is static.
// CHECK-LABEL: func.func @mean(
// CHECK-SAME: %[[X:.*]]: tensor<4x3xf16>
// CHECK: %[[S:.*]] = amp.sum %{{.*}} {axes = array<i64: 0>} : (tensor<4x3xf32>) -> tensor<3xf32>
// CHECK: %[[N:.*]] = amp.size %[[X]] {axes = array<i64: 0>} : (tensor<4x3xf16>) -> tensor<f32>
// CHECK: %[[Q:.*]] = amp.div %[[S]], %[[N]]
// CHECK: amp.cast %[[Q]] {{.*}} -> tensor<3xf16>
func.func @mean(%x: tensor<4x3xf16>) -> tensor<3xf16> {
  %0 = amp.mean %x {axes = array<i64: 0>} : (tensor<4x3xf16>) -> tensor<3xf16>
  return %0 : tensor<3xf16>
}
