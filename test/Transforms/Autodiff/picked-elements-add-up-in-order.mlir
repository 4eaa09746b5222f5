// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The gradient of what was picked is a scatter that accumulates in f32 and
// rounds once, to the operand's type; the row that pads is masked before it.

// RUN: amp-opt %s --amp-autocast=precision=bf16 --amp-differentiate --amp-verify-differentiate | FileCheck %s
// RUN: amp-test-opt %s --amp-autocast=precision=bf16 --amp-differentiate --amp-verify-autocast --amp-verify-differentiate \
// RUN:   --test-amp-mutate=verifier=amp-verify-autocast,amp-verify-differentiate | FileCheck %s --check-prefix=MUTATE
// MUTATE: {{^}}[[COUNT:[1-9][0-9]*]] mutations, [[COUNT]] rejected

amp.variable @w : tensor<9x4xf32> init(#amp.zeros)
amp.variable @v : tensor<9x4xf32> init(#amp.zeros)
// CHECK-LABEL: func.func @loss
func.func @loss(%i: tensor<2x3xi64>, %j: tensor<9x2xi64>) -> tensor<f32> {
  %w = amp.read @w : tensor<9x4xf32>
  %v = amp.read @v : tensor<9x4xf32>
  // CHECK: %[[L:.*]] = amp.cast %{{.*}} : (tensor<9x4xf32>) -> tensor<9x4xbf16>
  // CHECK: amp.embedding %[[L]]
  %l = amp.cast %w : (tensor<9x4xf32>) -> tensor<9x4xbf16>
  %e = amp.embedding %l, %i : (tensor<9x4xbf16>, tensor<2x3xi64>) -> tensor<2x3x4xbf16>
  %p = amp.embedding %v, %i {padding_index = 3 : i64} : (tensor<9x4xf32>, tensor<2x3xi64>) -> tensor<2x3x4xf32>
  %g = amp.gather_elements %l, %j {axis = 1 : i64} : (tensor<9x4xbf16>, tensor<9x2xi64>) -> tensor<9x2xbf16>
  %0 = amp.sum %e {axes = array<i64: 0, 1, 2>} : (tensor<2x3x4xbf16>) -> tensor<bf16>
  %1 = amp.sum %p {axes = array<i64: 0, 1, 2>} : (tensor<2x3x4xf32>) -> tensor<f32>
  %2 = amp.sum %g {axes = array<i64: 0, 1>} : (tensor<9x2xbf16>) -> tensor<bf16>
  %3 = amp.add %0, %1 : (tensor<bf16>, tensor<f32>) -> tensor<f32>
  %4 = amp.add %3, %2 : (tensor<f32>, tensor<bf16>) -> tensor<f32>
  // CHECK: amp.scatter_add_elements {{.*}}accumulate = f32, {{.*}} (tensor<9x2xbf16>, tensor<9x2xi64>) -> tensor<9x4xbf16>
  // CHECK: %[[M:.*]] = amp.select {{.*}} (tensor<2x3x1xi1>, tensor<f32>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  // CHECK: amp.scatter_add %[[M]], {{.*}}accumulate = f32, {{.*}} -> tensor<9x4xf32>
  // CHECK: amp.scatter_add {{.*}}accumulate = f32, {{.*}} (tensor<2x3x4xbf16>, tensor<2x3xi64>) -> tensor<9x4xbf16>
  return %4 : tensor<f32>
}
