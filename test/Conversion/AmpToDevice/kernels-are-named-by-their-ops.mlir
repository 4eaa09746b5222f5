// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel is named by what was written in the graph: the composite op rather
// than its parts, casts and views only where there is nothing else, each name
// once and at most four. Equal names are numbered in order.

// RUN: amp-opt %s --pass-pipeline='builtin.module(amp-decompose,func.func(amp-fuse,amp-schedule),amp-to-device)' | FileCheck %s

// CHECK-DAG: device.kernel @softmax row [?, 10]
// CHECK-DAG: device.kernel @relu_mul{{(_0)?}} elementwise [?] (
// CHECK-DAG: device.kernel @relu_mul{{(_0)?}} elementwise [?, 10] (
// CHECK-DAG: device.kernel @cast_transpose transpose [?, 40]
// CHECK-DAG: device.kernel @exp_log_sqrt_neg_more elementwise [?] (
// CHECK: device.program @names
func.func @names(%x: tensor<8x10xf32>, %h: tensor<40x30xf16>, %v: tensor<7xf32>, %b: tensor<10xf32>)
    -> (tensor<8x10xf32>, tensor<7xf16>, tensor<30x40xf32>, tensor<7xf32>, tensor<8x10xf32>) {
  %0 = amp.softmax %x {axis = 1} : (tensor<8x10xf32>) -> tensor<8x10xf32>
  %1 = amp.relu %v : (tensor<7xf32>) -> tensor<7xf32>
  %2 = amp.mul %1, %1 : (tensor<7xf32>, tensor<7xf32>) -> tensor<7xf32>
  %3 = amp.cast %2 : (tensor<7xf32>) -> tensor<7xf16>
  %4 = amp.cast %h : (tensor<40x30xf16>) -> tensor<40x30xf32>
  %5 = amp.transpose %4 {permutation = array<i64: 1, 0>} : (tensor<40x30xf32>) -> tensor<30x40xf32>
  %6 = amp.exp %v : (tensor<7xf32>) -> tensor<7xf32>
  %7 = amp.log %6 : (tensor<7xf32>) -> tensor<7xf32>
  %8 = amp.sqrt %7 : (tensor<7xf32>) -> tensor<7xf32>
  %9 = amp.neg %8 : (tensor<7xf32>) -> tensor<7xf32>
  %10 = amp.tanh %9 : (tensor<7xf32>) -> tensor<7xf32>
  %11 = amp.relu %x : (tensor<8x10xf32>) -> tensor<8x10xf32>
  %12 = amp.mul %11, %b : (tensor<8x10xf32>, tensor<10xf32>) -> tensor<8x10xf32>
  return %0, %3, %5, %10, %12 : tensor<8x10xf32>, tensor<7xf16>, tensor<30x40xf32>, tensor<7xf32>, tensor<8x10xf32>
}
