// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// NaN, signed zeros and values out of range follow the ops' descriptions.

// RUN: emit-scalars %s | FileCheck %s

// relu keeps NaN (unordered) and gives +0 otherwise.
// CHECK-LABEL: func.func @relu_0(
// CHECK-SAME: %[[X:.*]]: f32
// CHECK: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: %[[KEEP:.*]] = arith.cmpf ugt, %[[X]], %[[ZERO]]
// CHECK: arith.select %[[KEEP]], %[[X]], %[[ZERO]]
func.func @relu(%x: tensor<3xf32>) {
  %0 = amp.relu %x : (tensor<3xf32>) -> tensor<3xf32>
  return
}

// NaN is unequal to everything and nothing else holds for it; booleans compare
// as 0 and 1.
// CHECK-LABEL: func.func @compare_0(
// CHECK: arith.cmpf une,
// CHECK-LABEL: func.func @compare_1(
// CHECK: arith.cmpf ole,
// CHECK-LABEL: func.func @compare_2(
// CHECK: arith.cmpi ult,
// CHECK-LABEL: func.func @compare_3(
// CHECK: arith.cmpi slt,
func.func @compare(%x: tensor<3xf32>, %c: tensor<3xi1>, %i: tensor<3xi64>) {
  %0 = amp.compare ne %x, %x : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
  %1 = amp.compare le %x, %x : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
  %2 = amp.compare lt %c, %c : (tensor<3xi1>, tensor<3xi1>) -> tensor<3xi1>
  %3 = amp.compare lt %i, %i : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi1>
  return
}

// CHECK-LABEL: func.func @extremes_0(
// CHECK: arith.maximumf
// CHECK-LABEL: func.func @extremes_1(
// CHECK: arith.minimumf
func.func @extremes(%x: tensor<3xf32>) {
  %0 = amp.maximum %x, %x : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %1 = amp.minimum %x, %x : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return
}

// The conversion itself only sees values that fit; NaN becomes 0 on that road.
// CHECK-LABEL: func.func @saturate_0(
// CHECK-SAME: %[[X:.*]]: f32) -> i8
// CHECK-DAG: %[[HIGH:.*]] = arith.constant 1.280000e+02 : f32
// CHECK-DAG: %[[LOW:.*]] = arith.constant -1.280000e+02 : f32
// CHECK-DAG: %[[BELOW:.*]] = arith.cmpf olt, %[[X]], %[[HIGH]]
// CHECK-DAG: %[[ABOVE:.*]] = arith.cmpf oge, %[[X]], %[[LOW]]
// CHECK: %[[FITS:.*]] = arith.andi %[[BELOW]], %[[ABOVE]]
// CHECK: %[[SAFE:.*]] = arith.select %[[FITS]], %[[X]], %{{.*}} : f32
// CHECK: arith.fptosi %[[SAFE]] : f32 to i8
// CHECK: arith.constant 127 : i8
// CHECK: arith.constant -128 : i8
// CHECK-LABEL: func.func @saturate_1(
// CHECK: arith.cmpf une,
// CHECK-LABEL: func.func @saturate_2(
// CHECK: arith.uitofp %{{.*}} : i1 to f32
func.func @saturate(%x: tensor<3xf32>, %c: tensor<3xi1>) {
  %0 = amp.cast %x : (tensor<3xf32>) -> tensor<3xi8>
  %1 = amp.cast %x : (tensor<3xf32>) -> tensor<3xi1>
  %2 = amp.cast %c : (tensor<3xi1>) -> tensor<3xf32>
  return
}
