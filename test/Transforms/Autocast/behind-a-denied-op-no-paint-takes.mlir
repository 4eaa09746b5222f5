// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Painting denies a deny op and what stands on a path from it to a deny or an
// infer op, even between two allowed ops; a clear op that leads to neither is
// free to run low.

// RUN: amp-opt %s --amp-autocast="precision=f16 policy=tensorflow keep-io=false" --amp-verify-autocast | FileCheck %s

// CHECK-LABEL: func.func @path(
func.func @path(%a: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // CHECK: %[[M:.*]] = amp.matmul {{.*}}<low, f16>{{.*}} -> tensor<4x4xf16>
  %0 = amp.matmul %a, %a : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK: %[[W:.*]] = amp.cast %[[M]] {{.*}}autocast{{.*}} -> tensor<4x4xf32>
  // CHECK: %[[E:.*]] = amp.exp %[[W]] {{.*}}<full, f16>{{.*}} -> tensor<4x4xf32>
  %1 = amp.exp %0 : (tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK: %[[N:.*]] = amp.neg %[[E]] {{.*}}<full, f16>{{.*}} -> tensor<4x4xf32>
  %2 = amp.neg %1 : (tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK: %[[T:.*]] = amp.transpose %[[N]] {{.*}}<clear, f16>{{.*}} -> tensor<4x4xf32>
  %3 = amp.transpose %2 {permutation = array<i64: 1, 0>} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  // The path ends at an infer op, which is denied as well.
  // CHECK: %[[S:.*]] = amp.add %[[T]], %{{.*}}<full, f16>{{.*}} -> tensor<4x4xf32>
  %4 = amp.add %3, %0 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK: amp.tanh %[[S]] {{.*}}<full, f16>{{.*}} -> tensor<4x4xf32>
  %5 = amp.tanh %4 : (tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK: amp.matmul {{.*}} -> tensor<4x4xf16>
  %6 = amp.matmul %5, %0 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %6 : tensor<4x4xf32>
}

// CHECK-LABEL: func.func @no_path(
func.func @no_path(%a: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  // CHECK: %[[E:.*]] = amp.exp {{.*}} -> tensor<4x4xf32>
  %0 = amp.exp %a : (tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK: %[[L:.*]] = amp.cast %[[E]] {{.*}} -> tensor<4x4xf16>
  // CHECK: %[[R:.*]] = amp.relu %[[L]] {{.*}}<low, f16>{{.*}} -> tensor<4x4xf16>
  %1 = amp.relu %0 : (tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK: amp.matmul %[[R]], %[[R]] {{.*}} -> tensor<4x4xf16>
  %2 = amp.matmul %1, %1 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  // A clear op behind a denied one, at the end of the graph: no paint comes.
  // CHECK: amp.abs %[[E]] {{.*}}<full, f16>{{.*}} -> tensor<4x4xf32>
  %3 = amp.abs %0 : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %2, %3 : tensor<4x4xf32>, tensor<4x4xf32>
}
