// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Integers made float keep their op in f32 where the low type would not hold
// them exactly (P13); those that fit are cast like any value.
//
// RUN: amp-opt %s --amp-autocast=precision=bf16 --amp-verify-autocast \
// RUN:   -verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func @positions
func.func @positions(%n: tensor<1x4xi64>, %w: tensor<4x2xf32>) {
  %p = amp.cast %n : (tensor<1x4xi64>) -> tensor<1x4xf32>
  // CHECK: amp.matmul {{.*}}#amp.rule<full, bf16>{{.*}} -> tensor<1x2xf32>
  // expected-remark @+1 {{its operand holds integers, and bf16 holds them exactly only up to 256}}
  %0 = amp.matmul %p, %w : (tensor<1x4xf32>, tensor<4x2xf32>) -> tensor<1x2xf32>
  return
}

// CHECK-LABEL: func.func @iota
func.func @iota(%w: tensor<256x2xf32>, %v: tensor<300x2xf32>) {
  %small = amp.iota {axis = 1 : i64} : () -> tensor<1x256xi64>
  %s = amp.cast %small : (tensor<1x256xi64>) -> tensor<1x256xf32>
  // CHECK: amp.matmul {{.*}}#amp.rule<low, bf16>{{.*}} -> tensor<1x2xbf16>
  %0 = amp.matmul %s, %w : (tensor<1x256xf32>, tensor<256x2xf32>) -> tensor<1x2xf32>
  %large = amp.iota {axis = 0 : i64} : () -> tensor<300x1xi64>
  %l = amp.cast %large : (tensor<300x1xi64>) -> tensor<300x1xf32>
  %t = amp.transpose %l {permutation = array<i64: 1, 0>} : (tensor<300x1xf32>) -> tensor<1x300xf32>
  // CHECK: amp.matmul {{.*}}#amp.rule<full, bf16>
  // expected-remark @+1 {{its operand holds integers}}
  %1 = amp.matmul %t, %v : (tensor<1x300xf32>, tensor<300x2xf32>) -> tensor<1x2xf32>
  return
}
