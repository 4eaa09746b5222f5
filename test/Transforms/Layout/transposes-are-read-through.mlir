// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A weight that a product reads through amp.transpose is packed from where it
// lies, and the transpose goes.
// RUN: amp-opt %s --amp-layout=packed=f32 | FileCheck %s

// CHECK: amp.variable @w.packed_t : tensor<2x2x16x64xf32>
amp.variable @w : tensor<70x32xf32> init(#amp.ones)
// Too few columns: blocks of 64 would be padding. A left operand: no order.
// CHECK-NOT: amp.variable @{{.*}}packed
amp.variable @narrow : tensor<70x8xf32> init(#amp.ones)
amp.variable @left : tensor<64x64xf32> init(#amp.ones)

func.func @forward(%x: tensor<4x32xf32>, %y: tensor<64x64xf32>) -> (tensor<4x8xf32>, tensor<64x64xf32>) {
  // CHECK-NOT: amp.transpose
  // CHECK: amp.packed_linear %{{.*}} {columns = 70 : i64}
  %w = amp.read @w : tensor<70x32xf32>
  %t = amp.transpose %w {permutation = array<i64: 1, 0>} : (tensor<70x32xf32>) -> tensor<32x70xf32>
  %0 = amp.matmul %x, %t : (tensor<4x32xf32>, tensor<32x70xf32>) -> tensor<4x70xf32>
  %n = amp.read @narrow : tensor<70x8xf32>
  // CHECK: amp.matmul
  %1 = amp.matmul %0, %n : (tensor<4x70xf32>, tensor<70x8xf32>) -> tensor<4x8xf32>
  %l = amp.read @left : tensor<64x64xf32>
  // CHECK: amp.matmul
  %2 = amp.matmul %l, %y : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %1, %2 : tensor<4x8xf32>, tensor<64x64xf32>
}
