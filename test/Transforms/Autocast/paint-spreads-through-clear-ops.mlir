// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Paint spreads from painted ops to clear ones in both directions, through
// chains that turn, and ends at any other op. A read takes no paint: the clear
// op behind it uses the one copy of the variable.

// RUN: amp-opt %s --amp-autocast="precision=bf16 policy=tensorflow keep-io=false" --amp-verify-autocast | FileCheck %s

amp.variable @w : tensor<4x4xf32> init(#amp.zeros)

// CHECK-LABEL: func.func @f(
// CHECK-SAME: %[[A:.*]]: tensor<4x4xf32>, %[[Y:.*]]: tensor<4x4xf32>)
func.func @f(%a: tensor<4x4xf32>, %y: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xi1>) {
  // CHECK: %[[W:.*]] = amp.read @w : tensor<4x4xf32>
  // CHECK: %[[LOW:.*]] = amp.cast %[[W]] {{.*}} -> tensor<4x4xbf16>
  %w = amp.read @w : tensor<4x4xf32>
  // CHECK: %[[T:.*]] = amp.transpose %[[LOW]] {{.*}}<clear, bf16>{{.*}} -> tensor<4x4xbf16>
  %0 = amp.transpose %w {permutation = array<i64: 1, 0>} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  // Against the edges: an op in front of the product, and one in front of it.
  // CHECK: %[[X:.*]] = amp.cast %[[A]] {{.*}} -> tensor<4x4xbf16>
  // CHECK: %[[N:.*]] = amp.neg %[[X]] {{.*}}<low, bf16>{{.*}} -> tensor<4x4xbf16>
  %1 = amp.neg %a : (tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK: %[[R:.*]] = amp.reshape %[[N]] {{.*}}<clear, bf16>{{.*}} -> tensor<4x4xbf16>
  %2 = amp.reshape %1 : (tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK: %[[M:.*]] = amp.matmul %[[R]], %[[T]] {{.*}} -> tensor<4x4xbf16>
  %3 = amp.matmul %2, %0 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  // Along the edges, and from there back to the other operand.
  // CHECK: %[[Z:.*]] = amp.cast %[[Y]] {{.*}} -> tensor<4x4xbf16>
  // CHECK: %[[B:.*]] = amp.abs %[[Z]] {{.*}}<low, bf16>{{.*}} -> tensor<4x4xbf16>
  %4 = amp.abs %y : (tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK: %[[P:.*]] = amp.maximum %[[M]], %[[B]] {{.*}} -> tensor<4x4xbf16>
  %5 = amp.maximum %3, %4 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK: amp.compare lt %[[P]], %{{.*}} {amp.rule = #amp.rule<low, bf16>} : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xi1>
  %6 = amp.compare lt %5, %y : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xi1>
  // An op that is not clear ends it; no edge leads through the condition.
  // CHECK: %[[G:.*]] = amp.gelu {{.*}}<full, bf16>{{.*}} -> tensor<4x4xf32>
  %7 = amp.gelu %5 : (tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK: amp.select %{{.*}}, %[[G]], %[[G]] {{.*}}<full, bf16>{{.*}} -> tensor<4x4xf32>
  %8 = amp.select %6, %7, %7 : (tensor<4x4xi1>, tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %5, %8, %6 : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xi1>
}
