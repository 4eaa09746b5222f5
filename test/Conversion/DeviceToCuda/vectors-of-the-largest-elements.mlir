// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A thread takes 16 bytes of the largest elements of an elementwise kernel.
// Where buffers go on behind the end of a domain that ends at run time, one
// branch chooses between whole vectors and elements, for all accesses together.
// Where all of them end there, and where the last extent is known, there is
// none; what is read one by one has its own.
// RUN: cuda-source %s | FileCheck %s

// CHECK-LABEL: k_mixed_guarded_record {
// CHECK: i = group * 4;
// CHECK: const int rest = extent - i;
// CHECK-NEXT: amp_vector<unsigned short, 4> [[A:a[0-9]+]] = {};
// CHECK-NEXT: amp_vector<float, 4> [[B:a[0-9]+]] = {};
// CHECK-NEXT: if (rest >= 4) {
// CHECK-NEXT: [[A]] = *(amp_vector<unsigned short, 4> *)(p0 + i);
// CHECK-NEXT: [[B]] = *(amp_vector<float, 4> *)(p1 + i);
// CHECK-NEXT: } else {
// CHECK-NEXT: [[A]].e0 = *(p0 + i + 0);
// CHECK-NEXT: [[B]].e0 = *(p1 + i + 0);
// CHECK-NEXT: if (rest > 1) {
// CHECK-NEXT: [[A]].e1 = *(p0 + i + 1);
// CHECK: if (rest > 2) {
// CHECK-NOT: if (rest > 3) {
// CHECK: if (rest >= 4) {
// CHECK-NEXT: *(amp_vector<float, 4> *)(p1 + i) = [[R:r[0-9]+]];
// CHECK: *(p1 + i + 2) = [[R]].e2;
device.kernel @mixed elementwise [?] (%x: memref<?xf16>, %y: memref<?xf32>) {
  %0 = device.load %x strides [1] : memref<?xf16>
  %1 = arith.extf %0 : f16 to f32
  %2 = device.load %y strides [1] : memref<?xf32>
  %3 = arith.addf %1, %2 : f32
  device.store %3, %y strides [1] : memref<?xf32>
}

// CHECK-LABEL: k_mixed_record {
// CHECK-NOT: rest
// CHECK: amp_vector<unsigned short, 4> [[A:a[0-9]+]] = *(amp_vector<unsigned short, 4> *)(p0 + i);
// CHECK-NEXT: amp_vector<float, 4> [[B:a[0-9]+]] = *(amp_vector<float, 4> *)(p1 + i);
// CHECK-NOT: rest
// CHECK: *(amp_vector<float, 4> *)(p1 + i) =

// CHECK-LABEL: k_strided_record {
// CHECK: const int rest = extent - i;
// CHECK-NEXT: amp_vector<float, 4> [[Y:a[0-9]+]] = *(amp_vector<float, 4> *)(p1 + i);
// CHECK: p0[i * 2]
// CHECK: if (rest > 1) {
// CHECK: p0[(i + 1) * 2]
// CHECK: if (rest > 3) {
// CHECK-NOT: rest
// CHECK: *(amp_vector<float, 4> *)(p1 + i) =
device.kernel @strided elementwise [?] (%x: memref<?xf32>, %y: memref<?xf32>) {
  %0 = device.load %x strides [2] : memref<?xf32>
  %1 = device.load %y strides [1] : memref<?xf32>
  %2 = arith.addf %0, %1 : f32
  device.store %2, %y strides [1] : memref<?xf32>
}

// CHECK-LABEL: k_rows_record {
// CHECK: i = group % 2 * 8;
// CHECK-NOT: rest
// CHECK: amp_vector<unsigned short, 8> [[A:a[0-9]+]] = *(amp_vector<unsigned short, 8> *)(p0 +
// CHECK: *(amp_vector<unsigned short, 8> *)(p0 + {{.*}}) =
device.kernel @rows elementwise [?, 16] (%x: memref<?xbf16>) {
  %0 = device.load %x strides [16, 1] : memref<?xbf16>
  %1 = arith.extf %0 : bf16 to f32
  %2 = arith.negf %1 : f32
  %3 = arith.truncf %2 : f32 to bf16
  device.store %3, %x strides [16, 1] : memref<?xbf16>
}

device.program @p {
  %x = device.buffer arena : memref<99xf16>
  %y = device.buffer arena : memref<99xf32>
  device.launch @mixed (%x : memref<99xf16>, %y : memref<99xf32>) extent 98
  device.launch @mixed (%x : memref<99xf16>, %y : memref<99xf32>) extent 99
  %w = device.buffer arena : memref<200xf32>
  device.launch @strided (%w : memref<200xf32>, %y : memref<99xf32>) extent 99
  %z = device.buffer arena : memref<64xbf16>
  device.launch @rows (%z : memref<64xbf16>) extent 4
}
