// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A block takes a row of more than 256 elements, a warp one of 256. Its warps compute the elements
// once and keep them in shared memory, in one array where one value takes the
// place of another; one warp adds up a chunk in the order of rule P4. Rows of
// many chunks give each warp a chunk. NVRTC compiles all without spills.
// REQUIRES: cuda
// RUN: cuda-source %s 75 80 90 100 120 > %t
// RUN: FileCheck %s < %t
// RUN: FileCheck %s --check-prefix=PTXAS --implicit-check-not "{{[1-9][0-9]*}} bytes spill" < %t

// PTXAS-COUNT-5: // sm_

// CHECK-LABEL: k_warp_record {
// CHECK: row = block * 8 + (thread >> 5);
// CHECK-NOT: __shared__
// CHECK: [[LAST:i[0-9]+]] = lane + 224;
// CHECK-NEXT: = p0[row * 256 + [[LAST]]];
// CHECK-NEXT: [[ACC:acc[0-9]+_1]] = [[ACC]] +
device.kernel @warp row [?, 256] reduces 1
    (%x: memref<?xf32>, %y: memref<?xf32>) {
  %0 = device.load %x strides [256, 1] : memref<?xf32>
  %1 = device.reduce add %0 : f32
  device.store %1, %y strides [1, 0] : memref<?xf32>
}

// CHECK-LABEL: k_block_record {
// CHECK: if (block >= extent) return;
// CHECK: __shared__ float {{.*}}[257];
// CHECK: for (int k = thread; k < 257; k += 256) {
device.kernel @block row [?, 257] reduces 1
    (%x: memref<?xf32>, %y: memref<?xf32>) {
  %0 = device.load %x strides [257, 1] : memref<?xf32>
  %1 = device.reduce add %0 : f32
  device.store %1, %y strides [1, 0] : memref<?xf32>
}

// CHECK-LABEL: k_softmax_record {
// CHECK: if (block >= extent) return;
// CHECK: __shared__ float [[KEEP:keep[0-9]+]][2000];
// CHECK-NOT: __shared__ {{.*}}[2000]
// CHECK: for (int k = thread; k < 2000; k += 256) {
// CHECK: [[KEEP]][i] = [[X:v[0-9]+]];
// CHECK: __syncthreads();
// CHECK: if (warp == 0) {
// CHECK: for (int k = lane; k < 2000; k += 64) {
// CHECK-NEXT: acc_0 = amp_maximum(acc_0, [[KEEP]][k]);
// CHECK-NEXT: if (k + 32 < 2000) {
// CHECK-NEXT: acc_1 = amp_maximum(acc_1, [[KEEP]][k + 32]);
// CHECK: amp_warp_maximum(amp_maximum(acc_0, acc_1));
// CHECK: __syncthreads();
// CHECK: [[KEEP]][i] - total
// CHECK: acc_0 = acc_0 + [[KEEP]][k];
// CHECK: __syncthreads();
// CHECK-NOT: __syncthreads();
// CHECK: for (int i = thread; i < 2000; i += 256) {
// CHECK: amp_divide([[KEEP]][i], total
device.kernel @softmax row [?, 2000] reduces 1
    (%x: memref<?xbf16>, %y: memref<?xbf16>) {
  %0 = device.load %x strides [2000, 1] : memref<?xbf16>
  %1 = arith.extf %0 : bf16 to f32
  %2 = device.reduce max %1 : f32
  %3 = arith.subf %1, %2 : f32
  %4 = math.exp %3 : f32
  %5 = device.reduce add %4 : f32
  %6 = arith.divf %4, %5 : f32
  %7 = arith.truncf %6 : f32 to bf16
  device.store %7, %y strides [2000, 1] : memref<?xbf16>
}

// CHECK-LABEL: k_chunks_record {
// CHECK: __shared__ float [[STAGE:stage[0-9]+]][4096];
// CHECK: for (int start = 0; start < 10000; start += 4096) {
// CHECK: [[STAGE]][k] =
// CHECK: total{{.*}} = total{{.*}} +
device.kernel @chunks row [?, 10000] reduces 1
    (%x: memref<?xf32>, %y: memref<?xf32>) {
  %0 = device.load %x strides [10000, 1] : memref<?xf32>
  %1 = device.reduce add %0 : f32
  device.store %1, %y strides [1, 0] : memref<?xf32>
}

// CHECK-LABEL: k_long_record {
// CHECK: __shared__ float [[PART:part[0-9]+]][8];
// CHECK: for (int round = 0; round < 50257; round += 32768) {
// CHECK-NEXT: const int from = round + warp * 4096;
// CHECK: int [[FIRST:first[0-9]+]] = from + lane;
// CHECK: for (; [[FIRST]] + 96 < to; [[FIRST]] += 128) {
// CHECK-NEXT: const int [[I:i[0-9]+]] = [[FIRST]] + 0;
// CHECK: [[ACC:acc[0-9]+]]_0 = [[ACC]]_0 +
// CHECK: [[ACC]]_1 = [[ACC]]_1 +
// CHECK: for (int i = [[FIRST]]; i < to; i += 32) {
// CHECK: [[NEXT:next[0-9]+]] = [[ACC]]_0 +
// CHECK-NEXT: [[ACC]]_0 = [[ACC]]_1;
// CHECK-NEXT: [[ACC]]_1 = [[NEXT]];
// CHECK: if (lane == 0) {
// CHECK-NEXT: [[PART]][warp] =
// CHECK: __syncthreads();
// CHECK: for (int w = 0; w < 8 && round + w * 4096 < 50257; ++w) {
// CHECK-NEXT: [[TOTAL:total[0-9]+]] = [[TOTAL]] + [[PART]][w];
// CHECK: if (thread == 0) {
device.kernel @long row [?, 50257] reduces 1
    (%x: memref<?xf32>, %y: memref<?xf32>) {
  %0 = device.load %x strides [50257, 1] : memref<?xf32>
  %1 = device.reduce add %0 : f32
  device.store %1, %y strides [1, 0] : memref<?xf32>
}

device.program @p {
  %w = device.buffer arena : memref<1028xf32>
  %v = device.buffer arena : memref<4xf32>
  device.launch @warp (%w : memref<1028xf32>, %v : memref<4xf32>) extent 4
  device.launch @block (%w : memref<1028xf32>, %v : memref<4xf32>) extent 4
  %a = device.buffer arena : memref<6000xbf16>
  device.launch @softmax (%a : memref<6000xbf16>, %a : memref<6000xbf16>) extent 3
  %b = device.buffer arena : memref<20000xf32>
  %c = device.buffer arena : memref<2xf32>
  device.launch @chunks (%b : memref<20000xf32>, %c : memref<2xf32>) extent 2
  %d = device.buffer arena : memref<100514xf32>
  device.launch @long (%d : memref<100514xf32>, %c : memref<2xf32>) extent 2
}
