// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A branch whose results nobody reads goes with what only it reads, and its
// regions are not visited any more; one that is read stays.

// RUN: amp-opt %s --amp-fuse | FileCheck %s

// CHECK-LABEL: func.func @unused(
// CHECK-NOT: amp.if
// CHECK: amp.fused
// CHECK-NOT: amp.if
// CHECK: return
func.func @unused(%x: tensor<8xf32>, %c: tensor<i1>) -> tensor<8xf32> {
  %0 = amp.if %c -> (tensor<8xf32>) {
    %1 = amp.exp %x : (tensor<8xf32>) -> tensor<8xf32>
    amp.yield %1 : tensor<8xf32>
  } else {
    %2 = amp.neg %x : (tensor<8xf32>) -> tensor<8xf32>
    amp.yield %2 : tensor<8xf32>
  }
  %3 = amp.tanh %x : (tensor<8xf32>) -> tensor<8xf32>
  return %3 : tensor<8xf32>
}

// CHECK-LABEL: func.func @used(
// CHECK: amp.if
// CHECK: amp.fused
func.func @used(%x: tensor<8xf32>, %c: tensor<i1>) -> tensor<8xf32> {
  %0 = amp.if %c -> (tensor<8xf32>) {
    %1 = amp.exp %x : (tensor<8xf32>) -> tensor<8xf32>
    amp.yield %1 : tensor<8xf32>
  } else {
    amp.yield %x : tensor<8xf32>
  }
  return %0 : tensor<8xf32>
}
