// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A row of at most 64 elements is loaded once for all phases; 16 lanes are
// enough for 10 elements, and lanes that do not exist keep the neutral element.

// RUN: amp-opt %s -amp-device-to-vector | FileCheck %s

// CHECK-LABEL: func.func @center
device.kernel @center row [?, 10] reduces 1
    (%x: memref<?xf32>, %y: memref<?xf32>) {
  // CHECK-NOT: memref.alloca
  // CHECK: scf.for
  // CHECK: %[[MASK:.+]] = arith.constant dense<[true, {{.*}}, false]> : vector<16xi1>
  // CHECK: %[[V:.+]] = vector.maskedload %{{.+}}[%{{.+}}], %[[MASK]]
  // CHECK: %[[NEUTRAL:.+]] = arith.constant dense<0.000000e+00> : vector<16xf32>
  // CHECK: %[[SUM:.+]] = arith.addf %[[NEUTRAL]], %[[V]] : vector<16xf32>
  // CHECK: arith.select %[[MASK]], %[[SUM]], %[[NEUTRAL]]
  // CHECK: arith.addf {{.*}} : vector<8xf32>
  %0 = device.load %x strides [10, 1] : memref<?xf32>
  %1 = device.reduce add %0 : f32
  // CHECK-NOT: vector.maskedload
  // CHECK: arith.subf %[[V]], %{{.+}} : vector<16xf32>
  // CHECK: vector.maskedstore
  %2 = arith.subf %0, %1 : f32
  device.store %2, %y strides [10, 1] : memref<?xf32>
}
