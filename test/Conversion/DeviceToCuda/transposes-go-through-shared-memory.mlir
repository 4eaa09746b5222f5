// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A transpose kernel reads and writes memory with the lanes of a warp on
// adjacent elements: what is contiguous along the other dimension goes through
// a padded tile. A store uses the tile of a load of its type; batch dimensions
// are part of the block's number. NVRTC compiles both without spills.
// REQUIRES: cuda
// RUN: cuda-source %s 75 80 90 100 120 > %t
// RUN: FileCheck %s < %t
// RUN: FileCheck %s --check-prefix=PTXAS --implicit-check-not "{{[1-9][0-9]*}} bytes spill" < %t

// PTXAS-COUNT-5: // sm_

// CHECK-LABEL: k_between_record {
// CHECK: const int x = thread & 31, y = thread >> 5;
// CHECK: = block % 3;
// CHECK: __shared__ float [[IN:tile[0-9]+]][32][33];
// CHECK: __shared__ unsigned short [[OUT:tile[0-9]+]][32][33];
// CHECK-NOT: __shared__
// CHECK: for (int k = 0; k < 32; k += 8) {
// CHECK-NEXT: const int position = position0 + x, lane = lane0 + y + k;
// CHECK-NEXT: if (position < extent && lane < 70) {
// CHECK-NEXT: [[IN]][y + k][x] = p0[position + lane * 90];
// CHECK: __syncthreads();
// CHECK: if (lane < 70) {
// The bias is read once for all positions.
// CHECK: [[BIAS:v[0-9]+]] = p1[lane];
// CHECK: for (int k
// CHECK: [[X:a[0-9]+]] = [[IN]][x][y + k];
// CHECK: [[SUM:v[0-9]+]] = [[X]] + [[BIAS]];
// CHECK-DAG: [[IN]][x][y + k] = [[SUM]];
// CHECK-DAG: [[OUT]][x][y + k] =
// CHECK-DAG: p3[position * 70 + lane] = [[SUM]];
// CHECK: __syncthreads();
// CHECK: p0[position + lane * 90] = [[IN]][y + k][x];
// CHECK: p2[position + lane * 90] = [[OUT]][y + k][x];
device.kernel @between transpose [?, 70]
    (%x: memref<?xf32>, %b: memref<?xf32>, %half: memref<?xbf16>, %y: memref<?xf32>) {
  %0 = device.load %x strides [1, 90] : memref<?xf32>
  %1 = device.load %b strides [0, 1] : memref<?xf32>
  %2 = arith.addf %0, %1 : f32
  %3 = arith.truncf %2 : f32 to bf16
  device.store %2, %x strides [1, 90] : memref<?xf32>
  device.store %3, %half strides [1, 90] : memref<?xbf16>
  device.store %2, %y strides [70, 1] : memref<?xf32>
}

// CHECK-LABEL: k_batched_record {
// CHECK: [[LANES:i[0-9]+]] = block % 2;
// CHECK: [[REST:i[0-9]+]] = block / 2;
// CHECK: [[POSITIONS:i[0-9]+]] = [[REST]] % 4;
// CHECK: [[BATCH:i[0-9]+]] = [[REST]] / 4;
// CHECK: position0 = [[POSITIONS]] * 32;
// CHECK: lane0 = [[LANES]] * 32;
// CHECK: p0[[[BATCH]] * 5500 + position + lane * 100]
// CHECK-NOT: return
device.kernel @batched transpose [?, 100, 55]
    (%x: memref<?xi64>, %y: memref<?xi64>) {
  %0 = device.load %x strides [5500, 1, 100] : memref<?xi64>
  device.store %0, %y strides [5500, 55, 1] : memref<?xi64>
}

device.program @p {
  %x = device.buffer arena : memref<6300xf32>
  %b = device.buffer arena : memref<70xf32>
  %h = device.buffer arena : memref<6300xbf16>
  %y = device.buffer arena : memref<6300xf32>
  device.launch @between (%x : memref<6300xf32>, %b : memref<70xf32>,
      %h : memref<6300xbf16>, %y : memref<6300xf32>) extent 90
  %i = device.buffer arena : memref<11000xi64>
  %j = device.buffer arena : memref<11000xi64>
  device.launch @batched (%i : memref<11000xi64>, %j : memref<11000xi64>) extent 2
}
