// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: not amp-run check %s --target=ref 2>&1 | FileCheck %s
//
// A function with a failed assertion leaves the variables as they were.

amp.variable @w : tensor<f32> init(#amp.ones)

func.func @fails_after_a_write() {
  %two = amp.constant dense<2.0> : tensor<f32>
  amp.write @w, %two : tensor<f32>
  %w = amp.read @w : tensor<f32>
  // CHECK: [[@LINE+1]]:3: error: 'check.expect_eq' op expects equal elements, got 1 (0x1p+0) instead of 2 (0x1p+1) at []
  check.expect_eq %w, %two : tensor<f32>
  return
}

// CHECK-NOT: error:
func.func @sees_the_old_value() {
  %w = amp.read @w : tensor<f32>
  %one = amp.constant dense<1.0> : tensor<f32>
  check.expect_eq %w, %one : tensor<f32>
  return
}
