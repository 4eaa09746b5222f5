// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The norm of f32 and f64 gradients together is taken in f64, and each clipped
// gradient goes back to its own type.

// RUN: amp-opt %s --amp-build-step="optimizer=sgd clip=norm" | FileCheck %s

amp.variable @v : tensor<2xf64> init(#amp.zeros)
amp.variable @w : tensor<3xf32> init(#amp.zeros)

func.func @loss_gradient(%x: tensor<3xf32> {amp.name = "x"}, %seed: tensor<f32> {amp.name = "amp.seed"})
    -> (tensor<f32> {amp.name = "loss"}, tensor<2xf64> {amp.gradient_of = @v}, tensor<3xf32> {amp.gradient_of = @w}) {
  %v = amp.read @v : tensor<2xf64>
  return %seed, %v, %x : tensor<f32>, tensor<2xf64>, tensor<3xf32>
}

// CHECK-LABEL: func.func @step(
// CHECK: %[[V:.*]] = amp.read @v
// CHECK: %[[W:.*]] = amp.cast %{{.*}} {origin = #amp.origin<lowering>} : (tensor<3xf32>) -> tensor<3xf64>
// CHECK: %[[LIMIT:.*]] = amp.cast %{{.*}} {origin = #amp.origin<lowering>} : (tensor<f32>) -> tensor<f64>
// CHECK: %[[C:.*]]:2, %[[NORM:.*]] = amp.clip_by_norm %[[V]], %[[W]], %[[LIMIT]]
// CHECK: amp.cast %[[NORM]] {{.*}} : (tensor<f64>) -> tensor<f32>
// CHECK: amp.cast %[[C]]#1 {{.*}} : (tensor<3xf64>) -> tensor<3xf32>
