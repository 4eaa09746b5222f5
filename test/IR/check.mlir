// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Assertions print every bound and parse it back.

// RUN: amp-opt %s | amp-opt | FileCheck %s

// CHECK-LABEL: func.func @assertions(
// CHECK-SAME: %[[I:.*]]: tensor<?xi64>, %[[X:.*]]: tensor<3xbf16>)
func.func @assertions(%i: tensor<?xi64>, %x: tensor<3xbf16>) {
  // CHECK: check.expect_eq %[[I]], %[[I]] : tensor<?xi64>
  check.expect_eq %i, %i : tensor<?xi64>
  // CHECK: check.expect_close %[[X]], %[[X]] {at_least_ulps = 1 : i64, ulps = 2 : i64} : tensor<3xbf16>
  check.expect_close %x, %x {at_least_ulps = 1 : i64, ulps = 2 : i64} : tensor<3xbf16>
  // CHECK: check.expect_close %[[X]], %[[X]] {absolute = 2.500000e-01 : f64, relative = 5.000000e-01 : f64} : tensor<3xbf16>
  check.expect_close %x, %x {absolute = 0.25, relative = 0.5} : tensor<3xbf16>
  // CHECK: check.expect_finite %[[X]] : tensor<3xbf16>
  check.expect_finite %x : tensor<3xbf16>
  return
}
