// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kept late, the optimizer's steps of all variables are one op each, of one
// formula whatever their shapes; the step count's scalars are another, and what
// follows from the decay and the skip is made once. Other attributes are
// another formula, and a variable of one scalar is decomposed as before.

// RUN: amp-opt %s --amp-decompose=late | FileCheck %s

// CHECK: amp.formula @adam.elements_0 {
// CHECK-NEXT: ^bb0(%[[G:.*]]: tensor<?xf32>,
// CHECK: amp.formula @adam.scalars {
// CHECK-NEXT: ^bb0(%[[T:.*]]: tensor<i64>,
// CHECK: %[[NEXT:.*]] = amp.add %[[T]], %{{.*}} : (tensor<i64>, tensor<i64>) -> tensor<i64>
// CHECK: amp.pow %{{.*}} : (tensor<f64>, tensor<f64>) -> tensor<f64>
// CHECK: amp.yield %{{.*}}, %{{.*}}, %{{.*}} : tensor<f32>, tensor<f32>, tensor<i64>
// CHECK: amp.formula @adam.elements {
// CHECK-NOT: tensor<{{[0-9]}}
// CHECK: func.func @update(%[[P0:[^:]*]]: tensor<3xf32>, %[[P1:[^:]*]]: tensor<2x5xf32>
func.func @update(%p0: tensor<3xf32>, %p1: tensor<2x5xf32>, %p2: tensor<3xf32>, %p3: tensor<f32>, %t0: tensor<i64>, %t1: tensor<i64>, %t2: tensor<i64>, %t3: tensor<i64>, %lr: tensor<f64>, %wd: tensor<f64>, %skip: tensor<f32>) -> (tensor<3xf32>, tensor<2x5xf32>, tensor<3xf32>, tensor<f32>, tensor<i64>) {
  // CHECK: %[[SKIPPED:.*]] = amp.compare ne %{{.*}} -> tensor<i1>
  // CHECK: %[[SCALARS:.*]]:3 = amp.apply @adam.scalars({{.*}}) : (tensor<i64>, {{.*}}) -> (tensor<f32>, tensor<f32>, tensor<i64>)
  // CHECK: %[[A:.*]]:3 = amp.apply @adam.elements({{.*}}%[[P0]],{{.*}}) : {{.*}} -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>)
  // CHECK-NOT: amp.compare
  // CHECK: amp.apply @adam.scalars(
  // CHECK: %[[B:.*]]:3 = amp.apply @adam.elements({{.*}}%[[P1]],{{.*}}) : {{.*}} -> (tensor<2x5xf32>, tensor<2x5xf32>, tensor<2x5xf32>)
  // CHECK: %[[C:.*]]:3 = amp.apply @adam.elements_0(
  // CHECK: %[[D:.*]] = amp.select %{{.*}} : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
  // CHECK: return %[[A]]#0, %[[B]]#0, %[[C]]#0,
  %a:4 = amp.adam %p0, %p0, %p0, %p0, %t0, %lr, %wd, %skip : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<i64>, tensor<f64>, tensor<f64>, tensor<f32>) -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<i64>)
  %b:4 = amp.adam %p1, %p1, %p1, %p1, %t1, %lr, %wd, %skip : (tensor<2x5xf32>, tensor<2x5xf32>, tensor<2x5xf32>, tensor<2x5xf32>, tensor<i64>, tensor<f64>, tensor<f64>, tensor<f32>) -> (tensor<2x5xf32>, tensor<2x5xf32>, tensor<2x5xf32>, tensor<i64>)
  %c:4 = amp.adam %p2, %p2, %p2, %p2, %t2, %lr, %wd, %skip {beta1 = 0.5 : f64} : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<i64>, tensor<f64>, tensor<f64>, tensor<f32>) -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<i64>)
  %d:4 = amp.adam %p3, %p3, %p3, %p3, %t3, %lr, %wd, %skip : (tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<i64>, tensor<f64>, tensor<f64>, tensor<f32>) -> (tensor<f32>, tensor<f32>, tensor<f32>, tensor<i64>)
  return %a#0, %b#0, %c#0, %d#0, %a#3 : tensor<3xf32>, tensor<2x5xf32>, tensor<3xf32>, tensor<f32>, tensor<i64>
}
