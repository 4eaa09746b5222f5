// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A row kernel passes over its row once a phase. The exponential is computed
// in the second pass only and read back in the third; the cheap difference is
// recomputed.

// RUN: amp-opt %s -amp-device-to-vector | FileCheck %s

// CHECK-LABEL: func.func @softmax(
// CHECK-SAME: %[[X:[^ ]+]]: memref<?xf32>, %[[Y:[^ ]+]]: memref<?xi16>,
// CHECK-SAME: %{{.+}}: index, %[[BEGIN:.+]]: index, %[[END:.+]]: index)
device.kernel @softmax row [?, 256] reduces 1
    (%x: memref<?xf32>, %y: memref<?xbf16>) {
  // CHECK: %[[KEPT:.+]] = memref.alloca() {alignment = 64 : i64} : memref<256xf32>
  // CHECK: scf.for %{{.+}} = %[[BEGIN]] to %[[END]] step
  // CHECK: scf.for
  // CHECK-COUNT-2: arith.maximumf {{.*}} : vector<32xf32>
  // CHECK: scf.yield
  // CHECK: arith.maximumf {{.*}} : vector<32xf32>
  // CHECK: arith.maximumf {{.*}} : vector<16xf32>
  // CHECK: arith.maximumf {{.*}} : vector<1xf32>
  %0 = device.load %x strides [256, 1] : memref<?xf32>
  %1 = device.reduce max %0 : f32
  %2 = arith.subf %0, %1 : f32
  // CHECK: scf.for
  // CHECK: arith.subf
  // CHECK: %[[E:.+]] = math.exp %{{.+}} : vector<32xf32>
  // CHECK: vector.store %[[E]], %[[KEPT]]
  // CHECK: scf.yield
  %3 = math.exp %2 : f32
  %4 = device.reduce add %3 : f32
  // CHECK: scf.for
  // CHECK-NOT: math.exp
  // CHECK: %[[AGAIN:.+]] = vector.load %[[KEPT]]
  // CHECK: arith.divf %[[AGAIN]]
  // CHECK: vector.store %{{.+}}, %[[Y]]
  %5 = arith.divf %3, %4 : f32
  %6 = arith.truncf %5 : f32 to bf16
  device.store %6, %y strides [256, 1] : memref<?xbf16>
}
