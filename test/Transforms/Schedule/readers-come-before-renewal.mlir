// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What reads a variable's old value comes before what computes the new one, so
// that it can be renewed in place.

// RUN: amp-opt %s --pass-pipeline='builtin.module(func.func(amp-fuse,amp-schedule))' | FileCheck %s

amp.variable @w : tensor<4x4xf32> init(#amp.zeros)

// CHECK-LABEL: func.func @renew
// CHECK: %[[W:.*]] = amp.read @w
// CHECK: amp.matmul %[[W]]
// CHECK: %[[NEW:.*]] = amp.fused elementwise
// CHECK: amp.write @w, %[[NEW]]
func.func @renew(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %w = amp.read @w : tensor<4x4xf32>
  %0 = amp.add %w, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = amp.matmul %w, %x {accumulate = f32} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  amp.write @w, %0 : tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}
