// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A 16-bit product compared with an f32 constant: both sides are compared in
// f32, the integers chosen by it are not touched, and 0.1 rounded to f16 is less
// than 0.1 in f32.
//
// RUN: amp-opt %s --amp-autocast=precision=f16 --amp-verify-autocast -o %t
// RUN: FileCheck %s --input-file=%t
// RUN: amp-run check %t

// CHECK-LABEL: func.func @main
func.func @main() {
  %x = amp.constant dense<0.1> : tensor<1x1xf32>
  %one = amp.constant dense<1.0> : tensor<1x1xf32>
  %five = amp.constant dense<5> : tensor<1x1xi64>
  %nine = amp.constant dense<9> : tensor<1x1xi64>
  // CHECK: %[[A:.+]] = amp.matmul {{.*}} -> tensor<1x1xf16>
  %a = amp.matmul %x, %one : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
  // CHECK: %[[AF:.+]] = amp.cast %[[A]] {origin = #amp.origin<promotion>} : (tensor<1x1xf16>) -> tensor<1x1xf32>
  // CHECK: %[[M:.+]] = amp.compare lt %[[AF]], %{{.+}} (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xi1>
  %m = amp.compare lt %a, %x : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xi1>
  // CHECK-NEXT: amp.select %[[M]], %{{.+}} (tensor<1x1xi1>, tensor<1x1xi64>, tensor<1x1xi64>)
  %o = amp.select %m, %five, %nine : (tensor<1x1xi1>, tensor<1x1xi64>, tensor<1x1xi64>) -> tensor<1x1xi64>
  check.expect_eq %o, %five : tensor<1x1xi64>
  return
}
