// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random ops keep their attributes and the type of their input; the default
// mode is not printed.

// RUN: amp-opt %s | amp-opt | FileCheck %s

// CHECK-LABEL: func.func @dropout(
// CHECK-SAME: %[[X:.*]]: tensor<?x3xbf16>, %[[S:.*]]: tensor<i64>, %[[C:.*]]: tensor<i64>)
func.func @dropout(%x: tensor<?x3xbf16>, %s: tensor<i64>, %c: tensor<i64>) {
  // CHECK: amp.dropout %[[X]] {p = 5.000000e-01 : f64} : (tensor<?x3xbf16>) -> tensor<?x3xbf16>
  %0 = amp.dropout %x {p = 0.5 : f64, mode = #amp.mode<auto>} : (tensor<?x3xbf16>) -> tensor<?x3xbf16>
  // CHECK: amp.dropout %[[X]], %[[S]], %[[C]] {mode = #amp.mode<train>, number = 3 : i64, p = 1.000000e+00 : f64} : (tensor<?x3xbf16>, tensor<i64>, tensor<i64>) -> tensor<?x3xbf16>
  %1 = amp.dropout %x, %s, %c {p = 1.0 : f64, number = 3 : i64, mode = #amp.mode<train>} : (tensor<?x3xbf16>, tensor<i64>, tensor<i64>) -> tensor<?x3xbf16>
  // CHECK: amp.dropout %[[X]], %[[S]], %[[C]], %[[C]] {p = 1.000000e+00 : f64} : (tensor<?x3xbf16>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<?x3xbf16>
  %2 = amp.dropout %x, %s, %c, %c {p = 1.0 : f64} : (tensor<?x3xbf16>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<?x3xbf16>
  return
}
