// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dimensions that every operand walks as one are one; a broadcast operand keeps
// its dimension apart; a transpose is a strided load.

// RUN: amp-opt %s --pass-pipeline='builtin.module(func.func(amp-fuse,amp-schedule),amp-to-device)' -split-input-file | FileCheck %s

// CHECK: device.kernel @{{.*}} elementwise [?]
// CHECK: extent 24
func.func @dense(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %0 = amp.exp %x : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}

// -----

// CHECK: device.kernel @{{.*}} elementwise [?, 4]
// CHECK: device.load %{{.*}} strides [0, 1]
// CHECK: extent 6
func.func @bias(%x: tensor<2x3x4xf32>, %b: tensor<4xf32>) -> tensor<2x3x4xf32> {
  %0 = amp.add %x, %b : (tensor<2x3x4xf32>, tensor<4xf32>) -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}

// -----

// CHECK: device.kernel @{{.*}} elementwise [?, 2]
// CHECK: device.load %{{.*}} strides [1, 3]
// CHECK: device.store %{{.*}} strides [2, 1]
func.func @transpose(%x: tensor<2x3xf32>) -> tensor<3x2xf32> {
  %0 = amp.transpose %x {permutation = array<i64: 1, 0>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}
