// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Inside a step: scale as seed, unscale and check, clip, optimizer, scale
// update; a step whose norm is not finite is skipped.

// RUN: amp-opt %s --amp-build-step="optimizer=adam scaler=true clip=norm" | FileCheck %s

amp.variable @w : tensor<10x8xf32> init(#amp.zeros)

func.func @loss_gradient(%x: tensor<8xf32> {amp.name = "x"}, %seed: tensor<f32> {amp.name = "amp.seed"})
    -> (tensor<f32> {amp.name = "loss"}, tensor<10x8xf32> {amp.gradient_of = @w}) {
  %w = amp.read @w : tensor<10x8xf32>
  %0 = amp.sum %w {axes = array<i64: 0, 1>} : (tensor<10x8xf32>) -> tensor<f32>
  %1 = amp.mul %w, %seed : (tensor<10x8xf32>, tensor<f32>) -> tensor<10x8xf32>
  return %0, %1 : tensor<f32>, tensor<10x8xf32>
}

// CHECK-NOT: @loss_gradient
// CHECK-LABEL: func.func @step(
// CHECK-SAME: amp.name = "x"
// CHECK-SAME: %[[LR:[a-z0-9]+]]: tensor<f64> {amp.name = "amp.lr"}
// CHECK-SAME: %[[LIMIT:[a-z0-9]+]]: tensor<f32> {amp.name = "amp.clip_limit"}
// CHECK-SAME: {amp.name = "amp.growth_interval"}
// CHECK-SAME: -> (tensor<f32> {amp.name = "loss"}, tensor<f32> {amp.name = "amp.grad_norm"}, tensor<f32> {amp.name = "amp.skipped"})
// CHECK: %[[SCALE:.*]] = amp.read @amp.loss_scale
// CHECK: %[[G:.*]] = amp.mul %{{.*}}, %[[SCALE]]
// CHECK: %[[U:.*]], %[[FOUND:.*]] = amp.unscale_and_check %[[G]]
// CHECK: %[[C:.*]], %[[NORM:.*]] = amp.clip_by_norm %[[U]], %[[LIMIT]]
// CHECK: %[[FINITE:.*]] = amp.is_finite %[[NORM]]
// CHECK: %[[GUARD:.*]] = amp.select %[[FINITE]]
// CHECK: %[[SKIP:.*]] = amp.maximum %[[FOUND]], %[[GUARD]]
// CHECK: amp.adam %{{.*}}, %[[C]], {{.*}}, %[[LR]], %{{.*}}, %[[SKIP]]
// CHECK: amp.write @w,
// CHECK: amp.update_scale {{.*}}, %[[FOUND]],
// CHECK: amp.write @amp.loss_scale
// CHECK: amp.write @amp.growth_tracker
