// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Adam's scalar factors are taken in f64 and rounded once; a skipped step keeps
// every old value.

// RUN: amp-opt %s --amp-decompose --cse | FileCheck %s

// CHECK-LABEL: func.func @adamw(
// CHECK-SAME: %[[P:[^:]*]]: tensor<3xf32>, %[[G:[^:]*]]: tensor<3xf32>, %[[M:[^:]*]]: tensor<3xf32>, %[[V:[^:]*]]: tensor<3xf32>
// CHECK-SAME: %[[T:[^:]*]]: tensor<i64>, %[[LR:[^:]*]]: tensor<f64>, %[[WD:[^:]*]]: tensor<f64>, %[[SKIP:[^:]*]]: tensor<f32>
// CHECK: %[[SKIPPED:.*]] = amp.compare ne %[[SKIP]],
// CHECK: %[[NEXT:.*]] = amp.add %[[T]],
// CHECK: %[[TIME:.*]] = amp.cast %[[NEXT]] {{.*}} -> tensor<f64>
// CHECK: %[[POWER:.*]] = amp.pow %{{.*}}, %[[TIME]] : (tensor<f64>, tensor<f64>) -> tensor<f64>
// CHECK: %[[LEFT:.*]] = amp.sub %{{.*}}, %[[POWER]] : (tensor<f64>, tensor<f64>) -> tensor<f64>
// CHECK: %[[RATE:.*]] = amp.div %[[LR]], %[[LEFT]] : (tensor<f64>, tensor<f64>) -> tensor<f64>
// CHECK: %[[MINUS:.*]] = amp.neg %[[RATE]] : (tensor<f64>) -> tensor<f64>
// CHECK: %[[STEP:.*]] = amp.cast %[[MINUS]] {{.*}} -> tensor<f32>
// CHECK: amp.sqrt {{.*}} -> tensor<f64>
// CHECK: amp.mul %[[LR]], %[[WD]] : (tensor<f64>, tensor<f64>) -> tensor<f64>
// CHECK: amp.mul %[[P]], %{{.*}} : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
// CHECK: %[[NUMERATOR:.*]] = amp.mul %[[STEP]], %[[M1:.*]] : (tensor<f32>, tensor<3xf32>)
// CHECK: %[[MOVE:.*]] = amp.div %[[NUMERATOR]],
// CHECK: %[[NEW:.*]] = amp.add %{{.*}}, %[[MOVE]]
// CHECK: %[[RP:.*]] = amp.select %[[SKIPPED]], %[[P]], %[[NEW]]
// CHECK: %[[RM:.*]] = amp.select %[[SKIPPED]], %[[M]], %[[M1]]
// CHECK: %[[RV:.*]] = amp.select %[[SKIPPED]], %[[V]],
// CHECK: %[[RT:.*]] = amp.select %[[SKIPPED]], %[[T]], %[[NEXT]]
// CHECK: return %[[RP]], %[[RM]], %[[RV]], %[[RT]]
func.func @adamw(%p: tensor<3xf32>, %g: tensor<3xf32>, %m: tensor<3xf32>, %v: tensor<3xf32>, %t: tensor<i64>, %lr: tensor<f64>, %wd: tensor<f64>, %skip: tensor<f32>) -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<i64>) {
  %0, %1, %2, %3 = amp.adamw %p, %g, %m, %v, %t, %lr, %wd, %skip : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<i64>, tensor<f64>, tensor<f64>, tensor<f32>) -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<i64>)
  return %0, %1, %2, %3 : tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<i64>
}

// Without decay the gradient is used as it is: 0 * inf would be NaN.
// CHECK-LABEL: func.func @sgd(
// CHECK-SAME: %[[P:[^:]*]]: tensor<3xf32>, %[[G:[^:]*]]: tensor<3xf32>, %{{.*}}: tensor<f64>, %[[WD:[^:]*]]: tensor<f64>
// The update waits for the decision to skip.
// CHECK: %[[USABLE:.*]] = amp.select %{{.*}}, %{{.*}}, %[[G]]
// CHECK: %[[SUM:.*]] = amp.add %[[USABLE]], %{{.*}}
// CHECK: %[[HAS:.*]] = amp.compare ne %[[WD]],
// CHECK: amp.select %[[HAS]], %[[SUM]], %[[USABLE]]
func.func @sgd(%p: tensor<3xf32>, %g: tensor<3xf32>, %lr: tensor<f64>, %wd: tensor<f64>, %skip: tensor<f32>) -> tensor<3xf32> {
  %0 = amp.sgd %p, %g, %lr, %wd, %skip : (tensor<3xf32>, tensor<3xf32>, tensor<f64>, tensor<f64>, tensor<f32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
