// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Buffers that are not live together share memory; an elementwise kernel writes
// over an input that dies; the peak is the lower bound here.

// RUN: amp-opt %s --pass-pipeline='builtin.module(amp-plan-memory,amp-verify-plan)' | FileCheck %s

device.kernel @exp elementwise [?] (%x: memref<?xf32>, %y: memref<?xf32>) {
  %0 = device.load %x strides [1] : memref<?xf32>
  %1 = math.exp %0 : f32
  device.store %1, %y strides [1] : memref<?xf32>
}

// CHECK: device.program @chain attributes {lower_bound_bytes = 128 : i64, peak_bytes = 128 : i64}
// CHECK: device.buffer arena offset [[FIRST:.*]] : memref<16xf32>
// CHECK: device.buffer arena offset [[FIRST]] : memref<16xf32>
// CHECK: device.buffer arena offset [[OTHER:.*]] : memref<16xf32>
device.program @chain {
  %x = device.buffer input "x" : memref<16xf32>
  %y = device.buffer output "y" : memref<16xf32>
  %a = device.buffer arena : memref<16xf32>
  %b = device.buffer arena : memref<16xf32>
  %c = device.buffer arena : memref<16xf32>
  device.launch @exp (%x : memref<16xf32>, %a : memref<16xf32>) extent 16
  device.launch @exp (%a : memref<16xf32>, %b : memref<16xf32>) extent 16
  device.gemm %b, %b into %c m 4 n 4 k 4 : memref<16xf32>, memref<16xf32>, memref<16xf32>
  device.launch @exp (%c : memref<16xf32>, %y : memref<16xf32>) extent 16
}
