// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// There is one copy of a variable and type (P9): a low-precision copy that is
// read in both orders, or by another op, stays as it is.
// RUN: amp-opt %s --amp-layout=packed=f32,bf16 | FileCheck %s

// CHECK-NOT: packed
amp.variable @both : tensor<64x64xf32> init(#amp.ones)
amp.variable @both.bf16 : tensor<64x64xbf16> init(#amp.zeros) {cast_of = @both, trainable = false}
amp.variable @added : tensor<64x64xf32> init(#amp.ones)
amp.variable @added.bf16 : tensor<64x64xbf16> init(#amp.zeros) {cast_of = @added, trainable = false}

// CHECK: amp.linear
// CHECK: amp.matmul
// CHECK: amp.linear
// CHECK: amp.add
// CHECK-NOT: packed
func.func @forward(%x: tensor<4x64xbf16>) -> tensor<64x64xbf16> {
  %w = amp.read @both.bf16 : tensor<64x64xbf16>
  %0 = amp.linear %x, %w : (tensor<4x64xbf16>, tensor<64x64xbf16>) -> tensor<4x64xbf16>
  %1 = amp.matmul %0, %w : (tensor<4x64xbf16>, tensor<64x64xbf16>) -> tensor<4x64xbf16>
  %v = amp.read @added.bf16 : tensor<64x64xbf16>
  %2 = amp.linear %1, %v : (tensor<4x64xbf16>, tensor<64x64xbf16>) -> tensor<4x64xbf16>
  %3 = amp.matmul %2, %2 {transpose_lhs} : (tensor<4x64xbf16>, tensor<4x64xbf16>) -> tensor<64x64xbf16>
  %4 = amp.add %3, %v : (tensor<64x64xbf16>, tensor<64x64xbf16>) -> tensor<64x64xbf16>
  return %4 : tensor<64x64xbf16>
}
