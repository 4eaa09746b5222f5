// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every rule of programs, buffers, launches, matrix products and branches is a
// located error.

// RUN: amp-opt %s -split-input-file -verify-diagnostics

device.program @program_c1 {
  // expected-error @below {{is not allowed in a program}}
  %0 = arith.constant 1 : i32
}

// -----

device.program @program_c2 {
  %0 = device.buffer input "x" : memref<2xf32>
  // expected-error @below {{expects names of inputs to differ, got a second "x"}}
  %1 = device.buffer input "x" : memref<2xf32>
}

// -----

device.program @buffer_c1 {
  // expected-error @below {{expects a static number of elements, got 'memref<?xf32>'}}
  %0 = device.buffer input "x" : memref<?xf32>
}

// -----

device.program @buffer_c2 {
  // expected-error @below {{expects a name in space variable}}
  %0 = device.buffer variable : memref<2xf32>
}

// -----

device.program @buffer_c3_space {
  // expected-error @below {{expects a value exactly in space constant, got space arena}}
  %0 = device.buffer arena value dense<1.0> : tensor<2xf32> : memref<2xf32>
}

// -----

device.program @buffer_c3_type {
  // expected-error @below {{expects a value of 2 elements of 'f32', got 'tensor<3xf32>'}}
  %0 = device.buffer constant value dense<1.0> : tensor<3xf32> : memref<2xf32>
}

// -----

device.program @buffer_c4 {
  // expected-error @below {{expects no offset in space input}}
  %0 = device.buffer input "x" offset 8 : memref<2xf32>
}

// -----

device.program @launch_c1 {
  // expected-error @below {{expects the name of a device.kernel, got @nothing}}
  device.launch @nothing () extent 1
}

// -----

device.kernel @k elementwise [?] (%x: memref<?xf32>) sizes 1 {
}
device.program @launch_c2_count {
  // expected-error @below {{expects 1 buffers in each instance, got 0}}
  device.launch @k () extent 1 sizes [1]
}

// -----

device.kernel @k elementwise [?] (%x: memref<?xf32>) sizes 1 {
}
device.program @launch_c2_type {
  %0 = device.buffer arena : memref<2xi64>
  // expected-error @below {{expects elements of 'f32' in buffer 0 of instance 0, got 'i64'}}
  device.launch @k (%0 : memref<2xi64>) extent 1 sizes [1]
}

// -----

device.kernel @k elementwise [?] (%x: memref<?xf32>) sizes 1 {
}
device.program @launch_c2_sizes {
  %0 = device.buffer arena : memref<2xf32>
  // expected-error @below {{expects 1 sizes in each instance, got 0}}
  device.launch @k (%0 : memref<2xf32>) extent 1
}

// -----

device.program @launch_c3 {
  // expected-error @below {{expects extents that are not negative, got -2}}
  device.launch @k () extent -2
}

// -----

device.kernel @k elementwise [?, 4] (%x: memref<?xf32>) {
  // expected-note @below {{accessed here}}
  %0 = device.load %x strides [4, 1] offset 1 : memref<?xf32>
}
device.program @launch_c4 {
  %0 = device.buffer arena : memref<8xf32>
  // expected-error @below {{expects accesses inside the 8 elements of buffer 0 of instance 0, got elements 1 to 8}}
  device.launch @k (%0 : memref<8xf32>) extent 2
}

// -----

device.program @gemm_c1 {
  %0 = device.buffer arena : memref<8xf32>
  // expected-error @below {{expects m not to be negative, got -1}}
  device.gemm %0, %0 into %0 m -1 n 2 k 4 : memref<8xf32>, memref<8xf32>, memref<8xf32>
}

// -----

device.program @gemm_c2 {
  %0 = device.buffer arena : memref<8xf32>
  // expected-error @below {{expects the result to hold 2x2 elements, got 8}}
  device.gemm %0, %0 into %0 m 2 n 2 k 4 : memref<8xf32>, memref<8xf32>, memref<8xf32>
}

// -----

device.program @gemm_c3 {
  %0 = device.buffer arena : memref<4xf32>
  %1 = device.buffer arena : memref<4xbf16>
  // expected-error @below {{expects a and b of one floating-point type, got 'f32' and 'bf16'}}
  device.gemm %0, %1 into %0 m 2 n 2 k 2 : memref<4xf32>, memref<4xbf16>, memref<4xf32>
}

// -----

device.program @gemm_c1_batch {
  %0 = device.buffer arena : memref<8xf32>
  // expected-error @below {{expects an extent of the batch not to be negative, got -2}}
  device.gemm %0, %0 into %0 m 2 n 2 k 2 batch [-2] strides [4], [4] : memref<8xf32>, memref<8xf32>, memref<8xf32>
}

// -----

device.program @gemm_c2_batch {
  %0 = device.buffer arena : memref<8xf32>
  %1 = device.buffer arena : memref<12xf32>
  // expected-error @below {{expects b to hold 2x2 elements at every step of the batch, got 8}}
  device.gemm %0, %0 into %1 m 2 n 2 k 2 batch [3] strides [0], [4] : memref<8xf32>, memref<8xf32>, memref<12xf32>
}

// -----

device.program @gemm_c4 {
  %0 = device.buffer arena : memref<8xf32>
  // expected-error @below {{expects one stride of a for each of the 2 extents of the batch, none of them negative}}
  device.gemm %0, %0 into %0 m 2 n 2 k 2 batch [2, 1] strides [4], [4, 4] : memref<8xf32>, memref<8xf32>, memref<8xf32>
}

// -----

device.program @gemm_c5 {
  %0 = device.buffer input "x" : memref<4xf32>
  %1 = device.buffer variable "w" : memref<1024xf32>
  // expected-error @below {{expects a packed b to be one matrix, not transposed}}
  device.gemm %0, %1 into %0 m 2 n 2 k 2 {packed_b, trans_b} : memref<4xf32>, memref<1024xf32>, memref<4xf32>
}

// -----

device.program @if_c1 {
  %0 = device.buffer arena : memref<2xi1>
  // expected-error @below {{expects a condition of memref<1xi1>, got 'memref<2xi1>'}}
  device.if %0 : memref<2xi1> {
  } else {
  }
}

// -----

device.program @gemm_c2_packed {
  %0 = device.buffer input "x" : memref<4xf32>
  // expected-error @below {{expects b to hold the 1024 elements of a packed 2x2 matrix, got 4}}
  device.gemm %0, %0 into %0 m 2 n 2 k 2 {packed_b} : memref<4xf32>, memref<4xf32>, memref<4xf32>
}

// -----

device.program @if_c2 {
  %0 = device.buffer arena : memref<1xi1>
  device.if %0 : memref<1xi1> {
    // expected-error @below {{is not allowed in a branch}}
    %1 = arith.constant 1 : i32
  } else {
  }
}

// -----

device.program @scatter_add_c1 {
  %0 = device.buffer arena : memref<8xf32>
  %1 = device.buffer arena : memref<4xi64>
  // expected-error @below {{expects rows not to be negative, got -1}}
  device.scatter_add %0, %1 into %0 outer 1 rows -1 extent 4 inner 2
      : memref<8xf32>, memref<4xi64>, memref<8xf32>
}

// -----

device.program @pack_c1 {
  %0 = device.buffer input "x" : memref<4xf32>
  // expected-error @below {{expects k not to be negative, got -1}}
  device.pack %0 to %0 k -1 n 4 : memref<4xf32>, memref<4xf32>
}

// -----

device.program @scatter_add_c2 {
  %0 = device.buffer arena : memref<8xf32>
  %1 = device.buffer arena : memref<4xi64>
  // expected-error @below {{expects the result to hold 1x3x2 elements, got 8}}
  device.scatter_add %0, %1 into %0 outer 1 rows 4 extent 3 inner 2
      : memref<8xf32>, memref<4xi64>, memref<8xf32>
}

// -----

device.program @pack_c2 {
  %0 = device.buffer input "x" : memref<4xf32>
  // expected-error @below {{expects the source to hold 2x4 elements, got 4}}
  device.pack %0 to %0 k 2 n 4 : memref<4xf32>, memref<4xf32>
}

// -----

device.program @scatter_add_c2_indices {
  %0 = device.buffer arena : memref<8xf32>
  %1 = device.buffer arena : memref<4xi64>
  // expected-error @below {{expects the indices to hold 1x4x2 elements, got 4}}
  device.scatter_add %0, %1 into %0 outer 1 rows 4 extent 4 inner 2 {elements}
      : memref<8xf32>, memref<4xi64>, memref<8xf32>
}

// -----

device.program @scatter_add_c3 {
  %0 = device.buffer arena : memref<8xf32>
  %1 = device.buffer arena : memref<4xi64>
  %2 = device.buffer arena : memref<8xbf16>
  // expected-error @below {{expects updates and a result of one float type, i32 or i64, got 'f32' and 'bf16'}}
  device.scatter_add %0, %1 into %2 outer 1 rows 4 extent 4 inner 2
      : memref<8xf32>, memref<4xi64>, memref<8xbf16>
}

// -----

device.program @scatter_add_c3_elements {
  %0 = device.buffer arena : memref<4xbf16>
  %1 = device.buffer arena : memref<4xi64>
  // expected-error @below {{expects elements of 32 or 64 bits, got 'bf16'}}
  device.scatter_add %0, %1 into %0 outer 1 rows 4 extent 4 inner 1 {elements}
      : memref<4xbf16>, memref<4xi64>, memref<4xbf16>
}

// -----

device.program @scatter_add_c3_indices {
  %0 = device.buffer arena : memref<4xf32>
  // expected-error @below {{expects indices of i32 or i64, got 'f32'}}
  device.scatter_add %0, %0 into %0 outer 1 rows 4 extent 4 inner 1
      : memref<4xf32>, memref<4xf32>, memref<4xf32>
}

// -----

device.program @pack_c3 {
  %0 = device.buffer input "x" : memref<4xf32>
  %1 = device.buffer variable "w" : memref<2048xbf16>
  // expected-error @below {{expects elements of one type, got 'f32' and 'bf16'}}
  device.pack %0 to %1 k 2 n 2 : memref<4xf32>, memref<2048xbf16>
}
