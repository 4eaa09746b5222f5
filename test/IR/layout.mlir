// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Packed types follow from the matrix; dynamic rows are allowed.
// RUN: amp-opt %s | amp-opt | FileCheck %s

// CHECK-LABEL: func.func @packed
func.func @packed(%w: tensor<40x100xf32>, %v: tensor<100x40xbf16>, %x: tensor<?x40xbf16>, %b: tensor<100xbf16>) -> (tensor<2x3x16x64xf32>, tensor<?x100xbf16>) {
  // CHECK: amp.pack %{{.*}} : (tensor<40x100xf32>) -> tensor<2x3x16x64xf32>
  %0 = amp.pack %w : (tensor<40x100xf32>) -> tensor<2x3x16x64xf32>
  // CHECK: amp.pack %{{.*}} {transpose} : (tensor<100x40xbf16>) -> tensor<2x2x16x64x2xbf16>
  %1 = amp.pack %v {transpose} : (tensor<100x40xbf16>) -> tensor<2x2x16x64x2xbf16>
  // CHECK: amp.packed_linear %{{.*}} {accumulate = f32, columns = 100 : i64}
  %2 = amp.packed_linear %x, %1, %b {accumulate = f32, columns = 100 : i64} : (tensor<?x40xbf16>, tensor<2x2x16x64x2xbf16>, tensor<100xbf16>) -> tensor<?x100xbf16>
  return %0, %2 : tensor<2x3x16x64xf32>, tensor<?x100xbf16>
}
