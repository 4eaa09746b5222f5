// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cross_entropy and nll: mean divides by the number of samples as counted at run
// time, never by a constant; none keeps a gradient a sample.
//
// RUN: amp-opt %s --amp-differentiate=function=mean --amp-strip-gradient-tags | FileCheck %s --check-prefix=MEAN
// RUN: amp-opt %s --amp-differentiate=function=none --amp-strip-gradient-tags | FileCheck %s --check-prefix=NONE

amp.variable @x : tensor<4x3xf32> init(#amp.ones)

// MEAN-LABEL: func.func @mean_gradient
// MEAN: %[[N:.*]] = amp.size %{{.*}} {axes = array<i64: 0>} : (tensor<4x3xf32>) -> tensor<f32>
// MEAN-NEXT: %[[G:.*]] = amp.div %{{.*}}, %[[N]]
// MEAN-NEXT: amp.mul %{{.*}}, %[[G]] : (tensor<4x3xf32>, tensor<f32>) -> tensor<4x3xf32>
func.func @mean(%y: tensor<4xi64>) -> tensor<f32> {
  %x = amp.read @x : tensor<4x3xf32>
  %0 = amp.cross_entropy %x, %y : (tensor<4x3xf32>, tensor<4xi64>) -> tensor<f32>
  return %0 : tensor<f32>
}

// NONE-LABEL: func.func @none_gradient
// NONE-SAME: %[[Y:.*]]: tensor<4xi32>, %[[SEED:.*]]: tensor<f32>
// NONE: %[[G:.*]] = amp.broadcast %{{.*}} -> tensor<4xf32>
// NONE: %[[CLASSES:.*]] = amp.iota {axis = 1 : i64} : () -> tensor<4x3xi32>
// NONE-NEXT: %[[COLUMN:.*]] = amp.reshape %[[Y]] : (tensor<4xi32>) -> tensor<4x1xi32>
// NONE-NEXT: %[[MASK:.*]] = amp.compare eq %[[CLASSES]], %[[COLUMN]]
// NONE-NEXT: %[[GC:.*]] = amp.reshape %[[G]] : (tensor<4xf32>) -> tensor<4x1xf32>
// NONE-NEXT: %[[NEG:.*]] = amp.neg %[[GC]]
// NONE: %[[DX:.*]] = amp.select %[[MASK]], %[[NEG]], %{{.*}} -> tensor<4x3xf32>
// NONE-NEXT: return %{{.*}}, %[[DX]]
func.func @none(%y: tensor<4xi32>) -> tensor<f32> {
  %x = amp.read @x : tensor<4x3xf32>
  %0 = amp.nll %x, %y {reduction = #amp.loss_reduction<none>} : (tensor<4x3xf32>, tensor<4xi32>) -> tensor<4xf32>
  %1 = amp.sum %0 {axes = array<i64: 0>} : (tensor<4xf32>) -> tensor<f32>
  return %1 : tensor<f32>
}
