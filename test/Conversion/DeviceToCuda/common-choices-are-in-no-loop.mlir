// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A choice by what all elements share would make NVRTC write a loop over the
// elements twice, once for each outcome: such elements are printed one by one.
// Choices that differ between elements stay in the loop, and so does what must
// stop at the end of a domain that ends at run time.
// RUN: cuda-source %s | FileCheck %s

// CHECK-LABEL: k_common_record {
// CHECK: const bool [[SKIP:v[0-9]+]] = p1[0] != 0;
// CHECK: float [[R:r[0-9]+]][4];
// CHECK-NOT: for (
// CHECK: = [[SKIP]] ? [[A:a[0-9]+]][0] :
// CHECK: [[R]][0] =
// CHECK-NOT: for (
// CHECK: = [[SKIP]] ? [[A]][3] :
// CHECK: [[R]][3] =
device.kernel @common elementwise [?, 4] (%x: memref<?xf32>, %skip: memref<?xi1>) {
  %0 = device.load %x strides [4, 1] : memref<?xf32>
  %1 = device.load %skip strides [0, 0] : memref<?xi1>
  %2 = arith.negf %0 : f32
  %3 = arith.select %1, %0, %2 : f32
  device.store %3, %x strides [4, 1] : memref<?xf32>
}

// CHECK-LABEL: k_own_record {
// CHECK: #pragma unroll
// CHECK-NEXT: for (int k = 0; k < 4; ++k) {
// CHECK: ? [[A:a[0-9]+]][k] :
device.kernel @own elementwise [?, 4] (%x: memref<?xf32>) {
  %0 = device.load %x strides [4, 1] : memref<?xf32>
  %1 = arith.negf %0 : f32
  %2 = arith.cmpf olt, %0, %1 : f32
  %3 = arith.select %2, %0, %1 : f32
  device.store %3, %x strides [4, 1] : memref<?xf32>
}

// CHECK-LABEL: k_strided_record {
// CHECK: const bool [[SKIP:v[0-9]+]] = p1[0] != 0;
// CHECK: for (int k = 0; k < 4; ++k) {
// CHECK-NEXT: if (k >= rest) break;
// CHECK: = [[SKIP]] ?
device.kernel @strided elementwise [?] (%x: memref<?xf32>, %skip: memref<?xi1>, %y: memref<?xf32>) {
  %0 = device.load %x strides [2] : memref<?xf32>
  %1 = device.load %skip strides [0] : memref<?xi1>
  %2 = arith.negf %0 : f32
  %3 = arith.select %1, %0, %2 : f32
  device.store %3, %y strides [1] : memref<?xf32>
}

device.program @p {
  %x = device.buffer arena : memref<40xf32>
  %s = device.buffer arena : memref<1xi1>
  device.launch @common (%x : memref<40xf32>, %s : memref<1xi1>) extent 5
  device.launch @own (%x : memref<40xf32>) extent 5
  %y = device.buffer arena : memref<20xf32>
  device.launch @strided (%x : memref<40xf32>, %s : memref<1xi1>, %y : memref<20xf32>) extent 20
}
