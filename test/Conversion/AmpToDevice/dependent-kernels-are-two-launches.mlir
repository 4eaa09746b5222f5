// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Equal kernels of which one reads what another writes are not instances of one
// launch: those run at the same time, on several threads.

// RUN: amp-opt %s --pass-pipeline='builtin.module(func.func(amp-fuse{fuse=false},amp-schedule),amp-to-device)' | FileCheck %s

// CHECK: device.kernel @[[K:[a-z_0-9]+]]
// CHECK-NOT: device.kernel @
// CHECK: device.program @forward
// CHECK: %[[X:.*]] = device.buffer input "x"
// CHECK: %[[A:.*]] = device.buffer arena
// CHECK: device.launch @[[K]] (%[[X]] : memref<6xf32>, %[[A]] : memref<6xf32>) extent 6{{$}}
// CHECK: device.launch @[[K]] (%[[A]] : memref<6xf32>, %{{.*}} : memref<6xf32>) extent 6{{$}}
func.func @forward(%x: tensor<6xf32> {amp.name = "x"}) -> tensor<6xf32> {
  %0 = amp.tanh %x : (tensor<6xf32>) -> tensor<6xf32>
  %1 = amp.tanh %0 : (tensor<6xf32>) -> tensor<6xf32>
  return %1 : tensor<6xf32>
}
