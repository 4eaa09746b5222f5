// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A reduction with too few results for all threads becomes two kernels: chunk
// results of rule P4, then their combination in order. One with enough results
// stays one kernel.

// RUN: amp-opt %s --pass-pipeline='builtin.module(func.func(amp-fuse,amp-schedule),amp-to-device)' | FileCheck %s

// CHECK-DAG: device.kernel @[[PARTIAL:.*]] column partial [?, 10] reduces 0
// CHECK: %[[X:.*]] = device.load %{{.*}} strides [10, 1]
// CHECK: %[[E:.*]] = arith.select
// CHECK: device.store %[[E]], %{{.*}} strides [10, 1]
// CHECK: %[[S:.*]] = device.reduce add %[[E]]
// CHECK: device.store %[[S]], %{{.*}} strides [10, 1]
// CHECK: device.kernel @[[COMBINE:.*]] column combine [?, 10] reduces 0
// CHECK: device.reduce add
// CHECK: device.store %{{.*}}, %{{.*}} strides [0, 1]
// CHECK-NOT: device.kernel
// CHECK: device.program @few
// CHECK: %[[CHUNKS:.*]] = device.buffer arena : memref<790xf32>
// CHECK: device.launch @[[PARTIAL]] {{.*}}%[[CHUNKS]] : memref<790xf32>) extent 20000
// CHECK: device.launch @[[COMBINE]] (%[[CHUNKS]] {{.*}} extent 79
// CHECK: device.kernel @[[ONE:.*]] column [?, 1024] reduces 0
// CHECK: device.program @many
// CHECK: device.launch @[[ONE]] {{.*}} extent 512
func.func @few(%x: tensor<20000x10xf32>) -> (tensor<20000x10xf32>, tensor<10xf32>) {
  %0 = amp.relu %x : (tensor<20000x10xf32>) -> tensor<20000x10xf32>
  %1 = amp.sum %0 {axes = array<i64: 0>} : (tensor<20000x10xf32>) -> tensor<10xf32>
  return %0, %1 : tensor<20000x10xf32>, tensor<10xf32>
}

func.func @many(%x: tensor<512x1024xf32>) -> tensor<1024xf32> {
  %0 = amp.sum %x {axes = array<i64: 0>} : (tensor<512x1024xf32>) -> tensor<1024xf32>
  return %0 : tensor<1024xf32>
}
