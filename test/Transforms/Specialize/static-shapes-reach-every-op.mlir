// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The shapes of the arguments reach every result, inferred or stated.

// RUN: amp-opt %s --amp-specialize="function=f shapes='x=6x4'" | FileCheck %s

// CHECK-LABEL: func.func @f(
// CHECK-SAME: tensor<6x4xf32>
// CHECK-SAME: -> tensor<12x2xbf16>
func.func @f(%x: tensor<?x4xf32> {amp.name = "x"}) -> tensor<?x2xbf16> {
  // CHECK: amp.sum {{.*}} -> tensor<6x1xf32>
  %0 = amp.sum %x {axes = array<i64: 1>, keepdims} : (tensor<?x4xf32>) -> tensor<?x1xf32>
  // CHECK: amp.broadcast {{.*}} -> tensor<6x4xf32>
  %1 = amp.broadcast %0 : (tensor<?x1xf32>) -> tensor<?x4xf32>
  // CHECK: amp.cast {{.*}} -> tensor<6x4xbf16>
  %2 = amp.cast %1 : (tensor<?x4xf32>) -> tensor<?x4xbf16>
  // CHECK: amp.reshape {{.*}} -> tensor<12x2xbf16>
  %3 = amp.reshape %2 : (tensor<?x4xbf16>) -> tensor<?x2xbf16>
  return %3 : tensor<?x2xbf16>
}
