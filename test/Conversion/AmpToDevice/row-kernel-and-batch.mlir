// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A row region becomes a kernel whose first extent is known at run time only;
// the number of rows never becomes a constant of the body.

// RUN: amp-opt %s --pass-pipeline='builtin.module(func.func(amp-fuse,amp-schedule),amp-to-device)' | FileCheck %s

// CHECK: device.kernel @[[MEAN:.*]] column [?, 4] reduces 0
// CHECK: %[[X:.*]] = device.load %{{.*}} strides [4, 1]
// CHECK: %[[S:.*]] = device.reduce add %[[X]]
// CHECK: device.store %{{.*}} strides [0, 1]
// CHECK: device.kernel @[[BY:.*]] elementwise [] {{.*}} sizes 1
// CHECK: device.size 0
// CHECK: device.program @mean
// CHECK-DAG: %[[IN:.*]] = device.buffer input "x" {{.*}} : memref<32xf32>
// CHECK-DAG: %[[OUT:.*]] = device.buffer output "sum" {{.*}} : memref<4xf32>
// CHECK-DAG: device.launch @[[BY]] ({{.*}}) extent 1 sizes [8]
// CHECK-DAG: device.launch @[[MEAN]] (%[[IN]] : memref<32xf32>, %[[OUT]] : memref<4xf32>) extent 8
func.func @mean(%x: tensor<8x4xf32> {amp.name = "x"})
    -> (tensor<4xf32> {amp.name = "sum"}, tensor<f32>) {
  %0 = amp.sum %x {axes = array<i64: 0>} : (tensor<8x4xf32>) -> tensor<4xf32>
  %1 = amp.size %x {axes = array<i64: 0>} : (tensor<8x4xf32>) -> tensor<f32>
  return %0, %1 : tensor<4xf32>, tensor<f32>
}
