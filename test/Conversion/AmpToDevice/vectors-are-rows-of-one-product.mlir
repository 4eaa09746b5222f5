// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// linear of a tensor of vectors is one product with as many rows as there are
// vectors, forward and for both gradients, and no copy is made for it.

// RUN: amp-opt %s --pass-pipeline='builtin.module(amp-decompose,amp-simplify,func.func(amp-fuse,amp-schedule),amp-to-device)' | FileCheck %s --implicit-check-not=device.copy --implicit-check-not=device.launch --implicit-check-not=batch

// CHECK-LABEL: device.program @forward
func.func @forward(%x: tensor<3x11x17xf32>, %v: tensor<17xf32>, %w: tensor<9x17xf32>, %b: tensor<9xf32>)
    -> (tensor<3x11x9xf32>, tensor<9xf32>, tensor<3x11x9xf32>) {
  // CHECK: device.gemm {{.*}} bias {{.*}} m 33 n 9 k 17 {trans_b}
  %0 = amp.linear %x, %w, %b : (tensor<3x11x17xf32>, tensor<9x17xf32>, tensor<9xf32>) -> tensor<3x11x9xf32>
  // CHECK: device.gemm {{.*}} m 1 n 9 k 17 {trans_b}
  %1 = amp.linear %v, %w : (tensor<17xf32>, tensor<9x17xf32>) -> tensor<9xf32>
  // CHECK: device.gemm {{.*}} m 33 n 9 k 17 {trans_b}
  %2 = amp.linear %x, %w : (tensor<3x11x17xf32>, tensor<9x17xf32>) -> tensor<3x11x9xf32>
  return %0, %1, %2 : tensor<3x11x9xf32>, tensor<9xf32>, tensor<3x11x9xf32>
}

// CHECK-LABEL: device.program @backward
func.func @backward(%g: tensor<3x11x9xf32>, %x: tensor<3x11x17xf32>, %w: tensor<9x17xf32>)
    -> (tensor<3x11x17xf32>, tensor<9x17xf32>) {
  // CHECK-DAG: device.gemm {{.*}} m 33 n 17 k 9
  %0 = amp.matmul %g, %w : (tensor<3x11x9xf32>, tensor<9x17xf32>) -> tensor<3x11x17xf32>
  // CHECK-DAG: device.gemm {{.*}} m 9 n 17 k 33 {trans_a}
  %1 = amp.reshape %g : (tensor<3x11x9xf32>) -> tensor<33x9xf32>
  %2 = amp.reshape %x : (tensor<3x11x17xf32>) -> tensor<33x17xf32>
  %3 = amp.matmul %1, %2 {transpose_lhs} : (tensor<33x9xf32>, tensor<33x17xf32>) -> tensor<9x17xf32>
  return %0, %3 : tensor<3x11x17xf32>, tensor<9x17xf32>
}
