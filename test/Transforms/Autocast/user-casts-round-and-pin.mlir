// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A cast of the user's stays, also as half of a pair (P5); one that changes no
// type goes, but its value is then not cast by the policy.
//
// RUN: amp-opt %s --amp-autocast=precision=bf16 --amp-verify-autocast | FileCheck %s


// CHECK-LABEL: func.func @rounds
func.func @rounds(%x: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK: %[[L:.+]] = amp.cast %arg0 : (tensor<2xf32>) -> tensor<2xf16>
  // CHECK: %[[F:.+]] = amp.cast %[[L]] : (tensor<2xf16>) -> tensor<2xf32>
  // CHECK: return %[[F]]
  %0 = amp.cast %x : (tensor<2xf32>) -> tensor<2xf16>
  %1 = amp.cast %0 : (tensor<2xf16>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

// CHECK-LABEL: func.func @pins
func.func @pins(%x: tensor<2x2xf32>, %w: tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2x2xf32>) {
  // CHECK-NOT: amp.cast %arg0
  // CHECK: %[[H:.+]] = amp.matmul %arg0, %arg1 {accumulate = f32, amp.pinned = f32, amp.rule = #amp.rule<low, bf16>} : {{.*}} -> tensor<2x2xf32>
  %pin = amp.cast %x : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %h = amp.matmul %pin, %w : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  // CHECK: %[[L:.+]] = amp.matmul {{.*}} -> tensor<2x2xbf16>
  %l = amp.matmul %h, %w : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  // The other operand follows the pinned one.
  // CHECK: %[[LF:.+]] = amp.cast %[[L]] {origin = #amp.origin<autocast>} : (tensor<2x2xbf16>) -> tensor<2x2xf32>
  // CHECK: %[[G:.+]] = amp.matmul %arg0, %[[LF]]
  // CHECK: return %[[H]], %[[G]]
  %g = amp.matmul %pin, %l : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return %h, %g : tensor<2x2xf32>, tensor<2x2xf32>
}
