// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An access that is contiguous along another dimension than the lanes is read
// as whole vectors and transposed in registers; nothing is gathered.

// RUN: amp-opt %s --amp-device-to-vector | FileCheck %s

// CHECK-LABEL: func.func @t
// CHECK-SAME: %[[IN:.*]]: memref<?xi16>, %[[OUT:[^:]*]]: memref<?xi16>
// CHECK-NOT: vector.gather
// CHECK: %[[TILE:.*]] = memref.alloca() {{.*}} : memref<1024xi16>
// CHECK: %[[ROW:.*]] = vector.load %[[IN]]{{.*}} vector<32xi16>
// CHECK: vector.shuffle %[[ROW]]
// CHECK: vector.store %{{.*}}, %[[TILE]]
// CHECK: %[[LANES:.*]] = vector.load %[[TILE]]
// CHECK: vector.store %[[LANES]], %[[OUT]]
device.kernel @t transpose [?, 64] (%x: memref<?xbf16>, %y: memref<?xbf16>) {
  %0 = device.load %x strides [1, 96] : memref<?xbf16>
  device.store %0, %y strides [64, 1] : memref<?xbf16>
}
