// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The work of a launch is done in any order, so no instance may write what
// another one reads or writes; ranges that strides keep apart are no conflict.
// RUN: amp-opt %s --pass-pipeline='builtin.module(amp-verify-plan)' -split-input-file -verify-diagnostics

device.kernel @twice elementwise [?] (%x: memref<?xf32>, %y: memref<?xf32>) {
  %0 = device.load %x strides [1] : memref<?xf32>
  %1 = arith.addf %0, %0 : f32
  device.store %1, %y strides [1] : memref<?xf32>
}
device.program @in_place attributes {peak_bytes = 128 : i64} {
  %v = device.buffer variable "v" : memref<16xf32>
  %w = device.buffer variable "w" : memref<16xf32>
  device.launch @twice (%v : memref<16xf32>, %v : memref<16xf32>) extent 16,
                       (%w : memref<16xf32>, %w : memref<16xf32>) extent 16
}
device.program @read_after_write attributes {peak_bytes = 128 : i64} {
  %x = device.buffer input "x" : memref<16xf32>
  %y = device.buffer output "y" : memref<16xf32>
  %a = device.buffer arena offset 0 : memref<16xf32>
  // expected-error @below {{expects independent instances, got argument 1 of instance 0, which is written, in the memory of argument 0 of instance 1}}
  device.launch @twice (%x : memref<16xf32>, %a : memref<16xf32>) extent 16,
                       (%a : memref<16xf32>, %y : memref<16xf32>) extent 16
}
device.program @both_write attributes {peak_bytes = 128 : i64} {
  %x = device.buffer input "x" : memref<16xf32>
  %y = device.buffer output "y" : memref<16xf32>
  // expected-error @below {{expects independent instances, got argument 1 of instance 0, which is written, in the memory of argument 1 of instance 2}}
  device.launch @twice (%x : memref<16xf32>, %y : memref<16xf32>) extent 8,
                       (%x : memref<16xf32>, %x : memref<16xf32>) extent 0,
                       (%x : memref<16xf32>, %y : memref<16xf32>) extent 16
}

// -----

device.kernel @shift elementwise [?] (%x: memref<?xf32>, %y: memref<?xf32>) {
  %0 = device.load %x strides [1] offset 1 : memref<?xf32>
  device.store %0, %y strides [1] : memref<?xf32>
}
device.program @other_element attributes {peak_bytes = 0 : i64} {
  %x = device.buffer variable "x" : memref<16xf32>
  // expected-error @below {{expects an instance to read what it writes at the same element only, got arguments 1 and 0 of instance 0}}
  device.launch @shift (%x : memref<16xf32>, %x : memref<16xf32>) extent 15
}

// -----

// The even elements are read, the odd ones written.
device.kernel @apart elementwise [?] (%x: memref<?xf32>, %y: memref<?xf32>) {
  %0 = device.load %x strides [2] : memref<?xf32>
  device.store %0, %y strides [2] offset 1 : memref<?xf32>
}
device.program @interleaved attributes {peak_bytes = 0 : i64} {
  %x = device.buffer variable "x" : memref<16xf32>
  device.launch @apart (%x : memref<16xf32>, %x : memref<16xf32>) extent 8
}
