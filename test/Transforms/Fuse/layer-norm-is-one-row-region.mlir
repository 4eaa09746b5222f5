// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A layer_norm over the last axis, or over the last two, is one row region,
// weight and bias in it; over 16-bit operands, too.

// RUN: amp-opt %s --pass-pipeline='builtin.module(amp-decompose,amp-simplify,func.func(amp-fuse,amp-verify-fuse))' | FileCheck %s

// CHECK-LABEL: func.func @last_axis
// CHECK-SAME: (%[[X:.*]]: tensor<64x256xf32>, %[[W:.*]]: tensor<256xf32>, %[[B:.*]]: tensor<256xf32>)
// CHECK: %[[Y:.*]] = amp.fused row(%[[X]], %[[W]], %[[B]])
// CHECK-COUNT-2: amp.sum
// CHECK: amp.sqrt
// CHECK-NOT: amp.fused
// CHECK: return %[[Y]]
func.func @last_axis(%x: tensor<64x256xf32>, %w: tensor<256xf32>, %b: tensor<256xf32>) -> tensor<64x256xf32> {
  %y = amp.layer_norm %x, %w, %b {axis = 1} : (tensor<64x256xf32>, tensor<256xf32>, tensor<256xf32>) -> tensor<64x256xf32>
  return %y : tensor<64x256xf32>
}

// CHECK-LABEL: func.func @last_two_axes
// CHECK: %[[Y:.*]] = amp.fused row
// CHECK-NOT: amp.fused
// CHECK: return %[[Y]]
func.func @last_two_axes(%x: tensor<8x5x7xbf16>, %w: tensor<5x7xbf16>) -> tensor<8x5x7xbf16> {
  %y = amp.layer_norm %x, %w {axis = 1} : (tensor<8x5x7xbf16>, tensor<5x7xbf16>) -> tensor<8x5x7xbf16>
  return %y : tensor<8x5x7xbf16>
}

// What follows and precedes it joins the region.
// CHECK-LABEL: func.func @neighbours
// CHECK: %[[Y:.*]] = amp.fused row
// CHECK-NOT: amp.fused
// CHECK: return %[[Y]]
func.func @neighbours(%x: tensor<8x5xf32>, %r: tensor<8x5xf32>) -> tensor<8x5xf32> {
  %s = amp.add %x, %r : (tensor<8x5xf32>, tensor<8x5xf32>) -> tensor<8x5xf32>
  %y = amp.layer_norm %s {axis = 1} : (tensor<8x5xf32>) -> tensor<8x5xf32>
  %z = amp.gelu %y : (tensor<8x5xf32>) -> tensor<8x5xf32>
  return %z : tensor<8x5xf32>
}
