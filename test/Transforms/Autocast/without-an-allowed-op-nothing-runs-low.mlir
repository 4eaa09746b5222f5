// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Painting starts at allowed ops: a function without one is not changed, whereas
// the classes of ops that take no part in painting still act.

// RUN: amp-opt %s --amp-autocast="precision=bf16 policy=tensorflow" --amp-verify-autocast | FileCheck %s
// RUN: echo "extends tensorflow" > %t.policy
// RUN: echo "gelu low" >> %t.policy
// RUN: amp-opt %s --amp-autocast="precision=bf16 policy=%t.policy" --amp-verify-autocast | FileCheck %s --check-prefix=GELU

// CHECK-LABEL: func.func @f(
// CHECK-NOT: amp.cast
// CHECK: amp.relu {{.*}} -> tensor<4xf32>
// CHECK-NEXT: amp.mul {{.*}} -> tensor<4xf32>
// CHECK-NEXT: amp.gelu {{.*}} -> tensor<4xf32>
// CHECK-NEXT: amp.concat {{.*}} -> tensor<8xf32>
// CHECK-NEXT: amp.reshape {{.*}} -> tensor<2x4xf32>
// CHECK-NEXT: amp.mean {{.*}} -> tensor<2xf32>
// CHECK-NEXT: return

// GELU: amp.mul {{.*}} -> tensor<4xf32>
// GELU: amp.gelu {{.*}}<low, bf16>{{.*}} -> tensor<4xbf16>
// GELU: amp.concat {{.*}}<full, bf16>{{.*}} -> tensor<8xf32>
func.func @f(%a: tensor<4xf32>) -> tensor<2xf32> {
  %0 = amp.relu %a : (tensor<4xf32>) -> tensor<4xf32>
  %1 = amp.mul %0, %a : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %2 = amp.gelu %1 : (tensor<4xf32>) -> tensor<4xf32>
  %3 = amp.concat %1, %2 {axis = 0 : i64} : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %4 = amp.reshape %3 : (tensor<8xf32>) -> tensor<2x4xf32>
  %5 = amp.mean %4 {axes = array<i64: 1>} : (tensor<2x4xf32>) -> tensor<2xf32>
  return %5 : tensor<2xf32>
}
