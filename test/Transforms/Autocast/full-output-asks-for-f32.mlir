// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Class full_output leaves operands and asks for an f32 result, unless a dtype is
// given or the operand is not eligible; mean is not listed (P2).
//
// RUN: amp-opt %s --amp-autocast=precision=bf16 --amp-verify-autocast | FileCheck %s


// CHECK-LABEL: func.func @f
func.func @f(%a: tensor<2x2xf32>, %d: tensor<2x2xf64>, %i: tensor<2x2xi64>) {
  // CHECK: %[[C:.+]] = amp.matmul
  %c = amp.matmul %a, %a : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  // CHECK: amp.softmax %[[C]] {{.*}}dtype = f32} : (tensor<2x2xbf16>) -> tensor<2x2xf32>
  %0 = amp.softmax %c {axis = 1 : i64} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  // CHECK: amp.sum %[[C]] {{.*}}dtype = bf16} : (tensor<2x2xbf16>) -> tensor<2xbf16>
  %1 = amp.sum %c {axes = array<i64: 1>, dtype = bf16} : (tensor<2x2xf32>) -> tensor<2xbf16>
  // CHECK: amp.mean %[[C]] {accumulate = f32, {{.*}}} : (tensor<2x2xbf16>) -> tensor<2xbf16>
  %2 = amp.mean %c {axes = array<i64: 1>} : (tensor<2x2xf32>) -> tensor<2xf32>
  // CHECK: amp.log_softmax %arg1 {accumulate = f64, {{.*}}axis = 1 : i64} : (tensor<2x2xf64>) -> tensor<2x2xf64>
  %3 = amp.log_softmax %d {axis = 1 : i64} : (tensor<2x2xf64>) -> tensor<2x2xf64>
  // CHECK: amp.sum %arg2 {accumulate = i64, {{.*}}} : (tensor<2x2xi64>) -> tensor<2xi64>
  %4 = amp.sum %i {axes = array<i64: 1>} : (tensor<2x2xi64>) -> tensor<2xi64>
  return
}
