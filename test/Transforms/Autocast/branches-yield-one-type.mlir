// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Regions of a branch are typed under the scope around it, and the values that
// they yield get one type by promotion. Reads leave the regions.

// RUN: amp-opt %s --amp-autocast="precision=bf16 keep-io=false" --amp-verify-autocast | FileCheck %s

amp.variable @w : tensor<3x3xf32> init(#amp.zeros)

// CHECK-LABEL: func.func @low_and_full(
// CHECK-SAME: %[[C:.*]]: tensor<i1>, %[[X:.*]]: tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<3x3xbf16>)
func.func @low_and_full(%c: tensor<i1>, %x: tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<3x3xf32>) {
  // CHECK: amp.read @w
  // CHECK: %[[R:.*]]:2 = amp.if %[[C]] -> (tensor<3x3xf32>, tensor<3x3xbf16>) {
  %0:2 = amp.if %c -> (tensor<3x3xf32>, tensor<3x3xf32>) {
    // CHECK-NOT: amp.read
    // CHECK: %[[M:.*]] = amp.matmul {{.*}} -> tensor<3x3xbf16>
    %w = amp.read @w : tensor<3x3xf32>
    %1 = amp.matmul %x, %w : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
    // CHECK: %[[P:.*]] = amp.cast %[[M]] {{.*}}promotion{{.*}} -> tensor<3x3xf32>
    // CHECK: amp.yield %[[P]], %[[M]] : tensor<3x3xf32>, tensor<3x3xbf16>
    amp.yield %1, %1 : tensor<3x3xf32>, tensor<3x3xf32>
  } else {
    // CHECK: %[[E:.*]] = amp.exp %[[X]] {{.*}} -> tensor<3x3xf32>
    // CHECK: %[[N:.*]] = amp.matmul {{.*}} -> tensor<3x3xbf16>
    // CHECK: amp.yield %[[E]], %[[N]] : tensor<3x3xf32>, tensor<3x3xbf16>
    %1 = amp.exp %x : (tensor<3x3xf32>) -> tensor<3x3xf32>
    %2 = amp.matmul %x, %x : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
    amp.yield %1, %2 : tensor<3x3xf32>, tensor<3x3xf32>
  }
  // CHECK: return %[[R]]#0, %[[R]]#1
  return %0#0, %0#1 : tensor<3x3xf32>, tensor<3x3xf32>
}

// CHECK-LABEL: func.func @a_scope_inside(
func.func @a_scope_inside(%c: tensor<i1>, %x: tensor<3x3xf32>) -> tensor<3x3xf32> {
  // CHECK: amp.if {{.*}} -> (tensor<3x3xf32>) {
  %0 = amp.if %c -> (tensor<3x3xf32>) {
    // CHECK-NOT: amp.autocast
    // CHECK: amp.matmul {{.*}} -> tensor<3x3xf32>
    %1 = amp.autocast enabled(false) -> (tensor<3x3xf32>) {
      %2 = amp.matmul %x, %x : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
      amp.yield %2 : tensor<3x3xf32>
    }
    amp.yield %1 : tensor<3x3xf32>
  } else {
    amp.yield %x : tensor<3x3xf32>
  }
  return %0 : tensor<3x3xf32>
}
