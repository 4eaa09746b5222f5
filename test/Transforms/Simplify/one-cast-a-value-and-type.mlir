// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Casts of one value to one type are merged whoever asked for them, also by way
// of other merges; casts to other types stay.

// RUN: amp-opt %s --amp-simplify --amp-verify-simplify | FileCheck %s

// CHECK-LABEL: func.func @share(
// CHECK-SAME: %[[X:.*]]: tensor<3xf32>
// CHECK: %[[N:.*]] = amp.neg %[[X]]
// CHECK-NEXT: %[[H:.*]] = amp.cast %[[N]] {{.*}} -> tensor<3xf16>
// CHECK-NEXT: %[[B:.*]] = amp.cast %[[N]] {{.*}} -> tensor<3xbf16>
// CHECK-NEXT: return %[[H]], %[[H]], %[[B]]
func.func @share(%x: tensor<3xf32>) -> (tensor<3xf16>, tensor<3xf16>, tensor<3xbf16>) {
  %0 = amp.neg %x : (tensor<3xf32>) -> tensor<3xf32>
  %1 = amp.neg %x : (tensor<3xf32>) -> tensor<3xf32>
  %2 = amp.cast %0 {origin = #amp.origin<autocast>} : (tensor<3xf32>) -> tensor<3xf16>
  %3 = amp.cast %1 {origin = #amp.origin<autodiff>} : (tensor<3xf32>) -> tensor<3xf16>
  %4 = amp.cast %1 {origin = #amp.origin<lowering>} : (tensor<3xf32>) -> tensor<3xbf16>
  return %2, %3, %4 : tensor<3xf16>, tensor<3xf16>, tensor<3xbf16>
}
