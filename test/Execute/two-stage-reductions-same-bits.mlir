// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reductions with few results are done in two stages; the bits are those of one
// stage (an unfused graph, whose kernels differ), with one thread and two.

// RUN: same-bits %s | FileCheck %s
// CHECK-NOT: other bits
// CHECK-NOT: expected
// CHECK: full: 2 kernels, 2 launches
// CHECK: columns: 3 kernels, 3 launches
// CHECK: middle: 2 kernels, 2 launches
// CHECK: mean: 2 kernels, 2 launches
// CHECK: softmax: 5 kernels, 5 launches
// CHECK: maxima: 2 kernels, 2 launches

func.func @full(%x: tensor<700x501xf32>) -> tensor<f32> attributes {test.ulps = 65536} {
  %0 = amp.mul %x, %x : (tensor<700x501xf32>, tensor<700x501xf32>) -> tensor<700x501xf32>
  %1 = amp.sum %0 {axes = array<i64: 0, 1>} : (tensor<700x501xf32>) -> tensor<f32>
  return %1 : tensor<f32>
}

// The elements are stored by the first stage; the bias is a kernel of its own.
func.func @columns(%x: tensor<20000x10xbf16>, %b: tensor<10xf32>) -> (tensor<20000x10xf32>, tensor<10xf32>)
    attributes {test.ulps = 4096} {
  %0 = amp.cast %x : (tensor<20000x10xbf16>) -> tensor<20000x10xf32>
  %1 = amp.relu %0 : (tensor<20000x10xf32>) -> tensor<20000x10xf32>
  %2 = amp.sum %1 {axes = array<i64: 0>} : (tensor<20000x10xf32>) -> tensor<10xf32>
  %3 = amp.add %2, %b : (tensor<10xf32>, tensor<10xf32>) -> tensor<10xf32>
  return %1, %3 : tensor<20000x10xf32>, tensor<10xf32>
}

func.func @middle(%x: tensor<2x9000x12xf32>) -> tensor<2x12xf32> attributes {test.ulps = 8192} {
  %0 = amp.exp %x : (tensor<2x9000x12xf32>) -> tensor<2x9000x12xf32>
  %1 = amp.sum %0 {axes = array<i64: 1>} : (tensor<2x9000x12xf32>) -> tensor<2x12xf32>
  return %1 : tensor<2x12xf32>
}

// The second stage divides by the extent of the first.
func.func @mean(%x: tensor<300000xf32>) -> tensor<f32> attributes {test.ulps = 1048576} {
  %0 = amp.mean %x {axes = array<i64: 0>} : (tensor<300000xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// Two reductions that depend on each other, then elements and results.
func.func @softmax(%x: tensor<3x100003xf32>) -> tensor<3x100003xf32> attributes {test.ulps = 1024} {
  %0 = amp.softmax %x {axis = 1} : (tensor<3x100003xf32>) -> tensor<3x100003xf32>
  return %0 : tensor<3x100003xf32>
}

func.func @maxima(%x: tensor<200000x3xi32>) -> tensor<3xi32> attributes {test.ulps = 0} {
  %0 = amp.max %x {axes = array<i64: 0>} : (tensor<200000x3xi32>) -> tensor<3xi32>
  return %0 : tensor<3xi32>
}
