// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every rule on assertions is a located error.

// RUN: amp-opt %s -split-input-file -verify-diagnostics

func.func @expect_close_c1(%x: tensor<3xi64>) {
  // expected-error @below {{expects float operands, got 'i64'}}
  check.expect_close %x, %x {ulps = 1 : i64} : tensor<3xi64>
  return
}

// -----

func.func @expect_close_c2(%x: tensor<3xf32>) {
  // expected-error @below {{expects a bound: ulps, relative or absolute}}
  check.expect_close %x, %x {at_least_ulps = 1 : i64} : tensor<3xf32>
  return
}

// -----

func.func @expect_finite_c1(%x: tensor<3xi1>) {
  // expected-error @below {{expects a float operand, got 'i1'}}
  check.expect_finite %x : tensor<3xi1>
  return
}
