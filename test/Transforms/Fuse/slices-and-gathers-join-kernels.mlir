// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Picking rows and averaging them is one region, and so is what has one index an
// element with what computes the indices; slices cost none; what is picked from
// comes from memory.

// RUN: amp-opt %s --pass-pipeline='builtin.module(amp-decompose,amp-simplify,func.func(amp-fuse,amp-verify-fuse))' | FileCheck %s

// CHECK-LABEL: func.func @bag(
// CHECK-SAME: %[[W:.*]]: tensor<50x16xf32>, %[[I:.*]]: tensor<4x9xi64>)
func.func @bag(%w: tensor<50x16xf32>, %i: tensor<4x9xi64>) -> tensor<4x16xf32> {
  // CHECK: %[[R:.*]] = amp.fused column(%[[W]], %[[I]])
  // CHECK: amp.slice
  // CHECK: amp.embedding
  // CHECK: amp.sum
  // CHECK-NOT: amp.fused
  // CHECK: return %[[R]]
  %s = amp.slice %i {axes = array<i64: 1>, ends = array<i64: 8>, starts = array<i64: 1>} : (tensor<4x9xi64>) -> tensor<4x7xi64>
  %e = amp.embedding %w, %s : (tensor<50x16xf32>, tensor<4x7xi64>) -> tensor<4x7x16xf32>
  %m = amp.mean %e {axes = array<i64: 1>} : (tensor<4x7x16xf32>) -> tensor<4x16xf32>
  return %m : tensor<4x16xf32>
}

// CHECK-LABEL: func.func @computed_indices(
// CHECK-SAME: %[[X:.*]]: tensor<4x9xf32>, %[[I:.*]]: tensor<4x7xi64>)
func.func @computed_indices(%x: tensor<4x9xf32>, %i: tensor<4x7xi64>) -> tensor<4x7xf32> {
  // CHECK: %[[R:.*]] = amp.fused elementwise({{.*}})
  // CHECK: amp.add
  // CHECK: amp.gather_elements
  // CHECK: amp.neg
  // CHECK-NOT: amp.fused
  // CHECK: return %[[R]]
  %one = amp.constant dense<1> : tensor<i64>
  %j = amp.add %i, %one : (tensor<4x7xi64>, tensor<i64>) -> tensor<4x7xi64>
  %g = amp.gather_elements %x, %j {axis = 1 : i64} : (tensor<4x9xf32>, tensor<4x7xi64>) -> tensor<4x7xf32>
  %n = amp.neg %g : (tensor<4x7xf32>) -> tensor<4x7xf32>
  return %n : tensor<4x7xf32>
}

// CHECK-LABEL: func.func @computed_table(
func.func @computed_table(%w: tensor<50x16xf32>, %i: tensor<4xi64>) -> tensor<4x16xf32> {
  // CHECK: %[[T:.*]] = amp.fused elementwise
  // CHECK: amp.exp
  // CHECK: amp.fused elementwise(%[[T]]
  // CHECK: amp.gather
  // CHECK: amp.neg
  %t = amp.exp %w : (tensor<50x16xf32>) -> tensor<50x16xf32>
  %g = amp.gather %t, %i {axis = 0 : i64} : (tensor<50x16xf32>, tensor<4xi64>) -> tensor<4x16xf32>
  %n = amp.neg %g : (tensor<4x16xf32>) -> tensor<4x16xf32>
  return %n : tensor<4x16xf32>
}
