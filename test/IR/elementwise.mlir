// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Results of elementwise ops have the broadcast shape and the promoted type.

// RUN: amp-opt %s | amp-opt | FileCheck %s

// CHECK-LABEL: func.func @mixed_types(
// CHECK-SAME: %[[H:.*]]: tensor<4x3xf16>, %[[B:.*]]: tensor<4x1xbf16>, %[[S:.*]]: tensor<3xf32>, %[[D:.*]]: tensor<4x3xf64>, %[[I:.*]]: tensor<4x3xi32>, %[[L:.*]]: tensor<3xi64>)
func.func @mixed_types(%h: tensor<4x3xf16>, %b: tensor<4x1xbf16>, %s: tensor<3xf32>, %d: tensor<4x3xf64>, %i: tensor<4x3xi32>, %l: tensor<3xi64>) {
  // CHECK: amp.add %[[H]], %[[B]] : (tensor<4x3xf16>, tensor<4x1xbf16>) -> tensor<4x3xf32>
  %r1 = amp.add %h, %b : (tensor<4x3xf16>, tensor<4x1xbf16>) -> tensor<4x3xf32>
  // CHECK: amp.sub %[[B]], %[[S]] : (tensor<4x1xbf16>, tensor<3xf32>) -> tensor<4x3xf32>
  %r2 = amp.sub %b, %s : (tensor<4x1xbf16>, tensor<3xf32>) -> tensor<4x3xf32>
  // CHECK: amp.mul %[[D]], %[[H]] : (tensor<4x3xf64>, tensor<4x3xf16>) -> tensor<4x3xf64>
  %r3 = amp.mul %d, %h : (tensor<4x3xf64>, tensor<4x3xf16>) -> tensor<4x3xf64>
  // CHECK: amp.maximum %[[I]], %[[L]] : (tensor<4x3xi32>, tensor<3xi64>) -> tensor<4x3xi64>
  %r4 = amp.maximum %i, %l : (tensor<4x3xi32>, tensor<3xi64>) -> tensor<4x3xi64>
  // CHECK: amp.minimum %[[I]], %[[H]] : (tensor<4x3xi32>, tensor<4x3xf16>) -> tensor<4x3xf16>
  %r5 = amp.minimum %i, %h : (tensor<4x3xi32>, tensor<4x3xf16>) -> tensor<4x3xf16>
  // CHECK: amp.div %[[I]], %[[L]] : (tensor<4x3xi32>, tensor<3xi64>) -> tensor<4x3xf32>
  %r6 = amp.div %i, %l : (tensor<4x3xi32>, tensor<3xi64>) -> tensor<4x3xf32>
  // CHECK: amp.pow %[[L]], %[[B]] : (tensor<3xi64>, tensor<4x1xbf16>) -> tensor<4x3xbf16>
  %r7 = amp.pow %l, %b : (tensor<3xi64>, tensor<4x1xbf16>) -> tensor<4x3xbf16>
  return
}

// CHECK-LABEL: func.func @zero_dimensional_operands_are_weaker(
// CHECK-SAME: %[[H:.*]]: tensor<4x3xf16>, %[[B:.*]]: tensor<bf16>, %[[S:.*]]: tensor<f32>, %[[D:.*]]: tensor<f64>, %[[I:.*]]: tensor<3xi32>, %[[L:.*]]: tensor<i64>)
func.func @zero_dimensional_operands_are_weaker(%h: tensor<4x3xf16>, %b: tensor<bf16>, %s: tensor<f32>, %d: tensor<f64>, %i: tensor<3xi32>, %l: tensor<i64>) {
  // CHECK: amp.add %[[H]], %[[S]] : (tensor<4x3xf16>, tensor<f32>) -> tensor<4x3xf16>
  %r8 = amp.add %h, %s : (tensor<4x3xf16>, tensor<f32>) -> tensor<4x3xf16>
  // CHECK: amp.mul %[[D]], %[[H]] : (tensor<f64>, tensor<4x3xf16>) -> tensor<4x3xf16>
  %r9 = amp.mul %d, %h : (tensor<f64>, tensor<4x3xf16>) -> tensor<4x3xf16>
  // CHECK: amp.add %[[S]], %[[B]] : (tensor<f32>, tensor<bf16>) -> tensor<f32>
  %r10 = amp.add %s, %b : (tensor<f32>, tensor<bf16>) -> tensor<f32>
  // CHECK: amp.sub %[[I]], %[[L]] : (tensor<3xi32>, tensor<i64>) -> tensor<3xi32>
  %r11 = amp.sub %i, %l : (tensor<3xi32>, tensor<i64>) -> tensor<3xi32>
  // CHECK: amp.mul %[[I]], %[[B]] : (tensor<3xi32>, tensor<bf16>) -> tensor<3xbf16>
  %r12 = amp.mul %i, %b : (tensor<3xi32>, tensor<bf16>) -> tensor<3xbf16>
  // CHECK: amp.div %[[H]], %[[L]] : (tensor<4x3xf16>, tensor<i64>) -> tensor<4x3xf16>
  %r13 = amp.div %h, %l : (tensor<4x3xf16>, tensor<i64>) -> tensor<4x3xf16>
  return
}

// CHECK-LABEL: func.func @dynamic_extents(
// CHECK-SAME: %[[X:.*]]: tensor<?x3xf32>, %[[Y:.*]]: tensor<?x1xf32>, %[[Z:.*]]: tensor<4x3xf32>, %[[U:.*]]: tensor<1x3xf32>)
func.func @dynamic_extents(%x: tensor<?x3xf32>, %y: tensor<?x1xf32>, %z: tensor<4x3xf32>, %u: tensor<1x3xf32>) {
  // CHECK: amp.add %[[X]], %[[Y]] : (tensor<?x3xf32>, tensor<?x1xf32>) -> tensor<?x3xf32>
  %r14 = amp.add %x, %y : (tensor<?x3xf32>, tensor<?x1xf32>) -> tensor<?x3xf32>
  // CHECK: amp.add %[[X]], %[[Z]] : (tensor<?x3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
  %r15 = amp.add %x, %z : (tensor<?x3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
  // CHECK: amp.add %[[X]], %[[U]] : (tensor<?x3xf32>, tensor<1x3xf32>) -> tensor<?x3xf32>
  %r16 = amp.add %x, %u : (tensor<?x3xf32>, tensor<1x3xf32>) -> tensor<?x3xf32>
  // CHECK: amp.relu %[[X]] : (tensor<?x3xf32>) -> tensor<?x3xf32>
  %r17 = amp.relu %x : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return
}

// CHECK-LABEL: func.func @predicates(
// CHECK-SAME: %[[X:.*]]: tensor<4xf32>, %[[I:.*]]: tensor<4xi64>, %[[C:.*]]: tensor<4xi1>, %[[H:.*]]: tensor<f16>)
func.func @predicates(%x: tensor<4xf32>, %i: tensor<4xi64>, %c: tensor<4xi1>, %h: tensor<f16>) {
  // CHECK: amp.compare eq %[[X]], %[[I]] : (tensor<4xf32>, tensor<4xi64>) -> tensor<4xi1>
  %r18 = amp.compare eq %x, %i : (tensor<4xf32>, tensor<4xi64>) -> tensor<4xi1>
  // CHECK: amp.compare ne %[[C]], %[[C]] : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  %r19 = amp.compare ne %c, %c : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  // CHECK: amp.compare lt %[[X]], %[[H]] : (tensor<4xf32>, tensor<f16>) -> tensor<4xi1>
  %r20 = amp.compare lt %x, %h : (tensor<4xf32>, tensor<f16>) -> tensor<4xi1>
  // CHECK: amp.compare le %[[X]], %[[X]] : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %r21 = amp.compare le %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  // CHECK: amp.compare gt %[[X]], %[[X]] : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %r22 = amp.compare gt %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  // CHECK: amp.compare ge %[[X]], %[[X]] : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %r23 = amp.compare ge %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  // CHECK: amp.is_finite %[[H]] : (tensor<f16>) -> tensor<i1>
  %r24 = amp.is_finite %h : (tensor<f16>) -> tensor<i1>
  // CHECK: amp.select %[[C]], %[[H]], %[[X]] : (tensor<4xi1>, tensor<f16>, tensor<4xf32>) -> tensor<4xf32>
  %r25 = amp.select %c, %h, %x : (tensor<4xi1>, tensor<f16>, tensor<4xf32>) -> tensor<4xf32>
  // CHECK: amp.select %[[C]], %[[H]], %[[I]] : (tensor<4xi1>, tensor<f16>, tensor<4xi64>) -> tensor<4xf16>
  %r26 = amp.select %c, %h, %i : (tensor<4xi1>, tensor<f16>, tensor<4xi64>) -> tensor<4xf16>
  return
}

// CHECK-LABEL: func.func @casts(
// CHECK-SAME: %[[X:.*]]: tensor<?x3xf32>, %[[C:.*]]: tensor<4xi1>)
func.func @casts(%x: tensor<?x3xf32>, %c: tensor<4xi1>) {
  // CHECK: amp.cast %[[X]] : (tensor<?x3xf32>) -> tensor<?x3xbf16>
  %r27 = amp.cast %x : (tensor<?x3xf32>) -> tensor<?x3xbf16>
  // CHECK: amp.cast %[[X]] {origin = #amp.origin<autocast>} : (tensor<?x3xf32>) -> tensor<?x3xf16>
  %r28 = amp.cast %x {origin = #amp.origin<autocast>} : (tensor<?x3xf32>) -> tensor<?x3xf16>
  // CHECK: amp.cast %[[X]] {origin = #amp.origin<promotion>} : (tensor<?x3xf32>) -> tensor<?x3xf64>
  %r29 = amp.cast %x {origin = #amp.origin<promotion>} : (tensor<?x3xf32>) -> tensor<?x3xf64>
  // CHECK: amp.cast %[[X]] {origin = #amp.origin<autodiff>} : (tensor<?x3xf32>) -> tensor<?x3xi8>
  %r30 = amp.cast %x {origin = #amp.origin<autodiff>} : (tensor<?x3xf32>) -> tensor<?x3xi8>
  // CHECK: amp.cast %[[C]] {origin = #amp.origin<lowering>} : (tensor<4xi1>) -> tensor<4xf32>
  %r31 = amp.cast %c {origin = #amp.origin<lowering>} : (tensor<4xi1>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @unary(
// CHECK-SAME: %[[X:.*]]: tensor<4xbf16>, %[[I:.*]]: tensor<4xi32>)
func.func @unary(%x: tensor<4xbf16>, %i: tensor<4xi32>) {
  // CHECK: amp.neg %[[X]] : (tensor<4xbf16>) -> tensor<4xbf16>
  %r32 = amp.neg %x : (tensor<4xbf16>) -> tensor<4xbf16>
  // CHECK: amp.abs %[[X]] : (tensor<4xbf16>) -> tensor<4xbf16>
  %r33 = amp.abs %x : (tensor<4xbf16>) -> tensor<4xbf16>
  // CHECK: amp.relu %[[X]] : (tensor<4xbf16>) -> tensor<4xbf16>
  %r34 = amp.relu %x : (tensor<4xbf16>) -> tensor<4xbf16>
  // CHECK: amp.exp %[[X]] : (tensor<4xbf16>) -> tensor<4xbf16>
  %r35 = amp.exp %x : (tensor<4xbf16>) -> tensor<4xbf16>
  // CHECK: amp.log %[[X]] : (tensor<4xbf16>) -> tensor<4xbf16>
  %r36 = amp.log %x : (tensor<4xbf16>) -> tensor<4xbf16>
  // CHECK: amp.sqrt %[[X]] : (tensor<4xbf16>) -> tensor<4xbf16>
  %r37 = amp.sqrt %x : (tensor<4xbf16>) -> tensor<4xbf16>
  // CHECK: amp.tanh %[[X]] : (tensor<4xbf16>) -> tensor<4xbf16>
  %r38 = amp.tanh %x : (tensor<4xbf16>) -> tensor<4xbf16>
  // CHECK: amp.sigmoid %[[X]] : (tensor<4xbf16>) -> tensor<4xbf16>
  %r39 = amp.sigmoid %x : (tensor<4xbf16>) -> tensor<4xbf16>
  // CHECK: amp.erf %[[X]] : (tensor<4xbf16>) -> tensor<4xbf16>
  %r40 = amp.erf %x : (tensor<4xbf16>) -> tensor<4xbf16>
  // CHECK: amp.gelu %[[X]] : (tensor<4xbf16>) -> tensor<4xbf16>
  %r41 = amp.gelu %x : (tensor<4xbf16>) -> tensor<4xbf16>
  // CHECK: amp.neg %[[I]] : (tensor<4xi32>) -> tensor<4xi32>
  %r42 = amp.neg %i : (tensor<4xi32>) -> tensor<4xi32>
  // CHECK: amp.exp %[[I]] : (tensor<4xi32>) -> tensor<4xf32>
  %r43 = amp.exp %i : (tensor<4xi32>) -> tensor<4xf32>
  // CHECK: amp.gelu %[[I]] {approximate = #amp.gelu<tanh>} : (tensor<4xi32>) -> tensor<4xf32>
  %r44 = amp.gelu %i {approximate = #amp.gelu<tanh>} : (tensor<4xi32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @logic(
// CHECK-SAME: %[[P:.*]]: tensor<?x3xi1>, %[[Q:.*]]: tensor<i1>)
func.func @logic(%p: tensor<?x3xi1>, %q: tensor<i1>) {
  // CHECK: amp.logical_and %[[P]], %[[Q]] : (tensor<?x3xi1>, tensor<i1>) -> tensor<?x3xi1>
  %0 = amp.logical_and %p, %q : (tensor<?x3xi1>, tensor<i1>) -> tensor<?x3xi1>
  // CHECK: amp.logical_or %[[Q]], %[[P]] : (tensor<i1>, tensor<?x3xi1>) -> tensor<?x3xi1>
  %1 = amp.logical_or %q, %p : (tensor<i1>, tensor<?x3xi1>) -> tensor<?x3xi1>
  // CHECK: amp.logical_xor %[[P]], %[[P]] : (tensor<?x3xi1>, tensor<?x3xi1>) -> tensor<?x3xi1>
  %2 = amp.logical_xor %p, %p : (tensor<?x3xi1>, tensor<?x3xi1>) -> tensor<?x3xi1>
  // CHECK: amp.logical_not %[[P]] : (tensor<?x3xi1>) -> tensor<?x3xi1>
  %3 = amp.logical_not %p : (tensor<?x3xi1>) -> tensor<?x3xi1>
  return
}
