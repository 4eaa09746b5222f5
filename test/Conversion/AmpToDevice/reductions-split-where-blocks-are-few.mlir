// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For a GPU a reduction is split where it has more chunks than one block reduces
// side by side, and few blocks or one with far more than the others; the rule of
// a CPU counts iterations instead, and `never` splits nothing.

// RUN: amp-opt %s --pass-pipeline='builtin.module(func.func(amp-fuse,amp-schedule),amp-to-device{split-reductions=blocks})' | FileCheck %s
// RUN: amp-opt %s --pass-pipeline='builtin.module(func.func(amp-fuse,amp-schedule),amp-to-device{split-reductions=never})' | FileCheck %s --check-prefix=NEVER

// CHECK-DAG: device.kernel @[[PARTIAL:.*]] row partial [?, 40000] reduces 1
// CHECK-DAG: device.kernel @[[COMBINE:.*]] column combine [?, 10, 1] reduces 1
// CHECK: device.program @few_blocks
// CHECK: device.launch @[[PARTIAL]]
// CHECK: device.launch @[[COMBINE]]
// NEVER-NOT: partial
func.func @few_blocks(%x: tensor<3x40000xf32>) -> tensor<3xf32> {
  %0 = amp.sum %x {axes = array<i64: 1>} : (tensor<3x40000xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// CHECK: device.kernel @{{.*}} row [?, 40001] reduces 1
// CHECK: device.program @enough_blocks
func.func @enough_blocks(%x: tensor<64x40001xf32>) -> tensor<64xf32> {
  %0 = amp.sum %x {axes = array<i64: 1>} : (tensor<64x40001xf32>) -> tensor<64xf32>
  return %0 : tensor<64xf32>
}

// CHECK: device.kernel @{{.*}} row [?, 32768] reduces 1
// CHECK: device.program @few_chunks
func.func @few_chunks(%x: tensor<3x32768xf32>) -> tensor<3xf32> {
  %0 = amp.sum %x {axes = array<i64: 1>} : (tensor<3x32768xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// Two rows in one launch, of which one is far longer.
// CHECK: device.kernel @[[LONG:.*]] row partial [?] reduces 0
// CHECK: device.program @uneven
// CHECK: device.launch @[[LONG]]
func.func @uneven(%x: tensor<900000xf32>, %y: tensor<5000xf32>) -> (tensor<f32>, tensor<f32>) {
  %0 = amp.sum %x {axes = array<i64: 0>} : (tensor<900000xf32>) -> tensor<f32>
  %1 = amp.sum %y {axes = array<i64: 0>} : (tensor<5000xf32>) -> tensor<f32>
  return %0, %1 : tensor<f32>, tensor<f32>
}
