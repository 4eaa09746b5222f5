// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel that picks from an empty tensor reads none of its bytes, so the tensor
// may lie where the result does. Found by random-graph in the gradient of an
// empty slice and reduced by amp-reduce.

// RUN: amp-opt %s --pass-pipeline='builtin.module(amp-simplify,amp-decompose,func.func(amp-fuse{fuse=false},amp-schedule),amp-to-device,amp-plan-memory,amp-verify-plan)' | FileCheck %s

// CHECK-LABEL: device.program @step
// CHECK: %[[NOTHING:.*]] = device.buffer arena offset 0 : memref<0xf32>
// CHECK: %[[PADDED:.*]] = device.buffer arena offset 0 : memref<2xf32>
// CHECK: device.launch @pad (%[[NOTHING]] : memref<0xf32>, %[[PADDED]] : memref<2xf32>)

func.func @step(%g: tensor<0xf32>) -> tensor<2xf32> {
  %0 = amp.neg %g : (tensor<0xf32>) -> tensor<0xf32>
  %1 = amp.pad %0 {high = array<i64: 1>, interior = array<i64: 0>, low = array<i64: 1>} : (tensor<0xf32>) -> tensor<2xf32>
  %2 = amp.exp %1 : (tensor<2xf32>) -> tensor<2xf32>
  return %2 : tensor<2xf32>
}
