// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A copy takes no name that a variable of the model has.
// RUN: amp-opt %s --amp-layout="native=f32 packed=f32" | FileCheck %s

// CHECK: amp.variable @w.f16.wide_0.packed_t : tensor<1x2x16x64xf32> init(#amp.zeros) {cast_of = @w, trainable = false}
// CHECK: amp.variable @w.f16.wide : tensor<7xf32>
// CHECK: amp.variable @v.packed_t : tensor<7xf32>
// CHECK-LABEL: func.func @forward
// CHECK: amp.read @w.f16.wide_0.packed_t
// CHECK: amp.read @w.f16.wide : tensor<7xf32>
// CHECK: amp.read @v.packed_t_0
// CHECK: amp.read @v.packed_t : tensor<7xf32>
amp.variable @w : tensor<64x32xf32> init(#amp.ones)
amp.variable @w.f16 : tensor<64x32xf16> init(#amp.zeros) {cast_of = @w, trainable = false}
amp.variable @w.f16.wide : tensor<7xf32> init(#amp.ones)
amp.variable @v : tensor<64x32xf32> init(#amp.ones)
amp.variable @v.packed_t : tensor<7xf32> init(#amp.ones)

func.func @forward(%x: tensor<4x32xf16>, %y: tensor<4x32xf32>) -> (tensor<4x64xf16>, tensor<7xf32>, tensor<4x64xf32>, tensor<7xf32>) {
  %w = amp.read @w.f16 : tensor<64x32xf16>
  %0 = amp.linear %x, %w {accumulate = f32} : (tensor<4x32xf16>, tensor<64x32xf16>) -> tensor<4x64xf16>
  %1 = amp.read @w.f16.wide : tensor<7xf32>
  %v = amp.read @v : tensor<64x32xf32>
  %2 = amp.linear %y, %v {accumulate = f32} : (tensor<4x32xf32>, tensor<64x32xf32>) -> tensor<4x64xf32>
  %3 = amp.read @v.packed_t : tensor<7xf32>
  return %0, %1, %2, %3 : tensor<4x64xf16>, tensor<7xf32>, tensor<4x64xf32>, tensor<7xf32>
}
