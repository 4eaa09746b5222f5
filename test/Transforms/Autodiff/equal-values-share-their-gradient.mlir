// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// maximum and minimum: the operand that lost gets 0, equal operands half each.
//
// RUN: amp-opt %s --amp-differentiate --amp-verify-differentiate --amp-strip-gradient-tags | FileCheck %s

amp.variable @x : tensor<4xf32> init(#amp.ones)

// CHECK-LABEL: func.func @loss_gradient
// CHECK-SAME: %[[Y:.*]]: tensor<4xf32>, %{{.*}}: tensor<f32>
func.func @loss(%y: tensor<4xf32>) -> tensor<f32> {
  // CHECK: %[[X:.*]] = amp.read @x
  // CHECK: %[[M:.*]] = amp.maximum
  %x = amp.read @x : tensor<4xf32>
  %0 = amp.maximum %x, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = amp.minimum %y, %0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %2 = amp.sum %1 {axes = array<i64: 0>} : (tensor<4xf32>) -> tensor<f32>
  return %2 : tensor<f32>
}
// CHECK: %[[G1:.*]] = amp.broadcast
// CHECK: %[[EQUAL:.*]] = amp.compare eq %[[Y]], %[[M]]
// CHECK-NEXT: %[[SHARED:.*]] = amp.select %[[EQUAL]], %{{.*}}, %[[G1]]
// CHECK-NEXT: %[[LOST:.*]] = amp.compare gt %[[M]], %[[Y]]
// CHECK-NEXT: %[[G0:.*]] = amp.select %[[LOST]], %{{.*}}, %[[SHARED]]
// CHECK: %[[HALF:.*]] = amp.constant dense<5.000000e-01>
// CHECK-NEXT: %[[HALVED:.*]] = amp.mul %[[G0]], %[[HALF]]
// CHECK-NEXT: %[[EQUAL:.*]] = amp.compare eq %[[X]], %[[Y]]
// CHECK-NEXT: %[[SHARED:.*]] = amp.select %[[EQUAL]], %[[HALVED]], %[[G0]]
// CHECK-NEXT: %[[LOST:.*]] = amp.compare lt %[[X]], %[[Y]]
// CHECK-NEXT: %[[DX:.*]] = amp.select %[[LOST]], %{{.*}}, %[[SHARED]]
// CHECK-NEXT: return %{{.*}}, %[[DX]]
