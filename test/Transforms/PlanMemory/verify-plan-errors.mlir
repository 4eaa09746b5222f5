// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: amp-opt %s --pass-pipeline='builtin.module(amp-verify-plan)' -split-input-file -verify-diagnostics

// expected-error @below {{expects a planned program}}
device.program @unplanned {
}

// -----

device.program @overlap attributes {peak_bytes = 128 : i64} {
  %x = device.buffer input "x" : memref<16xf32>
  %y = device.buffer output "y" : memref<16xf32>
  // expected-remark @below {{the other buffer}}
  %a = device.buffer arena offset 0 : memref<16xf32>
  // expected-error @below {{expects no overlap with a live buffer}}
  %b = device.buffer arena offset 0 : memref<16xf32>
  device.copy %x to %a : memref<16xf32>
  device.gemm %a, %a into %b m 4 n 4 k 4 : memref<16xf32>, memref<16xf32>, memref<16xf32>
  device.copy %b to %y : memref<16xf32>
}

// -----

device.program @outside attributes {peak_bytes = 64 : i64} {
  %x = device.buffer input "x" : memref<16xf32>
  // expected-error @below {{expects an aligned place inside of the arena, got offset 64}}
  %a = device.buffer arena offset 64 : memref<16xf32>
  device.copy %x to %a : memref<16xf32>
}

// -----

device.program @scratch attributes {peak_bytes = 192 : i64} {
  %x = device.buffer input "x" : memref<16xf32>
  %y = device.buffer output "y" : memref<16xf32>
  // expected-remark @below {{the other buffer}}
  %a = device.buffer arena offset 64 : memref<16xf32>
  device.copy %x to %a : memref<16xf32>
  // expected-error @below {{expects no overlap with a live buffer}}
  device.gemm %a, %a into %y m 4 n 4 k 4 {scratch_bytes = 128 : i64, scratch_offset = 0 : i64} : memref<16xf32>, memref<16xf32>, memref<16xf32>
}
