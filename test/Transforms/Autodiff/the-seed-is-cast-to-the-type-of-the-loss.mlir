// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The seed is an f32 argument; a loss in another type gets it converted.
//
// RUN: amp-opt %s --amp-differentiate --amp-verify-differentiate --amp-strip-gradient-tags | FileCheck %s

amp.variable @x : tensor<f64> init(#amp.ones)

// CHECK-LABEL: func.func @loss_gradient
// CHECK-SAME: %[[SEED:.*]]: tensor<f32> {amp.name = "amp.seed"}
func.func @loss() -> tensor<f64> {
  %x = amp.read @x : tensor<f64>
  %0 = amp.neg %x : (tensor<f64>) -> tensor<f64>
  return %0 : tensor<f64>
}
// CHECK: %[[G:.*]] = amp.cast %[[SEED]] {origin = #amp.origin<autodiff>} : (tensor<f32>) -> tensor<f64>
// CHECK-NEXT: %[[DX:.*]] = amp.neg %[[G]]
// CHECK-NEXT: return %{{.*}}, %[[DX]]
