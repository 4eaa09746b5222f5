// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// NVRTC compiles kernels of every form and type, for one set of buffers and for
// several, for every supported architecture, without spilling a register.
// REQUIRES: cuda
// RUN: cuda-source %s 75 80 90 100 120 | FileCheck %s --implicit-check-not "{{[1-9][0-9]*}} bytes spill"

// CHECK-LABEL: void __launch_bounds__(256) k_axpy_multi_guarded(
// CHECK-NEXT: const k_axpy_multi_guarded_record *records, int count)
device.kernel @axpy elementwise [?]
    (%x: memref<?xbf16>, %y: memref<?xf32>, %on: memref<?xi1>) sizes 1 {
  %0 = device.load %x strides [1] : memref<?xbf16>
  %1 = arith.extf %0 : bf16 to f32
  %2 = device.load %y strides [1] : memref<?xf32>
  %3 = device.size 0 : i64
  %4 = arith.sitofp %3 : i64 to f32
  %5 = math.fma %1, %4, %2 : f32
  %6 = device.load %on strides [1] : memref<?xi1>
  %7 = arith.select %6, %5, %2 : f32
  device.store %7, %y strides [1] : memref<?xf32>
}

// CHECK-LABEL: void __launch_bounds__(256) k_softmax(
// CHECK-NEXT: const k_softmax_record record)
device.kernel @softmax row [?, 250] reduces 1
    (%x: memref<?xf16>, %y: memref<?xf16>) {
  %0 = device.load %x strides [250, 1] : memref<?xf16>
  %1 = arith.extf %0 : f16 to f32
  %2 = device.reduce max %1 : f32
  %3 = arith.subf %1, %2 : f32
  %4 = math.exp %3 : f32
  %5 = device.reduce add %4 : f32
  %6 = arith.divf %4, %5 : f32
  %7 = arith.truncf %6 : f32 to f16
  device.store %7, %y strides [250, 1] : memref<?xf16>
}

// CHECK-LABEL: void __launch_bounds__(256) k_long_rows(
device.kernel @long_rows row [?, 3, 5000] reduces 2
    (%x: memref<?xf64>, %y: memref<?xf64>) {
  %0 = device.load %x strides [15000, 5000, 1] : memref<?xf64>
  %1 = math.tanh %0 : f64
  %2 = device.reduce add %1 : f64
  device.store %2, %y strides [3, 1, 0] : memref<?xf64>
}

// CHECK-LABEL: void __launch_bounds__(256) k_any_column(
device.kernel @any_column column [?, 10] reduces 0
    (%x: memref<?xi32>, %y: memref<?xi1>) {
  %0 = device.load %x strides [10, 1] : memref<?xi32>
  %c = arith.constant 7 : i32
  %1 = arith.cmpi ugt, %0, %c : i32
  %2 = device.reduce or %1 : i1
  device.store %2, %y strides [0, 1] : memref<?xi1>
}

// CHECK-LABEL: void __launch_bounds__(256) k_short_columns(
device.kernel @short_columns column [?, 128, 10] reduces 1
    (%x: memref<?xf32>, %y: memref<?xf32>, %z: memref<?xbf16>) {
  %0 = device.load %x strides [1280, 10, 1] : memref<?xf32>
  %1 = math.sin %0 : f32
  %2 = device.reduce min %1 : f32
  %3 = arith.truncf %1 : f32 to bf16
  device.store %3, %z strides [1280, 10, 1] : memref<?xbf16>
  device.store %2, %y strides [10, 0, 1] : memref<?xf32>
}

// CHECK-COUNT-5: // sm_
device.program @p {
  %a = device.buffer arena : memref<1000xbf16>
  %b = device.buffer arena : memref<1000xf32>
  %c = device.buffer arena : memref<1000xi1>
  device.launch @axpy
      (%a : memref<1000xbf16>, %b : memref<1000xf32>, %c : memref<1000xi1>) extent 1000 sizes [2],
      (%a : memref<1000xbf16>, %b : memref<1000xf32>, %c : memref<1000xi1>) extent 900 sizes [3]
  %h = device.buffer arena : memref<2500xf16>
  device.launch @softmax (%h : memref<2500xf16>, %h : memref<2500xf16>) extent 10
  %d = device.buffer arena : memref<30000xf64>
  %e = device.buffer arena : memref<6xf64>
  device.launch @long_rows (%d : memref<30000xf64>, %e : memref<6xf64>) extent 2
  %i = device.buffer arena : memref<400xi32>
  device.launch @any_column (%i : memref<400xi32>, %c : memref<1000xi1>) extent 40
  %f = device.buffer arena : memref<2560xf32>
  %g = device.buffer arena : memref<20xf32>
  %k = device.buffer arena : memref<2560xbf16>
  device.launch @short_columns (%f : memref<2560xf32>, %g : memref<20xf32>, %k : memref<2560xbf16>) extent 2
}
