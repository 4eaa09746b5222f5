// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Changing the type of any one cast, or any one accumulate type, of a typed and
// differentiated MLP, forward or backward, is caught by an op's verifier or by
// those of stages 2 and 4.
//
// RUN: amp-test-opt %s --amp-autocast=precision=bf16 --amp-differentiate --amp-verify-autocast --amp-verify-differentiate \
// RUN:   --test-amp-mutate=verifier=amp-verify-autocast,amp-verify-differentiate | FileCheck %s
// RUN: amp-test-opt %s --amp-autocast=precision=f16 --amp-differentiate --amp-verify-autocast --amp-verify-differentiate \
// RUN:   --test-amp-mutate=verifier=amp-verify-autocast,amp-verify-differentiate | FileCheck %s
// The unchanged module passes both verifiers first, or nothing would be said.
// Without the verifier of stage 4 a wrong type in the backward goes unnoticed.
// RUN: not amp-test-opt %s --amp-autocast=precision=bf16 --amp-differentiate --amp-verify-autocast --amp-verify-differentiate \
// RUN:   --test-amp-mutate=verifier=amp-verify-autocast 2>&1 | FileCheck %s --check-prefix=WEAK
// WEAK: error: survives with element type

amp.variable @w1 : tensor<8x4xf32> init(#amp.kaiming_uniform)
amp.variable @b1 : tensor<8xf32> init(#amp.zeros)
amp.variable @w2 : tensor<3x8xf32> init(#amp.kaiming_uniform)
amp.variable @scale : tensor<8xf32> init(#amp.ones)

// CHECK: {{^}}[[COUNT:1[0-9][0-9]]] mutations, [[COUNT]] rejected
func.func @loss(%x: tensor<5x4xf32>, %y: tensor<5xi64>) -> tensor<f32> {
  %w1 = amp.read @w1 : tensor<8x4xf32>
  %b1 = amp.read @b1 : tensor<8xf32>
  %w2 = amp.read @w2 : tensor<3x8xf32>
  %s = amp.read @scale : tensor<8xf32>
  %h = amp.linear %x, %w1, %b1 : (tensor<5x4xf32>, tensor<8x4xf32>, tensor<8xf32>) -> tensor<5x8xf32>
  %r = amp.relu %h : (tensor<5x8xf32>) -> tensor<5x8xf32>
  %t = amp.tanh %r : (tensor<5x8xf32>) -> tensor<5x8xf32>
  %a = amp.add %t, %r : (tensor<5x8xf32>, tensor<5x8xf32>) -> tensor<5x8xf32>
  %m = amp.mul %a, %s : (tensor<5x8xf32>, tensor<8xf32>) -> tensor<5x8xf32>
  %z = amp.linear %m, %w2 : (tensor<5x8xf32>, tensor<3x8xf32>) -> tensor<5x3xf32>
  %l = amp.cross_entropy %z, %y : (tensor<5x3xf32>, tensor<5xi64>) -> tensor<f32>
  return %l : tensor<f32>
}
