// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Permutations that change the innermost dimension, alone and with casts and
// elementwise ops around them, give what the interpreter gives, fused and
// unfused, with one thread and two, and are one kernel where fused.

// RUN: same-bits %s | FileCheck %s
// CHECK-NOT: other bits
// CHECK-NOT: expected
// CHECK: matrix: 1 kernels, 1 launches
// CHECK: between: 1 kernels, 1 launches
// CHECK: channels_last: 1 kernels, 1 launches
// CHECK: reversed: 1 kernels, 1 launches
// CHECK: narrow: 1 kernels, 1 launches

func.func @matrix(%x: tensor<200x131xf16>) -> tensor<131x200xf16>
    attributes {test.ulps = 0} {
  %0 = amp.transpose %x {permutation = array<i64: 1, 0>} : (tensor<200x131xf16>) -> tensor<131x200xf16>
  return %0 : tensor<131x200xf16>
}

func.func @between(%x: tensor<96x70xf32>, %b: tensor<96xf32>) -> (tensor<70x96xbf16>, tensor<96x70xf32>)
    attributes {test.ulps = 0} {
  %0 = amp.relu %x : (tensor<96x70xf32>) -> tensor<96x70xf32>
  %1 = amp.transpose %0 {permutation = array<i64: 1, 0>} : (tensor<96x70xf32>) -> tensor<70x96xf32>
  %2 = amp.add %1, %b : (tensor<70x96xf32>, tensor<96xf32>) -> tensor<70x96xf32>
  %3 = amp.cast %2 : (tensor<70x96xf32>) -> tensor<70x96xbf16>
  return %3, %0 : tensor<70x96xbf16>, tensor<96x70xf32>
}

func.func @channels_last(%x: tensor<3x24x9x7xf32>) -> tensor<3x9x7x24xf32>
    attributes {test.ulps = 0} {
  %0 = amp.transpose %x {permutation = array<i64: 0, 2, 3, 1>} : (tensor<3x24x9x7xf32>) -> tensor<3x9x7x24xf32>
  return %0 : tensor<3x9x7x24xf32>
}

func.func @reversed(%x: tensor<40x5x6x17xi64>) -> tensor<17x6x5x40xi64>
    attributes {test.ulps = 0} {
  %0 = amp.transpose %x {permutation = array<i64: 3, 2, 1, 0>} : (tensor<40x5x6x17xi64>) -> tensor<17x6x5x40xi64>
  return %0 : tensor<17x6x5x40xi64>
}

func.func @narrow(%x: tensor<300x3xf32>) -> tensor<3x300xf32>
    attributes {test.ulps = 0} {
  %0 = amp.transpose %x {permutation = array<i64: 1, 0>} : (tensor<300x3xf32>) -> tensor<3x300xf32>
  return %0 : tensor<3x300xf32>
}
