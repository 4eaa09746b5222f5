// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Micro-batches add their gradients, the first replaces the old sum; apply
// leaves variables without a gradient alone.

// RUN: amp-opt %s --amp-build-step="optimizer=sgd scaler=true accumulation=true" | FileCheck %s

amp.variable @w : tensor<4xf32> init(#amp.zeros)

func.func @loss_gradient(%x: tensor<4xf32> {amp.name = "x"}, %seed: tensor<f32>) -> (tensor<f32>, tensor<4xf32> {amp.gradient_of = @w}) {
  %0 = amp.mul %x, %seed : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %seed, %0 : tensor<f32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @accumulate(
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<4xf32> {amp.name = "x"}
// CHECK-SAME: %[[WEIGHT:[a-z0-9]+]]: tensor<f32> {amp.name = "amp.micro_batch_weight"}
// CHECK-SAME: %[[FIRST:[a-z0-9]+]]: tensor<i1> {amp.name = "amp.first_micro_batch"}
// CHECK: %[[SCALE:.*]] = amp.read @amp.loss_scale
// CHECK: %[[SEED:.*]] = amp.mul %[[SCALE]], %[[WEIGHT]]
// CHECK: %[[G:.*]] = amp.mul %[[X]], %[[SEED]]
// CHECK: %[[OLD:.*]] = amp.read @w.grad
// CHECK: %[[SUM:.*]] = amp.add %[[OLD]], %[[G]]
// CHECK: %[[NEW:.*]] = amp.select %[[FIRST]], %[[G]], %[[SUM]]
// CHECK: amp.write @w.grad, %[[NEW]]

// CHECK-LABEL: func.func @apply(
// CHECK-SAME: %[[HAS:[a-z0-9]+]]: tensor<i1> {amp.name = "amp.has_gradient.w"}
// CHECK: %[[SKIP:.*]] = amp.select %[[HAS]]
// CHECK: %[[GRAD:.*]] = amp.read @w.grad
// CHECK: %[[U:.*]], %[[INF:.*]] = amp.unscale_and_check %[[GRAD]]
// CHECK: %[[THERE:.*]] = amp.compare eq %[[SKIP]]
// CHECK: %[[FOUND:.*]] = amp.select %[[THERE]], %[[INF]]
// CHECK: %[[ALL:.*]] = amp.maximum %[[FOUND]], %[[SKIP]]
// CHECK: amp.sgd %{{.*}}, %[[U]], %{{.*}}, %{{.*}}, %[[ALL]]
// CHECK: amp.update_scale {{.*}}, %[[FOUND]],
