// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: not amp-run check %s --target=ref 2>&1 | FileCheck %s
//
// check.expect_eq compares bits, except that any NaN equals any NaN, and shows
// the first element that differs.

func.func @first_difference() {
  %a = amp.constant dense<[[1.0, 2.0], [0.1, 4.0]]> : tensor<2x2xf32>
  %b = amp.constant dense<[[1.0, 2.0], [0.2, 5.0]]> : tensor<2x2xf32>
  // CHECK: [[@LINE+1]]:3: error: 'check.expect_eq' op expects equal elements, got 0.100000001 (0x1.99999ap-4) instead of 0.200000003 (0x1.99999ap-3) at [1, 0]; 2 of 4 differ
  check.expect_eq %a, %b : tensor<2x2xf32>
  return
}

func.func @zeros_have_signs() {
  %a = amp.constant dense<0.0> : tensor<1xbf16>
  %b = amp.constant dense<-0.0> : tensor<1xbf16>
  // CHECK: [[@LINE+1]]:3: error: {{.*}} got 0 (0x0p+0) instead of -0 (-0x0p+0) at [0]; 1 of 1 differ
  check.expect_eq %a, %b : tensor<1xbf16>
  return
}

func.func @integers_and_booleans() {
  %a = amp.constant dense<[9007199254740993]> : tensor<1xi64>
  %b = amp.constant dense<[9007199254740992]> : tensor<1xi64>
  // CHECK: [[@LINE+1]]:3: error: {{.*}} got 9007199254740993 instead of 9007199254740992 at [0]
  check.expect_eq %a, %b : tensor<1xi64>
  %c = amp.constant dense<[true, true]> : tensor<2xi1>
  %d = amp.constant dense<[true, false]> : tensor<2xi1>
  // CHECK: [[@LINE+1]]:3: error: {{.*}} got 1 instead of 0 at [1]
  check.expect_eq %c, %d : tensor<2xi1>
  return
}

// CHECK-NOT: error:
func.func @nans_are_equal() {
  %a = amp.constant dense<0x7FC00001> : tensor<1xf32>
  %b = amp.constant dense<0xFFC00000> : tensor<1xf32>
  check.expect_eq %a, %b : tensor<1xf32>
  return
}
