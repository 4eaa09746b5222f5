// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is made of a 16-bit tensor by a few cheap ops, and read before and after
// something must be known of all of it, is computed twice: the norm's region
// writes no tensor, and the update reads the 16 bits again. A gradient that a
// column sum made is handed on in 16 bits, too.

// RUN: amp-opt %s --pass-pipeline='builtin.module(func.func(amp-fuse))' | FileCheck %s
// RUN: amp-opt %s --pass-pipeline='builtin.module(func.func(amp-fuse{costs=false}))' | FileCheck %s --check-prefix=GREEDY

// CHECK-LABEL: func.func @clip
// CHECK-SAME: %[[G:[a-z0-9]+]]: tensor<512x256xf16>
// CHECK: %[[NORM:.*]] = amp.fused row(%[[G]], {{.*}} -> tensor<f32> {
// CHECK: amp.fused elementwise(%[[G]], {{.*}} tensor<512x256xf32>) -> tensor<512x256xf32> {
// CHECK: return
// GREEDY-LABEL: func.func @clip
// GREEDY: amp.fused row({{.*}} -> (tensor<512x256xf32>, tensor<f32>)
func.func @clip(%g: tensor<512x256xf16>, %scale: tensor<f32>, %other: tensor<512xf32>,
                %w: tensor<512x256xf32>) -> tensor<512x256xf32> {
  %0 = amp.cast %g : (tensor<512x256xf16>) -> tensor<512x256xf32>
  %1 = amp.mul %0, %scale : (tensor<512x256xf32>, tensor<f32>) -> tensor<512x256xf32>
  %2 = amp.reshape %1 : (tensor<512x256xf32>) -> tensor<131072xf32>
  %3 = amp.mul %2, %2 : (tensor<131072xf32>, tensor<131072xf32>) -> tensor<131072xf32>
  %4 = amp.sum %3 {axes = array<i64: 0>} : (tensor<131072xf32>) -> tensor<f32>
  %5 = amp.sum %other {axes = array<i64: 0>} : (tensor<512xf32>) -> tensor<f32>
  %6 = amp.add %4, %5 : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %7 = amp.mul %1, %6 : (tensor<512x256xf32>, tensor<f32>) -> tensor<512x256xf32>
  %8 = amp.add %w, %7 : (tensor<512x256xf32>, tensor<512x256xf32>) -> tensor<512x256xf32>
  return %8 : tensor<512x256xf32>
}

// CHECK-LABEL: func.func @bias
// CHECK: %[[SUM:.*]] = amp.fused column({{.*}} -> tensor<256xf16> {
// CHECK: amp.fused row(%[[SUM]]) : (tensor<256xf16>) -> tensor<f32> {
// CHECK: amp.fused elementwise(%[[SUM]], {{.*}} -> tensor<256xf32> {
// CHECK: return
func.func @bias(%x: tensor<512x256xf16>, %other: tensor<512xf32>, %w: tensor<256xf32>)
    -> tensor<256xf32> {
  %0 = amp.cast %x : (tensor<512x256xf16>) -> tensor<512x256xf32>
  %1 = amp.sum %0 {axes = array<i64: 0>} : (tensor<512x256xf32>) -> tensor<256xf32>
  %2 = amp.cast %1 : (tensor<256xf32>) -> tensor<256xf16>
  %3 = amp.cast %2 : (tensor<256xf16>) -> tensor<256xf32>
  %4 = amp.max %3 {axes = array<i64: 0>} : (tensor<256xf32>) -> tensor<f32>
  %5 = amp.sum %other {axes = array<i64: 0>} : (tensor<512xf32>) -> tensor<f32>
  %6 = amp.maximum %4, %5 : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %7 = amp.mul %3, %6 : (tensor<256xf32>, tensor<f32>) -> tensor<256xf32>
  %8 = amp.add %w, %7 : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
  return %8 : tensor<256xf32>
}
