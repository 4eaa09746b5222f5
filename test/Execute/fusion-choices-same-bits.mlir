// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What fusion chooses by cost changes no bit: a transpose that is written out
// before a reduction, a cast that each reader computes, a reduction that reads
// a tensor in another shape.

// RUN: same-bits %s | FileCheck %s
// CHECK-NOT: other bits
// CHECK-NOT: expected
// CHECK: transposed: 2 kernels, 2 launches
// CHECK: widened: 2 kernels, 2 launches
// CHECK: reshaped: 1 kernels, 1 launches

func.func @transposed(%x: tensor<260x200xf32>) -> tensor<200xf32> attributes {test.ulps = 256} {
  %0 = amp.transpose %x {permutation = array<i64: 1, 0>} : (tensor<260x200xf32>) -> tensor<200x260xf32>
  %1 = amp.exp %0 : (tensor<200x260xf32>) -> tensor<200x260xf32>
  %2 = amp.sum %1 {axes = array<i64: 1>} : (tensor<200x260xf32>) -> tensor<200xf32>
  return %2 : tensor<200xf32>
}

func.func @widened(%x: tensor<300x120xf16>) -> (tensor<300xf32>, tensor<120xf32>) attributes {test.ulps = 65536} {
  %0 = amp.cast %x : (tensor<300x120xf16>) -> tensor<300x120xf32>
  %1 = amp.sum %0 {axes = array<i64: 1>} : (tensor<300x120xf32>) -> tensor<300xf32>
  %2 = amp.sum %0 {axes = array<i64: 0>} : (tensor<300x120xf32>) -> tensor<120xf32>
  return %1, %2 : tensor<300xf32>, tensor<120xf32>
}

func.func @reshaped(%x: tensor<30x50xf16>, %s: tensor<f32>) -> (tensor<30x50xf32>, tensor<f32>) attributes {test.ulps = 65536} {
  %0 = amp.cast %x : (tensor<30x50xf16>) -> tensor<30x50xf32>
  %1 = amp.mul %0, %s : (tensor<30x50xf32>, tensor<f32>) -> tensor<30x50xf32>
  %2 = amp.reshape %1 : (tensor<30x50xf32>) -> tensor<1500xf32>
  %3 = amp.mul %2, %2 : (tensor<1500xf32>, tensor<1500xf32>) -> tensor<1500xf32>
  %4 = amp.sum %3 {axes = array<i64: 0>} : (tensor<1500xf32>) -> tensor<f32>
  return %1, %4 : tensor<30x50xf32>, tensor<f32>
}
