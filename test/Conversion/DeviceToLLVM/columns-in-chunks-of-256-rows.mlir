// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A column kernel takes the rows in order, in chunks of 256 that each start
// from the neutral element; two strips of 32 columns advance together.

// RUN: amp-opt %s -amp-device-to-vector | FileCheck %s

// CHECK-LABEL: func.func @sum
device.kernel @sum column [?, 384] reduces 0
    (%x: memref<?xf32>, %y: memref<?xf32>) {
  // CHECK: %[[ZERO:.+]] = arith.constant dense<0.000000e+00> : vector<32xf32>
  // CHECK: %[[CHUNK:.+]] = arith.constant 256 : index
  // CHECK: scf.for {{.*}} step %[[CHUNK]] iter_args(%[[T0:.+]] = %[[ZERO]], %[[T1:.+]] = %[[ZERO]])
  // CHECK: %[[S:.+]]:2 = scf.for {{.*}} iter_args(%[[A0:.+]] = %[[ZERO]], %[[A1:.+]] = %[[ZERO]])
  // CHECK-DAG: arith.addf %[[A0]], %{{.+}} : vector<32xf32>
  // CHECK-DAG: arith.addf %[[A1]], %{{.+}} : vector<32xf32>
  // CHECK: scf.yield
  // CHECK: arith.addf %[[T0]], %[[S]]#0
  // CHECK: arith.addf %[[T1]], %[[S]]#1
  %0 = device.load %x strides [384, 1] : memref<?xf32>
  %1 = device.reduce add %0 : f32
  // CHECK: vector.store
  // CHECK: vector.create_mask
  // CHECK: vector.maskedstore
  device.store %1, %y strides [0, 1] : memref<?xf32>
}
