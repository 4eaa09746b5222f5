// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A product over an extent of 0 is spelled out, whatever its type: libraries
// differ in whether they take it. One without results is left alone.

// RUN: amp-opt %s --amp-legalize-contractions=native=bf16,f32 | FileCheck %s

// CHECK-LABEL: func.func @bias(
// CHECK-SAME: %{{[^:]*}}: tensor<7x0xbf16>, %{{[^:]*}}: tensor<5x0xbf16>, %[[B:[^:]*]]: tensor<5xbf16>
// CHECK: %[[S:.*]] = amp.sum {{.*}} -> tensor<7x5xf32>
// CHECK: %[[W:.*]] = amp.cast %[[B]]
// CHECK: %[[Y:.*]] = amp.add %[[S]], %[[W]]
// CHECK: %[[R:.*]] = amp.cast %[[Y]]
// CHECK: return %[[R]]
func.func @bias(%x: tensor<7x0xbf16>, %w: tensor<5x0xbf16>, %b: tensor<5xbf16>) -> tensor<7x5xbf16> {
  %0 = amp.linear %x, %w, %b : (tensor<7x0xbf16>, tensor<5x0xbf16>, tensor<5xbf16>) -> tensor<7x5xbf16>
  return %0 : tensor<7x5xbf16>
}

// CHECK-LABEL: func.func @no_results(
// CHECK: amp.matmul
func.func @no_results(%x: tensor<0x3xf32>, %y: tensor<3x4xf32>) -> tensor<0x4xf32> {
  %0 = amp.matmul %x, %y : (tensor<0x3xf32>, tensor<3x4xf32>) -> tensor<0x4xf32>
  return %0 : tensor<0x4xf32>
}
