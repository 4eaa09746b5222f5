// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Classes promote and banned refuse ops where the op stands.
//
// RUN: echo "mul promote" > %t.policy
// RUN: echo "exp banned" >> %t.policy
// RUN: echo "name:view low" >> %t.policy
// RUN: amp-opt %s -split-input-file -verify-diagnostics \
// RUN:   --amp-autocast="precision=bf16 policy=%t.policy"

func.func @promote(%a: tensor<2xf16>, %b: tensor<2xbf16>, %c: tensor<2xf32>) {
  // An f32 operand makes it f32.
  %0 = amp.mul %a, %c : (tensor<2xf16>, tensor<2xf32>) -> tensor<2xf32>
  // expected-error @+1 {{expects 'bf16' or f32 operands under class promote, got 'f16' for operand 0; cast it to 'bf16' or f32}}
  %1 = amp.mul %a, %b : (tensor<2xf16>, tensor<2xbf16>) -> tensor<2xf32>
  return
}

// -----

func.func @banned(%a: tensor<2xf32>, %d: tensor<2xf64>) {
  %0 = amp.exp %d : (tensor<2xf64>) -> tensor<2xf64>
  // expected-error @+1 {{is banned by the policy under autocast}}
  %1 = amp.exp %a : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @pattern(%a: tensor<2xf32>) {
  // expected-error @unknown {{does not permit class low, which}}
  %0 = amp.reshape %a : (tensor<2xf32>) -> tensor<1x2xf32> loc("view")
  return
}
