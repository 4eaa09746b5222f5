// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Only arithmetic that changes no bit folds: x + 0 would lose the sign of -0.

// RUN: amp-opt %s --amp-simplify | FileCheck %s

// CHECK-LABEL: func.func @folds(
// CHECK-SAME: %[[X:.*]]: tensor<3xf32>, %[[C:.*]]: tensor<3xi1>
// CHECK-NEXT: return %[[X]], %[[X]], %[[X]], %[[X]], %[[X]]
func.func @folds(%x: tensor<3xf32>, %c: tensor<3xi1>) -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) {
  %one = amp.constant dense<1.0> : tensor<f32>
  %zero = amp.constant dense<0.0> : tensor<f32>
  %0 = amp.mul %one, %x : (tensor<f32>, tensor<3xf32>) -> tensor<3xf32>
  %1 = amp.div %x, %one : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
  %2 = amp.sub %x, %zero : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
  %n = amp.neg %x : (tensor<3xf32>) -> tensor<3xf32>
  %3 = amp.neg %n : (tensor<3xf32>) -> tensor<3xf32>
  %4 = amp.select %c, %x, %x : (tensor<3xi1>, tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %0, %1, %2, %3, %4 : tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>
}

// A broadcasting factor of one and a subtracted -0 are no identities.
// CHECK-LABEL: func.func @stay(
// CHECK: amp.add
// CHECK: amp.sub
// CHECK: amp.mul
func.func @stay(%x: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>, tensor<2x3xf32>) {
  %zero = amp.constant dense<0.0> : tensor<f32>
  %minus = amp.constant dense<-0.0> : tensor<f32>
  %ones = amp.constant dense<1.0> : tensor<2x3xf32>
  %0 = amp.add %x, %zero : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
  %1 = amp.sub %x, %minus : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
  %2 = amp.mul %x, %ones : (tensor<3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0, %1, %2 : tensor<3xf32>, tensor<3xf32>, tensor<2x3xf32>
}
