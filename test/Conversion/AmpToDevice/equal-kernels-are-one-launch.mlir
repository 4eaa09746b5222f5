// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Updates of several variables have one structure and do not depend on each
// other: one launch with an instance each, in place.

// RUN: amp-opt %s --pass-pipeline='builtin.module(func.func(amp-fuse,amp-schedule),amp-to-device)' | FileCheck %s

amp.variable @a : tensor<4x5xf32> init(#amp.zeros)
amp.variable @b : tensor<7xf32> init(#amp.zeros)

// CHECK-COUNT-1: device.kernel
// CHECK-NOT: device.kernel
// CHECK: device.program @update
// CHECK-DAG: %[[A:.*]] = device.buffer variable "a" : memref<20xf32>
// CHECK-DAG: %[[B:.*]] = device.buffer variable "b" : memref<7xf32>
// CHECK: device.launch @{{.*}} (%[[A]] : memref<20xf32>, %{{.*}}, %[[A]] : memref<20xf32>) extent 20,
// CHECK-NEXT: (%[[B]] : memref<7xf32>, %{{.*}}, %[[B]] : memref<7xf32>) extent 7
// CHECK-NOT: device.launch
// CHECK-NOT: device.copy
func.func @update(%x: tensor<4x5xf32>, %y: tensor<7xf32>) {
  %a = amp.read @a : tensor<4x5xf32>
  %b = amp.read @b : tensor<7xf32>
  %0 = amp.sub %a, %x : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
  %1 = amp.sub %b, %y : (tensor<7xf32>, tensor<7xf32>) -> tensor<7xf32>
  amp.write @a, %0 : tensor<4x5xf32>
  amp.write @b, %1 : tensor<7xf32>
  return
}
