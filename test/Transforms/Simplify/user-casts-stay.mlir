// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A cast that the user wrote is a rounding point: neither removed nor skipped,
// even where that would be exact (P5).

// RUN: amp-opt %s --amp-simplify --amp-verify-simplify | FileCheck %s

// CHECK-LABEL: func.func @outer(
// CHECK-SAME: %[[X:.*]]: tensor<3xf16>
// CHECK: %[[R:.*]] = amp.cast %{{.*}} : ({{.*}}) -> tensor<3xf16>
// CHECK: return %[[R]]
func.func @outer(%x: tensor<3xf16>) -> tensor<3xf16> {
  %0 = amp.cast %x {origin = #amp.origin<autocast>} : (tensor<3xf16>) -> tensor<3xf32>
  %1 = amp.cast %0 : (tensor<3xf32>) -> tensor<3xf16>
  return %1 : tensor<3xf16>
}

// CHECK-LABEL: func.func @inner(
// CHECK: %[[W:.*]] = amp.cast %{{.*}} : (tensor<3xf16>) -> tensor<3xf32>
// CHECK: amp.cast %[[W]] {origin = #amp.origin<lowering>} : (tensor<3xf32>) -> tensor<3xf16>
func.func @inner(%x: tensor<3xf16>) -> tensor<3xf16> {
  %0 = amp.cast %x : (tensor<3xf16>) -> tensor<3xf32>
  %1 = amp.cast %0 {origin = #amp.origin<lowering>} : (tensor<3xf32>) -> tensor<3xf16>
  return %1 : tensor<3xf16>
}

// Shared with a compiler's cast it is still the user's.
// CHECK-LABEL: func.func @shared(
// CHECK-SAME: %[[X:.*]]: tensor<3xf32>
// CHECK-NEXT: %[[Y:.*]] = amp.cast %[[X]] : (tensor<3xf32>) -> tensor<3xf16>
// CHECK-NEXT: %[[S:.*]] = amp.add %[[Y]], %[[Y]]
func.func @shared(%x: tensor<3xf32>) -> tensor<3xf16> {
  %0 = amp.cast %x {origin = #amp.origin<autocast>} : (tensor<3xf32>) -> tensor<3xf16>
  %1 = amp.cast %x : (tensor<3xf32>) -> tensor<3xf16>
  %2 = amp.add %0, %1 : (tensor<3xf16>, tensor<3xf16>) -> tensor<3xf16>
  return %2 : tensor<3xf16>
}
