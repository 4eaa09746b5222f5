// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Assertions run on compiled code as on the interpreter, and fail there, too.

// RUN: amp-run check %s --target=ref
// RUN: amp-run check %s --target=cpu
// RUN: amp-run check %s --target=cpu --fuse=off
// RUN: amp-run check %s --target=cpu --threads=2
// RUN: sed s/24.0/25.0/ %s > %t.mlir
// RUN: not amp-run check %t.mlir --target=cpu 2>&1 | FileCheck %s
// CHECK: checks-run-on-every-target.mlir.tmp.mlir:{{[0-9]+}}:3: error: {{.*}}24

func.func @linear() {
  %x = amp.constant dense<[[1.0, 2.0],[3.0,4.0],[5.0,6.0]]> : tensor<3x2xf32>
  %w = amp.constant dense<[[1.0, 0.5],[2.0,-1.0]]> : tensor<2x2xf32>
  %b = amp.constant dense<[10.0, 20.0]> : tensor<2xf32>
  %0 = amp.linear %x, %w, %b : (tensor<3x2xf32>, tensor<2x2xf32>, tensor<2xf32>) -> tensor<3x2xf32>
  %e = amp.constant dense<[[12.0, 20.0],[15.0, 22.0],[18.0, 24.0]]> : tensor<3x2xf32>
  check.expect_eq %0, %e : tensor<3x2xf32>
  %t = amp.transpose %0 {permutation = array<i64: 1, 0>} : (tensor<3x2xf32>) -> tensor<2x3xf32>
  %et = amp.constant dense<[[12.0,15.0,18.0],[20.0,22.0,24.0]]> : tensor<2x3xf32>
  check.expect_eq %t, %et : tensor<2x3xf32>
  %r = amp.reshape %t : (tensor<2x3xf32>) -> tensor<6xf32>
  %er = amp.constant dense<[12.0,15.0,18.0,20.0,22.0,24.0]> : tensor<6xf32>
  check.expect_eq %r, %er : tensor<6xf32>
  return
}
