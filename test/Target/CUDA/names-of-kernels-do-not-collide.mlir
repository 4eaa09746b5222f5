// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels whose names differ have functions of different names, also where a
// name has characters that C has not, or ends as the forms for several sets of
// buffers and the argument records do.
// REQUIRES: cuda
// RUN: cuda-source %s 90 | FileCheck %s

// CHECK-DAG: void __launch_bounds__(256) q_a_2eb(
// CHECK-DAG: void __launch_bounds__(256) k_a_b(
// CHECK-DAG: void __launch_bounds__(256) k_a_2eb(
// CHECK-DAG: void __launch_bounds__(256) k_a_b_multi(
// CHECK-DAG: void __launch_bounds__(256) q_a__b__multi(
// CHECK-DAG: void __launch_bounds__(256) q_a__b__record(
// CHECK: // sm_90
device.kernel @a.b elementwise [?] (%x: memref<?xf32>) {
  %0 = arith.constant 1.0 : f32
  device.store %0, %x strides [1] : memref<?xf32>
}
device.kernel @a_b elementwise [?] (%x: memref<?xf32>) {
  %0 = arith.constant 2.0 : f32
  device.store %0, %x strides [1] : memref<?xf32>
}
device.kernel @a_2eb elementwise [?] (%x: memref<?xf32>) {
  %0 = arith.constant 3.0 : f32
  device.store %0, %x strides [1] : memref<?xf32>
}
device.kernel @a_b_multi elementwise [?] (%x: memref<?xf32>) {
  %0 = arith.constant 4.0 : f32
  device.store %0, %x strides [1] : memref<?xf32>
}
device.kernel @a_b_record elementwise [?] (%x: memref<?xf32>) {
  %0 = arith.constant 5.0 : f32
  device.store %0, %x strides [1] : memref<?xf32>
}

device.program @p {
  %x = device.buffer arena : memref<8xf32>
  %y = device.buffer arena : memref<8xf32>
  device.launch @a.b (%x : memref<8xf32>) extent 8
  device.launch @a_b (%x : memref<8xf32>) extent 8
  device.launch @a_2eb (%x : memref<8xf32>) extent 8
  device.launch @a_b (%x : memref<8xf32>) extent 8, (%y : memref<8xf32>) extent 8
  device.launch @a_b_multi (%x : memref<8xf32>) extent 8
  device.launch @a_b_record (%x : memref<8xf32>) extent 8
}
