// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// bf16 is computed with as i16 and rounded in integers, no floating-point op
// carries a fast-math flag, and every kernel has the same four arguments.

// RUN: amp-opt %s -amp-device-to-llvm | FileCheck %s --implicit-check-not=bf16 --implicit-check-not=fastmath

// CHECK-LABEL: llvm.func @scale(
// CHECK-SAME: %{{.+}}: !llvm.ptr, %{{.+}}: !llvm.ptr, %{{.+}}: i64, %{{.+}}: i64) {
device.kernel @scale elementwise [?] (%x: memref<?xbf16>, %s: memref<?xf32>) {
  %0 = device.load %x strides [1] : memref<?xbf16>
  // CHECK: llvm.shl %{{.+}} : vector<32xi32>
  // CHECK: llvm.bitcast %{{.+}} : vector<32xi32> to vector<32xf32>
  %1 = arith.extf %0 : bf16 to f32
  %2 = device.load %s strides [0] : memref<?xf32>
  // CHECK: llvm.fmul
  %3 = arith.mulf %1, %2 : f32
  // CHECK: llvm.lshr
  // CHECK: llvm.trunc %{{.+}} : vector<32xi32> to vector<32xi16>
  %4 = arith.truncf %3 : f32 to bf16
  device.store %4, %x strides [1] : memref<?xbf16>
}
