// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Static shapes go into the regions of a branch and come out as its results'.

// RUN: amp-opt %s --amp-specialize='function=forward shapes="x=4x3"' | FileCheck %s
// RUN: not amp-opt %s --amp-specialize='function=differ shapes="x=4x3"' 2>&1 | FileCheck %s --check-prefix=ERROR

// CHECK-LABEL: func.func @forward(
// CHECK-SAME: -> tensor<4x3xf32>
func.func @forward(%c: tensor<i1>, %x: tensor<?x3xf32> {amp.name = "x"}) -> tensor<?x3xf32> {
  // CHECK: amp.if %{{.*}} -> (tensor<4x3xf32>) {
  %0 = amp.if %c -> (tensor<?x3xf32>) {
    // CHECK: amp.abs {{.*}} -> tensor<4x3xf32>
    %1 = amp.abs %x : (tensor<?x3xf32>) -> tensor<?x3xf32>
    amp.yield %1 : tensor<?x3xf32>
  } else {
    amp.yield %x : tensor<?x3xf32>
  }
  return %0 : tensor<?x3xf32>
}

// ERROR: error: 'amp.if' op expects both regions to yield the same types, got
// ERROR-SAME: 'tensor<3x4xf32>'{{.*}}'tensor<4x3xf32>'
func.func @differ(%c: tensor<i1>, %x: tensor<?x?xf32> {amp.name = "x"}) -> tensor<?x?xf32> {
  %0 = amp.if %c -> (tensor<?x?xf32>) {
    %1 = amp.transpose %x {permutation = array<i64: 1, 0>} : (tensor<?x?xf32>) -> tensor<?x?xf32>
    amp.yield %1 : tensor<?x?xf32>
  } else {
    amp.yield %x : tensor<?x?xf32>
  }
  return %0 : tensor<?x?xf32>
}
