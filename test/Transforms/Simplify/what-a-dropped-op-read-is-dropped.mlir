// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An unused op inside a branch goes, and so does what only it read outside.
//
// RUN: amp-opt %s --amp-simplify | FileCheck %s

// CHECK-LABEL: func.func @forward
// CHECK-NOT: amp.select
// CHECK-NOT: amp.reshape
// CHECK: amp.if
// CHECK-NOT: amp.linear
func.func @forward(%c: tensor<i1>, %m: tensor<4x6xi1>, %x: tensor<4x6xf32>, %w: tensor<5x3xf32>) -> tensor<4x6xf32> {
  %0 = amp.exp %x : (tensor<4x6xf32>) -> tensor<4x6xf32>
  %1 = amp.select %m, %x, %0 : (tensor<4x6xi1>, tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
  %2 = amp.reshape %1 : (tensor<4x6xf32>) -> tensor<8x3xf32>
  %3 = amp.if %c -> (tensor<4x6xf32>) {
    %4 = amp.linear %2, %w : (tensor<8x3xf32>, tensor<5x3xf32>) -> tensor<8x5xf32>
    amp.yield %0 : tensor<4x6xf32>
  } else {
    amp.yield %x : tensor<4x6xf32>
  }
  return %3 : tensor<4x6xf32>
}
