// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A bias gradient is summed in the pass that makes the masked gradient, which is
// stored as well; an update that reads other tensors stays out of that kernel.

// RUN: amp-opt %s --pass-pipeline='builtin.module(func.func(amp-fuse,amp-verify-fuse))' | FileCheck %s

// CHECK-LABEL: func.func @relu_backward
// CHECK: %[[G:.*]]:2 = amp.fused column
// CHECK: amp.compare
// CHECK: amp.select
// CHECK: amp.sum
// CHECK: amp.fused elementwise(%[[G]]#1, %{{.*}})
// CHECK-NOT: amp.fused
// CHECK: return
func.func @relu_backward(%h: tensor<8x16xf32>, %g: tensor<8x16xf32>, %b: tensor<16xf32>)
    -> (tensor<8x16xf32>, tensor<16xf32>) {
  %zero = amp.constant dense<0.0> : tensor<f32>
  %lr = amp.constant dense<0.1> : tensor<f32>
  %0 = amp.compare gt %h, %zero : (tensor<8x16xf32>, tensor<f32>) -> tensor<8x16xi1>
  %1 = amp.select %0, %g, %zero : (tensor<8x16xi1>, tensor<8x16xf32>, tensor<f32>) -> tensor<8x16xf32>
  %2 = amp.sum %1 {axes = array<i64: 0>} : (tensor<8x16xf32>) -> tensor<16xf32>
  %3 = amp.mul %2, %lr : (tensor<16xf32>, tensor<f32>) -> tensor<16xf32>
  %4 = amp.sub %b, %3 : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
  return %1, %4 : tensor<8x16xf32>, tensor<16xf32>
}
