// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A scalar body widens 16-bit operands, computes in f32 and narrows once; f64
// goes to 16 bits in one step; nothing has a fast-math flag.

// RUN: emit-scalars %s | FileCheck %s --implicit-check-not=fastmath

// CHECK-LABEL: func.func @mixed_0(
// CHECK-SAME: %[[X:.*]]: bf16, %[[Y:.*]]: bf16
// CHECK-DAG: %[[A:.*]] = arith.extf %[[X]] : bf16 to f32
// CHECK-DAG: %[[B:.*]] = arith.extf %[[Y]] : bf16 to f32
// CHECK: %[[S:.*]] = arith.addf %[[A]], %[[B]] : f32
// CHECK: %[[R:.*]] = arith.truncf %[[S]] : f32 to bf16
// CHECK-NEXT: return %[[R]]
// An f32 scalar meets an f16 tensor without being rounded first.
// CHECK-LABEL: func.func @mixed_1(
// CHECK-SAME: %[[X:.*]]: f16, %[[Y:.*]]: f32
// CHECK: %[[A:.*]] = arith.extf %[[X]] : f16 to f32
// CHECK: %[[S:.*]] = arith.mulf %[[A]], %[[Y]] : f32
// CHECK: arith.truncf %[[S]] : f32 to f16
// CHECK-LABEL: func.func @mixed_2(
// CHECK: arith.divf %{{.*}}, %{{.*}} : f64
// CHECK-NEXT: return
// Integers wrap in their own type.
// CHECK-LABEL: func.func @mixed_3(
// CHECK: arith.addi %{{.*}}, %{{.*}} : i32
// CHECK-NEXT: return
func.func @mixed(%b: tensor<3xbf16>, %h: tensor<3xf16>, %s: tensor<f32>, %d: tensor<3xf64>, %i: tensor<3xi32>) {
  %0 = amp.add %b, %b : (tensor<3xbf16>, tensor<3xbf16>) -> tensor<3xbf16>
  %1 = amp.mul %h, %s : (tensor<3xf16>, tensor<f32>) -> tensor<3xf16>
  %2 = amp.div %d, %d : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
  %3 = amp.add %i, %i : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  return
}

// CHECK-LABEL: func.func @narrow_0(%{{.*}}: f64) -> f16
// CHECK-NEXT: arith.truncf %{{.*}} : f64 to f16
// CHECK-LABEL: func.func @narrow_1(%{{.*}}: f16) -> bf16
// CHECK-NEXT: arith.extf %{{.*}} : f16 to f32
// CHECK-NEXT: arith.truncf %{{.*}} : f32 to bf16
func.func @narrow(%d: tensor<3xf64>, %h: tensor<3xf16>) {
  %0 = amp.cast %d : (tensor<3xf64>) -> tensor<3xf16>
  %1 = amp.cast %h : (tensor<3xf16>) -> tensor<3xbf16>
  return
}
