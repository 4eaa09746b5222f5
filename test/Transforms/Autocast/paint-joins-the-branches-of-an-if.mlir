// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// To painting a result of amp.if is a clear op over what the two regions yield,
// as TensorFlow's Merge is, and what a region is given is the value outside.

// RUN: amp-opt %s --amp-autocast="precision=bf16 policy=tensorflow keep-io=false" --amp-verify-autocast | FileCheck %s
// Without a low type nothing is painted.
// RUN: amp-opt %s --amp-autocast="policy=tensorflow" --amp-verify-autocast | FileCheck %s --check-prefix=F32
// F32: amp.if
// F32-NOT: amp.cast

// A product behind the branch: paint comes back into both regions, and the value
// of the one that computes nothing is cast there.
// CHECK-LABEL: func.func @painted(
func.func @painted(%c: tensor<i1>, %x: tensor<3x3xf32>) -> tensor<3x3xf32> {
  // CHECK: %[[N:.*]] = amp.neg {{.*}} -> tensor<3x3xbf16>
  %0 = amp.neg %x : (tensor<3x3xf32>) -> tensor<3x3xf32>
  // CHECK: %[[R:.*]] = amp.if %{{.*}} -> (tensor<3x3xbf16>)
  %1 = amp.if %c -> (tensor<3x3xf32>) {
    // CHECK: %[[A:.*]] = amp.abs %[[N]] {{.*}} -> tensor<3x3xbf16>
    // CHECK: amp.yield %[[A]] : tensor<3x3xbf16>
    %2 = amp.abs %0 : (tensor<3x3xf32>) -> tensor<3x3xf32>
    amp.yield %2 : tensor<3x3xf32>
  } else {
    // CHECK: %[[X:.*]] = amp.cast %{{.*}}autocast{{.*}} -> tensor<3x3xbf16>
    // CHECK: amp.yield %[[X]] : tensor<3x3xbf16>
    amp.yield %x : tensor<3x3xf32>
  }
  // CHECK: amp.matmul %[[R]], %[[R]] {{.*}} -> tensor<3x3xbf16>
  %3 = amp.matmul %1, %1 : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  return %3 : tensor<3x3xf32>
}

// A denied op in one region: the path leads through the join to an infer op.
// CHECK-LABEL: func.func @denied(
func.func @denied(%c: tensor<i1>, %x: tensor<3x3xf32>) -> tensor<3x3xf32> {
  // CHECK: %[[R:.*]] = amp.if %{{.*}} -> (tensor<3x3xf32>)
  %0 = amp.if %c -> (tensor<3x3xf32>) {
    // CHECK: %[[M:.*]] = amp.matmul {{.*}} -> tensor<3x3xbf16>
    // CHECK: %[[P:.*]] = amp.cast %[[M]] {{.*}}promotion{{.*}} -> tensor<3x3xf32>
    // CHECK: amp.yield %[[P]] : tensor<3x3xf32>
    %1 = amp.matmul %x, %x : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
    amp.yield %1 : tensor<3x3xf32>
  } else {
    %1 = amp.exp %x : (tensor<3x3xf32>) -> tensor<3x3xf32>
    amp.yield %1 : tensor<3x3xf32>
  }
  // CHECK: amp.tanh %[[R]] {{.*}}<full, bf16>
  %2 = amp.tanh %0 : (tensor<3x3xf32>) -> tensor<3x3xf32>
  // CHECK: amp.matmul {{.*}} -> tensor<3x3xbf16>
  %3 = amp.matmul %2, %x : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  return %3 : tensor<3x3xf32>
}
