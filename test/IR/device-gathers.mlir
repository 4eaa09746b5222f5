// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gathers and scatters of the device dialect keep what they are written with.

// RUN: amp-opt %s | amp-opt | FileCheck %s

// CHECK-LABEL: device.kernel @picks
device.kernel @picks elementwise [?, 16]
    (%i: memref<?xi64>, %w: memref<?xbf16>, %y: memref<?xbf16>) sizes 1 {
  // CHECK: %[[I:.*]] = device.load
  %0 = device.load %i strides [1, 0] : memref<?xi64>
  %1 = device.size 0 : i64
  // CHECK: %[[C:.*]] = arith.cmpi
  %2 = arith.cmpi ult, %0, %1 : i64
  // CHECK: device.gather %{{.*}} at %[[I]] where %[[C]] strides [0, 1] : memref<?xbf16>
  %3 = device.gather %w at %0 where %2 strides [0, 1] : memref<?xbf16>
  // CHECK: device.gather %{{.*}} where %[[C]] strides [16, 1] offset -5 : memref<?xbf16>
  %4 = device.gather %w where %2 strides [16, 1] offset -5 : memref<?xbf16>
  %5 = arith.select %2, %3, %4 : bf16
  device.store %5, %y strides [16, 1] : memref<?xbf16>
}

// CHECK-LABEL: device.program @scatters
device.program @scatters {
  %u = device.buffer input "u" : memref<64xf32>
  %i = device.buffer input "i" : memref<4xi64>
  %j = device.buffer input "j" : memref<64xi32>
  %y = device.buffer output "y" : memref<144xf32>
  %z = device.buffer output "z" : memref<32xf32>
  // CHECK: device.scatter_add %{{.*}}, %{{.*}} into %{{.*}} outer 1 rows 4 extent 9 inner 16 : memref<64xf32>, memref<4xi64>, memref<144xf32>
  device.scatter_add %u, %i into %y outer 1 rows 4 extent 9 inner 16
      : memref<64xf32>, memref<4xi64>, memref<144xf32>
  // CHECK: device.scatter_add %{{.*}} outer 2 rows 8 extent 4 inner 4 {elements} : memref<64xf32>, memref<64xi32>, memref<32xf32>
  device.scatter_add %u, %j into %z outer 2 rows 8 extent 4 inner 4 {elements}
      : memref<64xf32>, memref<64xi32>, memref<32xf32>
}
