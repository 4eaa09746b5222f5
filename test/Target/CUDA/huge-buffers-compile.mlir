// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels of every form on buffers of more than 2^31 elements count in 64 bits,
// and compile so.
// REQUIRES: cuda
// RUN: cuda-source %s 80 | FileCheck %s

// CHECK-DAG: k_row_wide(
// CHECK-DAG: const long long to = amp_mini(from + 4096, 50000ll);
// CHECK-DAG: k_column_wide(
// CHECK-DAG: k_transposed_wide(
// CHECK-DAG: k_partial_wide(
// CHECK-DAG: k_staged_wide(
// CHECK-DAG: k_copy_wide(
// CHECK: // sm_80
device.kernel @row row [?, 50000] reduces 1 (%x: memref<?xf32>, %y: memref<?xf32>) {
  %0 = device.load %x strides [50000, 1] : memref<?xf32>
  %1 = device.reduce max %0 : f32
  device.store %1, %y strides [1, 0] : memref<?xf32>
}
device.kernel @staged row [?, 5000] reduces 1 (%x: memref<?xf32>, %y: memref<?xf32>) {
  %0 = device.load %x strides [5000, 1] : memref<?xf32>
  %1 = device.reduce add %0 : f32
  %2 = arith.divf %0, %1 : f32
  device.store %2, %y strides [5000, 1] : memref<?xf32>
}
device.kernel @column column [?, 64] reduces 0 (%x: memref<?xf32>, %y: memref<?xf32>) {
  %0 = device.load %x strides [64, 1] : memref<?xf32>
  %1 = device.reduce add %0 : f32
  device.store %1, %y strides [0, 1] : memref<?xf32>
}
device.kernel @partial row partial [?] reduces 0 (%x: memref<?xf32>, %y: memref<?xf32>) {
  %0 = device.load %x strides [1] : memref<?xf32>
  %1 = device.reduce add %0 : f32
  device.store %1, %y strides [1] : memref<?xf32>
}
device.kernel @transposed transpose [?, 64] (%x: memref<?xf32>, %y: memref<?xf32>) {
  %0 = device.load %x strides [1, 40000000] : memref<?xf32>
  device.store %0, %y strides [64, 1] : memref<?xf32>
}
device.kernel @copy elementwise [?] (%x: memref<?xf32>, %y: memref<?xf32>) {
  %0 = device.load %x strides [1] : memref<?xf32>
  device.store %0, %y strides [1] : memref<?xf32>
}

device.program @p {
  %x = device.buffer arena : memref<2560000000xf32>
  %y = device.buffer arena : memref<2560000000xf32>
  device.launch @row (%x : memref<2560000000xf32>, %y : memref<2560000000xf32>) extent 51200
  device.launch @staged (%x : memref<2560000000xf32>, %y : memref<2560000000xf32>) extent 512000
  device.launch @column (%x : memref<2560000000xf32>, %y : memref<2560000000xf32>) extent 40000000
  device.launch @partial (%x : memref<2560000000xf32>, %y : memref<2560000000xf32>) extent 2560000000
  device.launch @transposed (%x : memref<2560000000xf32>, %y : memref<2560000000xf32>) extent 40000000
  device.launch @copy (%x : memref<2560000000xf32>, %y : memref<2560000000xf32>) extent 2560000000
}
