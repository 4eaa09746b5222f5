// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Paint neither starts in nor passes a region without autocast (P11), a cast of
// the user's (P5), or an op that is written on 16 bits; it does pass into and out
// of functions that are called.

// RUN: amp-opt %s --amp-autocast="precision=bf16 policy=tensorflow keep-io=false" --amp-verify-autocast | FileCheck %s

func.func private @halves(%x: tensor<3x3xf32>) -> tensor<3x3xf32> {
  %0 = amp.tanh %x : (tensor<3x3xf32>) -> tensor<3x3xf32>
  return %0 : tensor<3x3xf32>
}

// CHECK-LABEL: func.func @scopes(
func.func @scopes(%x: tensor<3x3xf32>) -> tensor<3x3xf32> {
  %0 = amp.autocast enabled(false) -> (tensor<3x3xf32>) {
    // CHECK: amp.matmul {{.*}} -> tensor<3x3xf32>
    %1 = amp.matmul %x, %x : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
    amp.yield %1 : tensor<3x3xf32>
  }
  // CHECK: amp.sqrt {{.*}}<full, bf16>{{.*}} -> tensor<3x3xf32>
  %2 = amp.sqrt %0 : (tensor<3x3xf32>) -> tensor<3x3xf32>
  // CHECK: amp.matmul {{.*}} -> tensor<3x3xbf16>
  %3 = amp.matmul %2, %2 : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  // CHECK: amp.tanh {{.*}}<low, bf16>{{.*}} -> tensor<3x3xbf16>
  %4 = call @halves(%3) : (tensor<3x3xf32>) -> tensor<3x3xf32>
  // CHECK: amp.matmul {{.*}} -> tensor<3x3xbf16>
  %5 = amp.matmul %4, %4 : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  // CHECK: amp.abs {{.*}} -> tensor<3x3xf32>
  // CHECK-NEXT: return
  %6 = amp.autocast enabled(false) -> (tensor<3x3xf32>) {
    %7 = amp.cast %5 : (tensor<3x3xf32>) -> tensor<3x3xf32>
    %8 = amp.abs %x : (tensor<3x3xf32>) -> tensor<3x3xf32>
    amp.yield %8 : tensor<3x3xf32>
  }
  return %6 : tensor<3x3xf32>
}

// CHECK-LABEL: func.func @casts(
func.func @casts(%x: tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<3x3xf32>, tensor<3x3xf16>) {
  // A pinned operand keeps the op out of it: what stands in front of it lies
  // between no two painted ops.
  // CHECK: amp.matmul {{.*}} -> tensor<3x3xbf16>
  %0 = amp.matmul %x, %x : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  // CHECK: amp.relu {{.*}} -> tensor<3x3xbf16>
  %1 = amp.relu %0 : (tensor<3x3xf32>) -> tensor<3x3xf32>
  %2 = amp.cast %x : (tensor<3x3xf32>) -> tensor<3x3xf32>
  // CHECK: amp.maximum {{.*}} -> tensor<3x3xf32>
  %3 = amp.maximum %1, %2 : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  // CHECK: amp.neg {{.*}}<full, bf16>{{.*}} -> tensor<3x3xf32>
  %4 = amp.neg %3 : (tensor<3x3xf32>) -> tensor<3x3xf32>
  // A rounding by the user's hand: f16 in, f16 out, in no painted type.
  // CHECK: %[[H:.*]] = amp.cast %{{.*}} -> tensor<3x3xf16>
  // CHECK: amp.exp %[[H]] {amp.rule = #amp.rule<inherit, bf16>} : (tensor<3x3xf16>) -> tensor<3x3xf16>
  %5 = amp.cast %x : (tensor<3x3xf32>) -> tensor<3x3xf16>
  %6 = amp.exp %5 : (tensor<3x3xf16>) -> tensor<3x3xf16>
  return %1, %4, %6 : tensor<3x3xf32>, tensor<3x3xf32>, tensor<3x3xf16>
}
