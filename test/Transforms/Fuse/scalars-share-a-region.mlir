// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers are computed once, in one region, and not by each element that uses
// them; those that finish a reduction belong to its region.

// RUN: amp-opt %s --pass-pipeline='builtin.module(func.func(amp-fuse,amp-verify-fuse))' | FileCheck %s

// CHECK-LABEL: func.func @scalars
// CHECK: %[[S:.*]]:2 = amp.fused elementwise
// CHECK-SAME: -> (tensor<f32>, tensor<f32>)
// CHECK: amp.fused elementwise(%{{.*}}, %[[S]]#0)
// CHECK: amp.fused elementwise(%{{.*}}, %[[S]]#1)
// CHECK: amp.fused row
// CHECK: amp.sum
// CHECK: amp.sqrt
// CHECK-NOT: amp.fused
func.func @scalars(%x: tensor<8xf32>, %y: tensor<9xf32>, %a: tensor<f32>)
    -> (tensor<8xf32>, tensor<9xf32>, tensor<f32>) {
  %0 = amp.exp %a : (tensor<f32>) -> tensor<f32>
  %1 = amp.mul %x, %0 : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %2 = amp.sqrt %a : (tensor<f32>) -> tensor<f32>
  %3 = amp.mul %y, %2 : (tensor<9xf32>, tensor<f32>) -> tensor<9xf32>
  %4 = amp.sum %x {axes = array<i64: 0>} : (tensor<8xf32>) -> tensor<f32>
  %5 = amp.sqrt %4 : (tensor<f32>) -> tensor<f32>
  return %1, %3, %5 : tensor<8xf32>, tensor<9xf32>, tensor<f32>
}
