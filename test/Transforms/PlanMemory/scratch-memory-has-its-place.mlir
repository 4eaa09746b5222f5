// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Scratch memory that an op asks for lies beside the buffers that are live at
// the op, in memory that others use at other times, and counts in both figures.

// RUN: amp-opt %s --pass-pipeline='builtin.module(amp-plan-memory,amp-verify-plan)' | FileCheck %s

// CHECK: device.program @chain attributes {lower_bound_bytes = 256 : i64, peak_bytes = 256 : i64}
// CHECK: device.gemm %{{.*}}, %{{.*}} into %{{.*}} m 4 n 4 k 4 {scratch_bytes = 100 : i64, scratch_offset = 0 : i64}
device.program @chain {
  %x = device.buffer input "x" : memref<16xf32>
  %y = device.buffer output "y" : memref<48xf32>
  %v = device.buffer variable "v" : memref<48xf32>
  %a = device.buffer arena : memref<16xf32>
  %b = device.buffer arena : memref<16xf32>
  %c = device.buffer arena : memref<48xf32>
  device.copy %x to %a : memref<16xf32>
  device.gemm %a, %a into %b m 4 n 4 k 4 {scratch_bytes = 100 : i64} : memref<16xf32>, memref<16xf32>, memref<16xf32>
  device.gemm %b, %v into %c m 4 n 12 k 4 : memref<16xf32>, memref<48xf32>, memref<48xf32>
  device.copy %c to %y : memref<48xf32>
}
