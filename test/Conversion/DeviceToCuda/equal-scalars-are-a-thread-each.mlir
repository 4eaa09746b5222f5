// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stores of a kernel of rank 0 that are the same function of different buffers
// are a thread each, which finds its buffers in a table; what they share is not
// repeated, nothing is stored before all is read, and only the first thread
// stores the rest. Few ops are printed one by one.
// RUN: cuda-source %s | FileCheck %s

// CHECK-LABEL: k_alike_record {
// CHECK: unsigned short [[IN:k_alike_buffers0]][4] = {1, 2, 3, 4};
// CHECK: unsigned short [[OUT:k_alike_buffers1]][4] = {6, 7, 8, 9};
// CHECK: const __grid_constant__ k_alike_record record) {
// CHECK: if (block != 0 || thread >= 4) return;
// CHECK: const double [[RATE:v[0-9]+]] = p0[0];
// CHECK: = amp_exp([[RATE]]);
// CHECK: [[Q:q[0-9]+]] = amp_buffer<double>(&record, [[IN]][amp_mini(thread, 3)]);
// CHECK-NEXT: const double [[X:v[0-9]+]] = *[[Q]];
// CHECK-COUNT-11: amp_exp(
// CHECK: const double [[E:v[0-9]+]] = amp_divide({{v[0-9]+}}, [[RATE]]);
// CHECK-NOT: amp_exp
// CHECK: __syncwarp(0xfu);
// CHECK-NEXT: if (thread == 0) {
// CHECK-NEXT: p5[0] =
// CHECK: [[R:q[0-9]+]] = amp_buffer<double>(&record, [[OUT]][amp_mini(thread, 3)]);
// CHECK-NEXT: if (thread < 4) *[[R]] = [[E]];
device.kernel @alike elementwise [] (%rate: memref<?xf64>, %a: memref<?xf64>, %b: memref<?xf64>, %c: memref<?xf64>,
    %d: memref<?xf64>, %s: memref<?xf64>, %e: memref<?xf64>, %f: memref<?xf64>, %g: memref<?xf64>, %h: memref<?xf64>) {
  %rate0 = device.load %rate strides [] : memref<?xf64>
  %s0 = math.exp %rate0 : f64
  device.store %s0, %s strides [] : memref<?xf64>
  %a0 = device.load %a strides [] : memref<?xf64>
  %a1 = math.exp %a0 : f64
  %a2 = math.exp %a1 : f64
  %a3 = math.exp %a2 : f64
  %a4 = math.exp %a3 : f64
  %a5 = math.exp %a4 : f64
  %a6 = math.exp %a5 : f64
  %a7 = math.exp %a6 : f64
  %a8 = math.exp %a7 : f64
  %a9 = math.exp %a8 : f64
  %a10 = math.exp %a9 : f64
  %a11 = math.exp %a10 : f64
  %a12 = arith.divf %a11, %rate0 : f64
  device.store %a12, %e strides [] : memref<?xf64>
  %b0 = device.load %b strides [] : memref<?xf64>
  %b1 = math.exp %b0 : f64
  %b2 = math.exp %b1 : f64
  %b3 = math.exp %b2 : f64
  %b4 = math.exp %b3 : f64
  %b5 = math.exp %b4 : f64
  %b6 = math.exp %b5 : f64
  %b7 = math.exp %b6 : f64
  %b8 = math.exp %b7 : f64
  %b9 = math.exp %b8 : f64
  %b10 = math.exp %b9 : f64
  %b11 = math.exp %b10 : f64
  %b12 = arith.divf %b11, %rate0 : f64
  device.store %b12, %f strides [] : memref<?xf64>
  %c0 = device.load %c strides [] : memref<?xf64>
  %c1 = math.exp %c0 : f64
  %c2 = math.exp %c1 : f64
  %c3 = math.exp %c2 : f64
  %c4 = math.exp %c3 : f64
  %c5 = math.exp %c4 : f64
  %c6 = math.exp %c5 : f64
  %c7 = math.exp %c6 : f64
  %c8 = math.exp %c7 : f64
  %c9 = math.exp %c8 : f64
  %c10 = math.exp %c9 : f64
  %c11 = math.exp %c10 : f64
  %c12 = arith.divf %c11, %rate0 : f64
  device.store %c12, %g strides [] : memref<?xf64>
  %d0 = device.load %d strides [] : memref<?xf64>
  %d1 = math.exp %d0 : f64
  %d2 = math.exp %d1 : f64
  %d3 = math.exp %d2 : f64
  %d4 = math.exp %d3 : f64
  %d5 = math.exp %d4 : f64
  %d6 = math.exp %d5 : f64
  %d7 = math.exp %d6 : f64
  %d8 = math.exp %d7 : f64
  %d9 = math.exp %d8 : f64
  %d10 = math.exp %d9 : f64
  %d11 = math.exp %d10 : f64
  %d12 = arith.divf %d11, %rate0 : f64
  device.store %d12, %h strides [] : memref<?xf64>
}

// CHECK-LABEL: k_few_record {
// CHECK-NOT: table
// CHECK: if (block != 0 || thread >= 1) return;
// CHECK-COUNT-4: = fabs(
// CHECK-NOT: sync
// CHECK: p4[0] =
// CHECK-NEXT: p5[0] =
device.kernel @few elementwise [] (%a: memref<?xf64>, %b: memref<?xf64>, %c: memref<?xf64>, %d: memref<?xf64>,
    %e: memref<?xf64>, %f: memref<?xf64>, %g: memref<?xf64>, %h: memref<?xf64>) {
  %a0 = device.load %a strides [] : memref<?xf64>
  %a1 = math.absf %a0 : f64
  device.store %a1, %e strides [] : memref<?xf64>
  %b0 = device.load %b strides [] : memref<?xf64>
  %b1 = math.absf %b0 : f64
  device.store %b1, %f strides [] : memref<?xf64>
  %c0 = device.load %c strides [] : memref<?xf64>
  %c1 = math.absf %c0 : f64
  device.store %c1, %g strides [] : memref<?xf64>
  %d0 = device.load %d strides [] : memref<?xf64>
  %d1 = math.absf %d0 : f64
  device.store %d1, %h strides [] : memref<?xf64>
}

device.program @p {
  %x = device.buffer arena : memref<1xf64>
  device.launch @alike (%x : memref<1xf64>, %x : memref<1xf64>, %x : memref<1xf64>, %x : memref<1xf64>, %x : memref<1xf64>, %x : memref<1xf64>, %x : memref<1xf64>, %x : memref<1xf64>, %x : memref<1xf64>, %x : memref<1xf64>) extent 1
  device.launch @few (%x : memref<1xf64>, %x : memref<1xf64>, %x : memref<1xf64>, %x : memref<1xf64>, %x : memref<1xf64>, %x : memref<1xf64>, %x : memref<1xf64>, %x : memref<1xf64>) extent 1
}
