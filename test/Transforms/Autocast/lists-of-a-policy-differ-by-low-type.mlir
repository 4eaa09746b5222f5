// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A line may speak of one low type: under tensorflow a mean stays in f32 where
// the low type is f16, and runs in bf16 right behind a product. Each region goes
// by the lists of its own type.

// RUN: amp-opt %s --amp-autocast="precision=f16 policy=tensorflow keep-io=false" --amp-verify-autocast | FileCheck %s
// RUN: echo "matmul low" > %t.policy
// RUN: echo "bf16:name:head* full   by name, too" >> %t.policy
// RUN: echo "f16:exp low" >> %t.policy
// RUN: amp-opt %s --amp-autocast="precision=f16 policy=%t.policy keep-io=false" --amp-verify-autocast | FileCheck %s --check-prefix=FILE

// CHECK-LABEL: func.func @f(
// FILE-LABEL: func.func @f(
func.func @f(%a: tensor<4x4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4x4xf32>, tensor<4x4xf32>) {
  // CHECK: %[[M:.*]] = amp.matmul {{.*}} -> tensor<4x4xf16>
  // FILE: amp.matmul {{.*}} -> tensor<4x4xf16>
  %0 = amp.matmul %a, %a : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32> loc("head.0")
  // CHECK: amp.mean {{.*}}<full, f16>{{.*}} -> tensor<4xf32>
  %1 = amp.mean %0 {axes = array<i64: 1>} : (tensor<4x4xf32>) -> tensor<4xf32>
  // CHECK: amp.rsqrt {{.*}}<full, f16>{{.*}} -> tensor<4x4xf32>
  %2 = amp.rsqrt %0 : (tensor<4x4xf32>) -> tensor<4x4xf32>
  // FILE: amp.exp {{.*}}<low, f16>{{.*}} -> tensor<4x4xf16>
  %3 = amp.exp %a : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %4:3 = amp.autocast dtype(bf16) -> (tensor<4xf32>, tensor<4x4xf32>, tensor<4x4xf32>) {
    // CHECK: %[[N:.*]] = amp.matmul {{.*}} -> tensor<4x4xbf16>
    // FILE: amp.matmul {{.*}}<full, bf16>{{.*}} -> tensor<4x4xf32>
    %5 = amp.matmul %a, %a : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32> loc("head.1")
    // CHECK: amp.mean %[[N]] {{.*}}<low, bf16>{{.*}} -> tensor<4xbf16>
    %6 = amp.mean %5 {axes = array<i64: 1>} : (tensor<4x4xf32>) -> tensor<4xf32>
    // CHECK: %[[R:.*]] = amp.rsqrt %[[N]] {{.*}}<low, bf16>{{.*}} -> tensor<4x4xbf16>
    %7 = amp.rsqrt %5 : (tensor<4x4xf32>) -> tensor<4x4xf32>
    // FILE: amp.exp {{.*}}<inherit, bf16>{{.*}} -> tensor<4x4xf32>
    %8 = amp.exp %5 : (tensor<4x4xf32>) -> tensor<4x4xf32>
    // Behind a denied operand it stays in f32.
    // CHECK: amp.add {{.*}}<full, bf16>{{.*}} -> tensor<4x4xf32>
    %9 = amp.add %7, %8 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    amp.yield %6, %7, %9 : tensor<4xf32>, tensor<4x4xf32>, tensor<4x4xf32>
  }
  return %1, %4#0, %4#1, %2 : tensor<4xf32>, tensor<4xf32>, tensor<4x4xf32>, tensor<4x4xf32>
}
