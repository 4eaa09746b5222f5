// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: not amp-run check %s --target=ref 2>&1 | FileCheck %s
//
// check.expect_finite shows the first element that is infinite or NaN.

func.func @infinity() {
  %a = amp.constant dense<[1.0, 0xFC00, 0x7E00]> : tensor<3xf16>
  // CHECK: [[@LINE+1]]:3: error: 'check.expect_finite' op expects finite elements, got -inf at [1]
  check.expect_finite %a : tensor<3xf16>
  return
}

// CHECK-NOT: error:
func.func @large_values() {
  %a = amp.constant dense<[3.4e38, -1.0e-45]> : tensor<2xf32>
  check.expect_finite %a : tensor<2xf32>
  return
}
