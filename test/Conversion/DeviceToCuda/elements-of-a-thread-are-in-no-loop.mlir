// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// NVRTC takes longer to take arrays and loops over the few elements of a thread
// apart than to read them one after the other: elements are members of
// structures. Those that a domain which ends at run time may lack have a branch
// each where they are accessed one by one.
// RUN: cuda-source %s | FileCheck %s

// CHECK-LABEL: k_vectors_record {
// CHECK: amp_vector<float, 4> [[A:a[0-9]+]] = *(amp_vector<float, 4> *)(p0 +
// CHECK: const bool [[SKIP:v[0-9]+]] = p1[0] != 0;
// CHECK: amp_vector<float, 4> [[R:r[0-9]+]];
// CHECK-NOT: for (
// CHECK: = [[SKIP]] ? [[A]].e0 :
// CHECK-NEXT: [[R]].e0 =
// CHECK-NOT: for (
// CHECK: = [[SKIP]] ? [[A]].e3 :
// CHECK-NEXT: [[R]].e3 =
// CHECK: *(amp_vector<float, 4> *)(p0 + {{.*}}) = [[R]];
device.kernel @vectors elementwise [?, 4] (%x: memref<?xf32>, %skip: memref<?xi1>) {
  %0 = device.load %x strides [4, 1] : memref<?xf32>
  %1 = device.load %skip strides [0, 0] : memref<?xi1>
  %2 = arith.negf %0 : f32
  %3 = arith.select %1, %0, %2 : f32
  device.store %3, %x strides [4, 1] : memref<?xf32>
}

// CHECK-LABEL: k_strided_record {
// CHECK: const bool [[SKIP:v[0-9]+]] = p1[0] != 0;
// CHECK-NOT: for (
// CHECK-NOT: if (
// CHECK: p0[i * 2]
// CHECK: if (rest > 1) {
// CHECK-NEXT: = p0[(i + 1) * 2]
// CHECK: = [[SKIP]] ?
// CHECK: if (rest > 3) {
// CHECK-NEXT: = p0[(i + 3) * 2]
// CHECK-NOT: for (
// CHECK: *(amp_vector<float, 4> *)(p2 + i) =
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
  device.launch @vectors (%x : memref<40xf32>, %s : memref<1xi1>) extent 5
  %y = device.buffer arena : memref<20xf32>
  device.launch @strided (%x : memref<40xf32>, %s : memref<1xi1>, %y : memref<20xf32>) extent 20
}
