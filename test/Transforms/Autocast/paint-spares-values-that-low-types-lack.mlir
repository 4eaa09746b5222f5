// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// P12 and P13 hold for painted ops: neither an op that computes, nor one that
// only moves elements, nor a branch narrows a constant that the low type lacks
// or integers past those that it holds.

// RUN: amp-opt %s --amp-autocast="precision=f16 policy=tensorflow keep-io=false" --amp-verify-autocast 2>&1 | FileCheck %s

// CHECK: remark: kept in f32: element 0 of the constant, 1e+06, would become inf in f16
// CHECK-LABEL: func.func @constants(
func.func @constants(%x: tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<4xf32>) {
  %big = amp.constant dense<1.0e6> : tensor<4xf32>
  // CHECK: amp.matmul {{.*}} -> tensor<2x2xf16>
  %0 = amp.matmul %x, %x : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  // CHECK: %[[R:.*]] = amp.reshape {{.*}}<clear, f16>{{.*}} -> tensor<2x2xf32>
  %1 = amp.reshape %big : (tensor<4xf32>) -> tensor<2x2xf32>
  // CHECK: amp.maximum %{{.*}}, %[[R]] {{.*}}<full, f16>{{.*}} -> tensor<2x2xf32>
  %2 = amp.maximum %0, %1 : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  // CHECK: amp.reshape {{.*}} -> tensor<4xf32>
  %3 = amp.reshape %2 : (tensor<2x2xf32>) -> tensor<4xf32>
  return %0, %3 : tensor<2x2xf32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @integers(
func.func @integers(%x: tensor<1x1xf32>, %c: tensor<i1>) -> (tensor<1x1xf32>, tensor<1x4096xf32>) {
  %i = amp.iota {axis = 1 : i64} : () -> tensor<1x4096xi64>
  // CHECK: %[[F:.*]] = amp.cast %{{.*}} -> tensor<1x4096xf32>
  %f = amp.cast %i : (tensor<1x4096xi64>) -> tensor<1x4096xf32>
  // CHECK: amp.matmul {{.*}} -> tensor<1x1xf16>
  %0 = amp.matmul %x, %x : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
  // CHECK: amp.broadcast {{.*}} -> tensor<1x4096xf16>
  %1 = amp.broadcast %0 : (tensor<1x1xf32>) -> tensor<1x4096xf32>
  // CHECK: amp.if {{.*}} -> (tensor<1x4096xf32>)
  %2 = amp.if %c -> (tensor<1x4096xf32>) {
    amp.yield %1 : tensor<1x4096xf32>
  } else {
    // CHECK: } else {
    // CHECK-NEXT: amp.yield %[[F]] : tensor<1x4096xf32>
    amp.yield %f : tensor<1x4096xf32>
  }
  return %0, %2 : tensor<1x1xf32>, tensor<1x4096xf32>
}
