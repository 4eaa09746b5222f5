// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A cast of a cast skips the first where that held every value; what rounded in
// between stays.

// RUN: amp-opt %s --amp-simplify --amp-verify-simplify | FileCheck %s

// CHECK-LABEL: func.func @round_trip(
// CHECK-SAME: %[[X:.*]]: tensor<3xf16>
// CHECK-NEXT: return %[[X]]
func.func @round_trip(%x: tensor<3xf16>) -> tensor<3xf16> {
  %0 = amp.cast %x {origin = #amp.origin<autocast>} : (tensor<3xf16>) -> tensor<3xf32>
  %1 = amp.cast %0 {origin = #amp.origin<lowering>} : (tensor<3xf32>) -> tensor<3xf16>
  return %1 : tensor<3xf16>
}

// CHECK-LABEL: func.func @widening_chain(
// CHECK-SAME: %[[X:.*]]: tensor<3xf16>
// CHECK-NEXT: %[[R:.*]] = amp.cast %[[X]] {{.*}} : (tensor<3xf16>) -> tensor<3xf64>
// CHECK-NEXT: return %[[R]]
func.func @widening_chain(%x: tensor<3xf16>) -> tensor<3xf64> {
  %0 = amp.cast %x {origin = #amp.origin<autocast>} : (tensor<3xf16>) -> tensor<3xf32>
  %1 = amp.cast %0 {origin = #amp.origin<lowering>} : (tensor<3xf32>) -> tensor<3xf64>
  return %1 : tensor<3xf64>
}

// CHECK-LABEL: func.func @narrow_between(
// CHECK: amp.cast {{.*}} -> tensor<3xbf16>
// CHECK: amp.cast {{.*}} -> tensor<3xf32>
func.func @narrow_between(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = amp.cast %x {origin = #amp.origin<autocast>} : (tensor<3xf32>) -> tensor<3xbf16>
  %1 = amp.cast %0 {origin = #amp.origin<lowering>} : (tensor<3xbf16>) -> tensor<3xf32>
  return %1 : tensor<3xf32>
}

// f16 and bf16 do not hold each other.
// CHECK-LABEL: func.func @other_low(
// CHECK: amp.cast {{.*}} -> tensor<3xbf16>
// CHECK: amp.cast {{.*}} -> tensor<3xf16>
func.func @other_low(%x: tensor<3xf16>) -> tensor<3xf16> {
  %0 = amp.cast %x {origin = #amp.origin<autocast>} : (tensor<3xf16>) -> tensor<3xbf16>
  %1 = amp.cast %0 {origin = #amp.origin<lowering>} : (tensor<3xbf16>) -> tensor<3xf16>
  return %1 : tensor<3xf16>
}

// An integer wraps to a smaller one, a float saturates: not the same cast.
// CHECK-LABEL: func.func @integers(
// CHECK: amp.cast {{.*}} -> tensor<3xf64>
// CHECK: amp.cast {{.*}} -> tensor<3xi8>
func.func @integers(%x: tensor<3xi32>) -> tensor<3xi8> {
  %0 = amp.cast %x {origin = #amp.origin<lowering>} : (tensor<3xi32>) -> tensor<3xf64>
  %1 = amp.cast %0 {origin = #amp.origin<lowering>} : (tensor<3xf64>) -> tensor<3xi8>
  return %1 : tensor<3xi8>
}

// f32 does not hold i32.
// CHECK-LABEL: func.func @inexact_integers(
// CHECK: amp.cast {{.*}} -> tensor<3xf32>
// CHECK: amp.cast {{.*}} -> tensor<3xi32>
func.func @inexact_integers(%x: tensor<3xi32>) -> tensor<3xi32> {
  %0 = amp.cast %x {origin = #amp.origin<lowering>} : (tensor<3xi32>) -> tensor<3xf32>
  %1 = amp.cast %0 {origin = #amp.origin<lowering>} : (tensor<3xf32>) -> tensor<3xi32>
  return %1 : tensor<3xi32>
}
