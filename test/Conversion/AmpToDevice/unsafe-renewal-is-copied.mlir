// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A variable that is read at other elements, or whose old value leaves the
// function, is not renewed in place.

// RUN: amp-opt %s --pass-pipeline='builtin.module(func.func(amp-fuse,amp-schedule),amp-to-device)' -split-input-file | FileCheck %s

amp.variable @a : tensor<3x3xf32> init(#amp.zeros)

// CHECK: device.program @transposed
// CHECK: %[[A:.*]] = device.buffer variable "a"
// CHECK: %[[T:.*]] = device.buffer arena
// CHECK: device.launch @{{.*}} (%[[A]] : memref<9xf32>, %[[T]] : memref<9xf32>)
// CHECK: device.copy %[[T]] to %[[A]]
func.func @transposed() {
  %a = amp.read @a : tensor<3x3xf32>
  %0 = amp.transpose %a {permutation = array<i64: 1, 0>} : (tensor<3x3xf32>) -> tensor<3x3xf32>
  %1 = amp.exp %0 : (tensor<3x3xf32>) -> tensor<3x3xf32>
  amp.write @a, %1 : tensor<3x3xf32>
  return
}

// -----

amp.variable @a : tensor<4xf32> init(#amp.zeros)
amp.variable @b : tensor<4xf32> init(#amp.ones)

// CHECK: device.program @swap
// CHECK-DAG: %[[A:.*]] = device.buffer variable "a"
// CHECK-DAG: %[[B:.*]] = device.buffer variable "b"
// CHECK: device.copy %[[B]] to %[[SAVED_B:.*]] :
// CHECK: device.copy %[[A]] to %[[SAVED_A:.*]] :
// CHECK: device.copy %[[SAVED_B]] to %[[A]]
// CHECK: device.copy %[[SAVED_A]] to %[[B]]
func.func @swap() {
  %a = amp.read @a : tensor<4xf32>
  %b = amp.read @b : tensor<4xf32>
  amp.write @a, %b : tensor<4xf32>
  amp.write @b, %a : tensor<4xf32>
  return
}
