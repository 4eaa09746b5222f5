// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Variables, scopes, fused regions and formulas print every attribute and parse it back.

// RUN: amp-opt %s | amp-opt | FileCheck %s

// CHECK: amp.variable @low : tensor<3xbf16> init(#amp.zeros) {cast_of = @w, trainable = false}
amp.variable @low : tensor<3xbf16> init(#amp.zeros) {cast_of = @w, trainable = false}
// CHECK: amp.variable @w : tensor<3xf32> init(#amp.ones)
amp.variable @w : tensor<3xf32> init(#amp.ones)
// CHECK: amp.variable @mask : tensor<2xi1> init(dense<[true, false]> : tensor<2xi1>)
amp.variable @mask : tensor<2xi1> init(dense<[true, false]> : tensor<2xi1>)
// CHECK: amp.variable @bytes : tensor<2xi8> init(dense<[1, -1]> : tensor<2xi8>)
amp.variable @bytes : tensor<2xi8> init(dense<[1, -1]> : tensor<2xi8>)

// CHECK-LABEL: func.func @each_function_writes_a_variable_once(
// CHECK-SAME: %[[X:.*]]: tensor<3xf32>)
func.func @each_function_writes_a_variable_once(%x: tensor<3xf32>) {
  // CHECK: amp.read @w : tensor<3xf32>
  %0 = amp.read @w : tensor<3xf32>
  // CHECK: %[[LOW:.*]] = amp.constant dense<[1.000000e+00, 2.000000e+00, 3.000000e+00]> : tensor<3xbf16>
  %1 = amp.constant dense<[1.0, 2.0, 3.0]> : tensor<3xbf16>
  // CHECK: amp.write @w, %[[X]] : tensor<3xf32>
  amp.write @w, %x : tensor<3xf32>
  // CHECK: amp.write @low, %[[LOW]] : tensor<3xbf16>
  amp.write @low, %1 : tensor<3xbf16>
  return
}

// CHECK-LABEL: func.func @another_function_may_write_it_too(
func.func @another_function_may_write_it_too(%x: tensor<3xf32>) {
  // CHECK: amp.write @w
  amp.write @w, %x : tensor<3xf32>
  return
}

// CHECK-LABEL: func.func @scopes(
// CHECK-SAME: %[[X:.*]]: tensor<?x3xf32>)
func.func @scopes(%x: tensor<?x3xf32>) {
  // CHECK: amp.autocast enabled(true) {
  // CHECK-NEXT: }
  amp.autocast enabled(true) {
  }
  // CHECK: amp.autocast dtype(f16) -> (tensor<?x3xf32>, tensor<?x3xf32>) {
  %0:2 = amp.autocast dtype(f16) -> (tensor<?x3xf32>, tensor<?x3xf32>) {
    // CHECK: amp.autocast enabled(false) -> (tensor<?x3xf32>) {
    %1 = amp.autocast enabled(false) -> (tensor<?x3xf32>) {
      // CHECK: amp.yield %[[X]] : tensor<?x3xf32>
      amp.yield %x : tensor<?x3xf32>
    }
    // CHECK: amp.yield %{{.*}}, %[[X]] : tensor<?x3xf32>, tensor<?x3xf32>
    amp.yield %1, %x : tensor<?x3xf32>, tensor<?x3xf32>
  }
  return
}

// CHECK-LABEL: func.func @fused_forms(
// CHECK-SAME: %[[X:.*]]: tensor<?x3xf32>)
func.func @fused_forms(%x: tensor<?x3xf32>) {
  // CHECK: amp.fused elementwise(%[[X]]) : (tensor<?x3xf32>) -> tensor<?x3xf32> {
  // CHECK-NEXT: ^bb0(%[[A:.*]]: tensor<?x3xf32>):
  %0 = amp.fused elementwise (%x) : (tensor<?x3xf32>) -> tensor<?x3xf32> {
  ^bb0(%a: tensor<?x3xf32>):
    // CHECK: amp.yield %[[A]] : tensor<?x3xf32>
    amp.yield %a : tensor<?x3xf32>
  }
  // CHECK: amp.fused row(%[[X]]) : (tensor<?x3xf32>) -> tensor<?xf32> {
  %1 = amp.fused row (%x) : (tensor<?x3xf32>) -> tensor<?xf32> {
  ^bb0(%a: tensor<?x3xf32>):
    %2 = amp.sum %a {axes = array<i64: 1>} : (tensor<?x3xf32>) -> tensor<?xf32>
    amp.yield %2 : tensor<?xf32>
  }
  // CHECK: amp.fused column() : () -> () {
  // CHECK-NEXT: }
  amp.fused column () : () -> () {
  }
  return
}

// CHECK: amp.formula @scaled {
// CHECK-NEXT: ^bb0(%[[A:.*]]: tensor<?xf32>, %[[S:.*]]: tensor<f32>):
amp.formula @scaled {
^bb0(%a: tensor<?xf32>, %s: tensor<f32>):
  %0 = amp.mul %a, %s : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  // CHECK: amp.yield %[[B:.*]], %[[A]] : tensor<?xf32>, tensor<?xf32>
  amp.yield %0, %a : tensor<?xf32>, tensor<?xf32>
}

// CHECK-LABEL: func.func @formulas_apply_to_any_shape(
// CHECK-SAME: %[[X:.*]]: tensor<2x3xf32>, %[[S:.*]]: tensor<f32>)
func.func @formulas_apply_to_any_shape(%x: tensor<2x3xf32>, %s: tensor<f32>) {
  // CHECK: amp.apply @scaled(%[[X]], %[[S]]) : (tensor<2x3xf32>, tensor<f32>) -> (tensor<2x3xf32>, tensor<2x3xf32>)
  %0:2 = amp.apply @scaled(%x, %s) : (tensor<2x3xf32>, tensor<f32>) -> (tensor<2x3xf32>, tensor<2x3xf32>)
  return
}

// CHECK-LABEL: func.func @branches(
// CHECK-SAME: %[[C:.*]]: tensor<i1>, %[[X:.*]]: tensor<?x3xf32>)
func.func @branches(%c: tensor<i1>, %x: tensor<?x3xf32>) {
  // CHECK: amp.if %[[C]] -> (tensor<?x3xf32>) {
  // CHECK-NEXT: amp.yield %[[X]]
  // CHECK-NEXT: } else {
  // CHECK-NEXT: %[[N:.*]] = amp.neg %[[X]]
  // CHECK-NEXT: amp.yield %[[N]]
  %0 = amp.if %c -> (tensor<?x3xf32>) {
    amp.yield %x : tensor<?x3xf32>
  } else {
    %1 = amp.neg %x : (tensor<?x3xf32>) -> tensor<?x3xf32>
    amp.yield %1 : tensor<?x3xf32>
  }
  // CHECK: amp.if %[[C]](%[[X]] : tensor<?x3xf32>) -> (tensor<?x3xf32>) {
  // CHECK-NEXT: ^bb0(%[[A:.*]]: tensor<?x3xf32>):
  // CHECK-NEXT: amp.yield %[[A]]
  %2 = amp.if %c (%x : tensor<?x3xf32>) -> (tensor<?x3xf32>) {
  ^bb0(%a: tensor<?x3xf32>):
    amp.yield %a : tensor<?x3xf32>
  } else {
  ^bb0(%b: tensor<?x3xf32>):
    amp.yield %b : tensor<?x3xf32>
  }
  // CHECK: amp.if %[[C]] {
  // CHECK-NEXT: } else {
  // CHECK-NEXT: }
  amp.if %c {
  } else {
  }
  return
}
