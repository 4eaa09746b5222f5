// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stage partial gives each chunk of a row to a warp, each chunk of a column to
// a thread; stage combine adds the results of chunks in order. NVRTC compiles
// all without spills.
// REQUIRES: cuda
// RUN: cuda-source %s 75 80 90 100 120 > %t
// RUN: FileCheck %s < %t
// RUN: FileCheck %s --check-prefix=PTXAS --implicit-check-not "{{[1-9][0-9]*}} bytes spill" < %t

// PTXAS-COUNT-5: // sm_

// CHECK-LABEL: // row partial [?, 100000] reduces 1: load reduce store store
// CHECK: const int row = block * 8 + (thread >> 5);
// CHECK: [[CHUNK:i[0-9]+]] = row % 25;
// CHECK: from = [[CHUNK]] * 4096;
// CHECK-NEXT: to = amp_mini(from + 4096, 100000);
// CHECK: p1[{{.*}} * 100000 + i] =
// CHECK: if (lane == 0) {
// CHECK-NEXT: p2[{{.*}} * 25 + [[CHUNK]]] = total
device.kernel @row_partial row partial [?, 100000] reduces 1
    (%x: memref<?xf32>, %z: memref<?xf32>, %y: memref<?xf32>) {
  %0 = device.load %x strides [100000, 1] : memref<?xf32>
  %1 = device.reduce add %0 : f32
  device.store %0, %z strides [100000, 1] : memref<?xf32>
  device.store %1, %y strides [25, 1] : memref<?xf32>
}

// CHECK-LABEL: // column combine [?, 25, 1] reduces 1: load reduce store
// CHECK: if (unit >= extent * 1) return;
// CHECK: int r = 0;
// CHECK: for (; r + 3 < 25; r += 4) {
// CHECK: = p0[{{.*}} + (r + 3) +
// CHECK: for (; r < 25; ++r) {
// CHECK-NOT: __syncthreads
device.kernel @row_combine column combine [?, 25, 1] reduces 1
    (%x: memref<?xf32>, %y: memref<?xf32>) {
  %0 = device.load %x strides [25, 1, 1] : memref<?xf32>
  %1 = device.reduce add %0 : f32
  device.store %1, %y strides [1, 0, 1] : memref<?xf32>
}

// The chunks of the run-time extent are counted at run time.
// CHECK-LABEL: // column partial [?, 10] reduces 0: load reduce store
// CHECK: if (unit >= (extent + 255) / 256 * 10) return;
// CHECK: [[COLUMN:i[0-9]+]] = unit % 10;
// CHECK: [[CHUNK:i[0-9]+]] = unit / 10;
// CHECK: from = [[CHUNK]] * 256;
// CHECK-NEXT: to = amp_mini(from + 256, extent);
// CHECK: p1[[[CHUNK]] * 10 + [[COLUMN]]] = total
device.kernel @column_partial column partial [?, 10] reduces 0
    (%x: memref<?xf32>, %y: memref<?xf32>) {
  %0 = device.load %x strides [10, 1] : memref<?xf32>
  %1 = device.reduce max %0 : f32
  device.store %1, %y strides [10, 1] : memref<?xf32>
}

device.program @p {
  %x = device.buffer arena : memref<200000xf32>
  %z = device.buffer arena : memref<200000xf32>
  %y = device.buffer arena : memref<1000xf32>
  %r = device.buffer arena : memref<10xf32>
  device.launch @row_partial (%x : memref<200000xf32>, %z : memref<200000xf32>, %y : memref<1000xf32>) extent 2
  device.launch @row_combine (%y : memref<1000xf32>, %r : memref<10xf32>) extent 2
  device.launch @column_partial (%x : memref<200000xf32>, %y : memref<1000xf32>) extent 20000
}
