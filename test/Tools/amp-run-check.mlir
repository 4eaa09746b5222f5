// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// amp-run check is silent on success, names functions under --verbose, and runs
// neither private functions nor those with arguments.
//
// RUN: amp-run check %s | count 0
// RUN: amp-run check --verbose < %s - | FileCheck %s

// CHECK-NOT: helper
// CHECK-NOT: with_arguments
// CHECK: passed: first
// CHECK-NEXT: passed: second
// CHECK-NOT: passed
func.func private @helper() {
  %bad = arith.constant dense<1.0> : tensor<f32>
  return
}
func.func @with_arguments(%x: tensor<f32>) {
  return
}
func.func @first() {
  return
}
func.func @second() {
  return
}
