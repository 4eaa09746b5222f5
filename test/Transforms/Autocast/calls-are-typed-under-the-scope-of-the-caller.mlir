// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A callee's body is copied to each call and typed there; the function itself
// stays and is typed under the options.
//
// RUN: amp-opt %s --amp-autocast --amp-verify-autocast | FileCheck %s

// CHECK-LABEL: func.func @layer
// CHECK: amp.matmul %arg0, %arg1 {accumulate = f32} : {{.*}} -> tensor<2x2xf32>
func.func @layer(%x: tensor<2x2xf32>, %w: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %0 = amp.matmul %x, %w : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// CHECK-LABEL: func.func private @twice
func.func private @twice(%x: tensor<2x2xf32>, %w: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %0 = func.call @layer(%x, %w) : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %1 = func.call @layer(%0, %w) : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return %1 : tensor<2x2xf32>
}

// CHECK-LABEL: func.func @model
// CHECK-NOT: call
func.func @model(%x: tensor<2x2xf32>, %w: tensor<2x2xf32>) -> tensor<2x2xf32> {
  // CHECK: amp.matmul {{.*}}#amp.rule<low, f16>
  // The result of the first copy enters the second as it is: no boundary cast.
  // CHECK: %[[H:.+]] = amp.matmul {{.*}}#amp.rule<low, f16>{{.*}} -> tensor<2x2xf16>
  // CHECK: %[[R:.+]] = amp.cast %[[H]] {{.*}} -> tensor<2x2xf32>
  // CHECK: return %[[R]]
  %0 = amp.autocast enabled(true) dtype(f16) -> (tensor<2x2xf32>) {
    %1 = func.call @twice(%x, %w) : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    amp.yield %1 : tensor<2x2xf32>
  }
  return %0 : tensor<2x2xf32>
}
