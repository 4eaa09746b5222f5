// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: not amp-run check %s --target=ref 2>&1 | FileCheck %s
//
// check.expect_close shows the element that misses its bound most; NaN and
// infinities are close to themselves only; a bound can be shown to be needed.

func.func @ulps_show_the_worst() {
  %a = amp.constant dense<[0x3F800001, 0x3F800005, 0x3F800003]> : tensor<3xf32>
  %b = amp.constant dense<1.0> : tensor<3xf32>
  // CHECK: [[@LINE+1]]:3: error: 'check.expect_close' op expects close elements, got 1.0000006 (0x1.00000ap+0) instead of 1 (0x1p+0) at [1], 5 ulps off; 2 of 3 differ
  check.expect_close %a, %b {ulps = 2 : i64} : tensor<3xf32>
  return
}

func.func @relative_and_absolute() {
  %a = amp.constant dense<[100.0, 0.002]> : tensor<2xf64>
  %b = amp.constant dense<[101.0, 0.0]> : tensor<2xf64>
  // CHECK: [[@LINE+1]]:3: error: {{.*}} instead of 101 {{.*}} at [0], {{.*}}; 1 of 2 differ
  check.expect_close %a, %b {relative = 1.0e-3 : f64, absolute = 0.01 : f64} : tensor<2xf64>
  // CHECK: [[@LINE+1]]:3: error: {{.*}} instead of 0 {{.*}} at [1], {{.*}}; 1 of 2 differ
  check.expect_close %a, %b {relative = 0.02 : f64} : tensor<2xf64>
  check.expect_close %a, %b {relative = 0.02 : f64, absolute = 0.01 : f64} : tensor<2xf64>
  return
}

func.func @nan_and_infinity() {
  %a = amp.constant dense<[0x7FC00000, 1.0, 0x7F800000]> : tensor<3xf32>
  %b = amp.constant dense<[0x7FC00000, 0x7FC00000, 3.0e38]> : tensor<3xf32>
  // CHECK: [[@LINE+1]]:3: error: {{.*}} got 1 (0x1p+0) instead of nan at [1], inf ulps off; 2 of 3 differ
  check.expect_close %a, %b {relative = 1.0e30 : f64} : tensor<3xf32>
  return
}

func.func @subnormals_have_the_smallest_unit() {
  %a = amp.constant dense<[0x0003, 0x0000]> : tensor<2xf16>
  %b = amp.constant dense<[0x0001, 0x0001]> : tensor<2xf16>
  // CHECK: [[@LINE+1]]:3: error: {{.*}} at [0], 2 ulps off; 1 of 2 differ
  check.expect_close %a, %b {ulps = 1 : i64} : tensor<2xf16>
  return
}

func.func @a_bound_that_is_not_needed() {
  %a = amp.constant dense<0x3F800001> : tensor<1xf32>
  %b = amp.constant dense<1.0> : tensor<1xf32>
  // CHECK: [[@LINE+1]]:3: error: {{.*}} expects a largest difference of at least 2 ulps, got 1
  check.expect_close %a, %b {ulps = 4 : i64, at_least_ulps = 2 : i64} : tensor<1xf32>
  // CHECK-NOT: error:
  check.expect_close %a, %b {ulps = 4 : i64, at_least_ulps = 1 : i64} : tensor<1xf32>
  return
}
