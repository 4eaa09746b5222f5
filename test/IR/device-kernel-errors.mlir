// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every rule of kernels and their bodies is a located error.

// RUN: amp-opt %s -split-input-file -verify-diagnostics

// expected-error @below {{expects the first extent to be '?', got 3}}
device.kernel @kernel_c1_first elementwise [3] () {
}

// -----

// expected-error @below {{expects static extents after the first, got '?' in dimension 1}}
device.kernel @kernel_c1_static elementwise [?, ?] () {
}

// -----

// expected-error @below {{expects a reduction dimension below the rank 2, got 2}}
device.kernel @kernel_c2 column [?, 3] reduces 2 () {
}

// -----

// expected-error @below {{expects every argument to be a memref<?xT>, got 'memref<4xf32>'}}
device.kernel @kernel_c3 elementwise [?] (%x: memref<4xf32>) {
}

// -----

device.kernel @kernel_c4_op elementwise [?] (%x: memref<?xf32>) {
  // expected-error @below {{is not allowed in a kernel body}}
  %0 = memref.cast %x : memref<?xf32> to memref<4xf32>
}

// -----

device.kernel @kernel_c4_type elementwise [?] () {
  // expected-error @below {{expects scalars of f16, bf16, f32, f64, i1, i8, i16, i32 or i64, got 'index'}}
  %0 = arith.constant 1 : index
}

// -----

device.kernel @kernel_c5 elementwise [?] (%x: memref<?xbf16>) {
  %0 = device.load %x strides [1] : memref<?xbf16>
  // expected-error @below {{expects arithmetic on 16-bit floats to be written in f32}}
  %1 = arith.addf %0, %0 : bf16
}

// -----

device.kernel @kernel_c6 elementwise [?] (%x: memref<?xf32>) {
  %0 = device.load %x strides [1] : memref<?xf32>
  // expected-error @below {{expects no fast-math flags}}
  %1 = arith.addf %0, %0 fastmath<contract> : f32
}

// -----

// expected-error @below {{expects form row for this reduction dimension and these strides, got column}}
device.kernel @kernel_c7 column [?, 3] reduces 1 () {
}

// -----

// expected-error @below {{expects form elementwise, transpose, row or column, got rows}}
device.kernel @kernel_c7_word rows [?, 3] reduces 1 () {
}

// -----

// expected-error @below {{expects form transpose for this reduction dimension and these strides, got elementwise}}
device.kernel @kernel_c7_strides elementwise [?, 16] (%x: memref<?xf32>) {
  %0 = device.load %x strides [1, 8] : memref<?xf32>
}

// -----

// expected-error @below {{expects stage partial or combine, got first}}
device.kernel @kernel_stage row first [?] reduces 0 () {
}

// -----

// expected-error @below {{expects a reduction dimension in stage partial}}
device.kernel @kernel_c9 elementwise partial [?] () {
}

// -----

// expected-error @below {{expects column form in stage combine, got row}}
device.kernel @kernel_c9_form row combine [?] reduces 0 () {
}

// -----

device.kernel @kernel_c8_partial row partial [?] reduces 0 (%x: memref<?xf32>) {
  %0 = device.load %x strides [1] : memref<?xf32>
  %1 = device.reduce add %0 : f32
  // expected-error @below {{uses the result of a reduction at element level}}
  %2 = arith.subf %0, %1 : f32
}

// -----

device.kernel @store_c3_partial row partial [?] reduces 0 (%x: memref<?xf32>) {
  %0 = device.load %x strides [1] : memref<?xf32>
  %1 = device.reduce add %0 : f32
  // expected-error @below {{expects a stride other than 0 along the reduction dimension, which counts chunks}}
  device.store %1, %x strides [0] : memref<?xf32>
}

// -----

device.kernel @kernel_c8 column [?, 3] reduces 0 (%x: memref<?xf32>) {
  %0 = device.load %x strides [3, 1] : memref<?xf32>
  %1 = device.reduce add %0 : f32
  // expected-error @below {{uses the result of a reduction at element level}}
  %2 = arith.subf %0, %1 : f32
}

// -----

device.kernel @kernel_c8_store column [?, 3] reduces 0 (%x: memref<?xf32>) {
  %0 = device.load %x strides [3, 1] : memref<?xf32>
  %1 = device.reduce add %0 : f32
  // expected-error @below {{uses the result of a reduction at element level}}
  device.store %1, %x strides [3, 1] : memref<?xf32>
}

// -----

device.kernel @load_c1 elementwise [?, 3] (%x: memref<?xf32>) {
  // expected-error @below {{expects one stride for each of the 2 dimensions, got 1}}
  %0 = device.load %x strides [1] : memref<?xf32>
}

// -----

device.kernel @store_c3 row [?, 3] reduces 1 (%x: memref<?xf32>) {
  %0 = device.load %x strides [3, 1] : memref<?xf32>
  // expected-error @below {{expects a reduced-level value where the stride along the reduction dimension is 0}}
  device.store %0, %x strides [1, 0] : memref<?xf32>
}

// -----

device.kernel @store_c4 elementwise [?, 3] (%x: memref<?xf32>) {
  %0 = device.load %x strides [3, 1] : memref<?xf32>
  // expected-error @below {{expects a stride other than 0 along dimension 0, which is not reduced}}
  device.store %0, %x strides [0, 1] : memref<?xf32>
}

// -----

device.kernel @reduce_c1 elementwise [?] (%x: memref<?xf32>) {
  %0 = device.load %x strides [1] : memref<?xf32>
  // expected-error @below {{expects the kernel to name a reduction dimension}}
  %1 = device.reduce add %0 : f32
}

// -----

device.kernel @reduce_c2_bool row [?] reduces 0 (%x: memref<?xi1>) {
  %0 = device.load %x strides [1] : memref<?xi1>
  // expected-error @below {{expects i1 values to be combined by and or or, got add}}
  %1 = device.reduce add %0 : i1
}

// -----

device.kernel @reduce_c2_float row [?] reduces 0 (%x: memref<?xf32>) {
  %0 = device.load %x strides [1] : memref<?xf32>
  // expected-error @below {{expects floating-point values to be combined by add, mul, max or min, got and}}
  %1 = device.reduce and %0 : f32
}

// -----

device.kernel @index_c1 elementwise [?] () {
  // expected-error @below {{expects a dimension below the rank 1, got 1}}
  %0 = device.index 1 : i64
}

// -----

device.kernel @size_c1 elementwise [?] () sizes 1 {
  // expected-error @below {{expects a number below the kernel's 1 sizes, got 1}}
  %0 = device.size 1 : i64
}

// -----

device.kernel @gather_c1 elementwise [?, 3] (%x: memref<?xf32>) {
  %true = arith.constant true
  // expected-error @below {{expects one stride for each of the 2 dimensions, got 1}}
  %0 = device.gather %x where %true strides [1] : memref<?xf32>
}

// -----

device.kernel @gather_arithmetic elementwise [?] (%x: memref<?xbf16>) {
  %true = arith.constant true
  %i = device.index 0 : i64
  %0 = device.gather %x at %i where %true strides [0] : memref<?xbf16>
  // expected-error @below {{expects arithmetic on 16-bit floats to be written in f32}}
  %1 = arith.addf %0, %0 : bf16
}
