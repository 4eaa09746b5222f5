// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operands of an elementwise op get one type, by casts of origin promotion; a
// 0-d operand takes the other's type within its category. Also without autocast.
//
// RUN: amp-opt %s --amp-autocast --amp-verify-autocast | FileCheck %s
// RUN: amp-opt %s --amp-autocast="precision=bf16 policy=none" --amp-verify-autocast | FileCheck %s

// CHECK-LABEL: func.func @low_with_f32
func.func @low_with_f32(%a: tensor<2xf16>, %b: tensor<2xf32>, %c: tensor<f32>, %d: tensor<2xbf16>) {
  // CHECK: %[[A:.+]] = amp.cast %arg0 {origin = #amp.origin<promotion>} : (tensor<2xf16>) -> tensor<2xf32>
  // CHECK: amp.add %[[A]], %arg1 {{.*}}-> tensor<2xf32>
  %0 = amp.add %a, %b : (tensor<2xf16>, tensor<2xf32>) -> tensor<2xf32>
  // CHECK: %[[C:.+]] = amp.cast %arg2 {origin = #amp.origin<promotion>} : (tensor<f32>) -> tensor<f16>
  // CHECK: amp.mul %arg0, %[[C]] {{.*}}-> tensor<2xf16>
  %1 = amp.mul %a, %c : (tensor<2xf16>, tensor<f32>) -> tensor<2xf16>
  // CHECK: amp.cast %arg0 {{.*}} -> tensor<2xf32>
  // CHECK: amp.cast %arg3 {{.*}} -> tensor<2xf32>
  // CHECK: amp.compare lt {{.*}} (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  %2 = amp.compare lt %a, %d : (tensor<2xf16>, tensor<2xbf16>) -> tensor<2xi1>
  return
}

// f16[1] + f64 0-d stays f16; i64 + f32 0-d is f32; integers are floats for exp.
// CHECK-LABEL: func.func @zero_d
func.func @zero_d(%a: tensor<1xf16>, %b: tensor<f64>, %i: tensor<2xi64>, %c: tensor<f32>) {
  // CHECK: amp.add %arg0, %{{.+}} {{.*}}(tensor<1xf16>, tensor<f16>) -> tensor<1xf16>
  %0 = amp.add %a, %b : (tensor<1xf16>, tensor<f64>) -> tensor<1xf16>
  // CHECK: amp.add %{{.+}}, %arg3 {{.*}}(tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  %1 = amp.add %i, %c : (tensor<2xi64>, tensor<f32>) -> tensor<2xf32>
  // CHECK: amp.exp %{{.+}} {{.*}}(tensor<2xf32>) -> tensor<2xf32>
  %2 = amp.exp %i : (tensor<2xi64>) -> tensor<2xf32>
  // CHECK: amp.cast %arg2 {origin = #amp.origin<promotion>} : (tensor<2xi64>) -> tensor<2xf16>
  // CHECK: amp.select {{.*}} -> tensor<2xf16>
  %k = amp.constant dense<true> : tensor<2xi1>
  %3 = amp.select %k, %a, %i : (tensor<2xi1>, tensor<1xf16>, tensor<2xi64>) -> tensor<2xf16>
  return
}
