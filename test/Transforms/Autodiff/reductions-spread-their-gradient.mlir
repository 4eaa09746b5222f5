// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// sum repeats the gradient, mean divides it by a count taken at run time, max
// shares it among the elements that attain the maximum.
//
// RUN: amp-opt %s --amp-differentiate --amp-verify-differentiate --amp-strip-gradient-tags | FileCheck %s

amp.variable @x : tensor<4x3xf32> init(#amp.ones)

// CHECK-LABEL: func.func @loss_gradient
// CHECK-SAME: %[[SEED:.*]]: tensor<f32> {amp.name = "amp.seed"}
func.func @loss() -> tensor<f32> {
  // CHECK: %[[X:.*]] = amp.read @x
  // CHECK: %[[MAX:.*]] = amp.max
  // CHECK: %[[MEAN:.*]] = amp.mean
  %x = amp.read @x : tensor<4x3xf32>
  %0 = amp.max %x {axes = array<i64: 1>} : (tensor<4x3xf32>) -> tensor<4xf32>
  %1 = amp.mean %0 {axes = array<i64: 0>, keepdims} : (tensor<4xf32>) -> tensor<1xf32>
  %2 = amp.sum %1 {axes = array<i64: 0>} : (tensor<1xf32>) -> tensor<f32>
  return %2 : tensor<f32>
}
// CHECK: %[[G1:.*]] = amp.reshape %[[SEED]] : (tensor<f32>) -> tensor<1xf32>
// CHECK-NEXT: %[[N:.*]] = amp.size %[[MAX]] {axes = array<i64: 0>} : (tensor<4xf32>) -> tensor<f32>
// CHECK-NEXT: %[[SHARE:.*]] = amp.div %[[G1]], %[[N]]
// CHECK-NEXT: %[[G0:.*]] = amp.broadcast %[[SHARE]] : (tensor<1xf32>) -> tensor<4xf32>
// CHECK: %[[COLUMN:.*]] = amp.reshape %[[MAX]] : (tensor<4xf32>) -> tensor<4x1xf32>
// CHECK-NEXT: %[[TOP:.*]] = amp.broadcast %[[COLUMN]] : (tensor<4x1xf32>) -> tensor<4x3xf32>
// CHECK-NEXT: %[[BELOW:.*]] = amp.compare lt %[[X]], %[[TOP]]
// CHECK: %[[ONES:.*]] = amp.select %[[BELOW]]
// CHECK-NEXT: %[[COUNT:.*]] = amp.sum %[[ONES]] {accumulate = f32, axes = array<i64: 1>}
// CHECK-NEXT: amp.div %[[G0]], %[[COUNT]]
// CHECK: %[[WIDE:.*]] = amp.broadcast %{{.*}} -> tensor<4x3xf32>
// CHECK-NEXT: amp.select %[[BELOW]], %{{.*}}, %[[WIDE]]
