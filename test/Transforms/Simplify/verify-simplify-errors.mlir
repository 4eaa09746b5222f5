// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The verifier of stage 6 finds casts that were not shared.

// RUN: amp-opt %s --amp-verify-simplify -split-input-file -verify-diagnostics

func.func @twice(%x: tensor<3xf32>) -> (tensor<3xf16>, tensor<3xf16>) {
  // expected-note @+1 {{the first cast is here}}
  %0 = amp.cast %x {origin = #amp.origin<autocast>} : (tensor<3xf32>) -> tensor<3xf16>
  // expected-error @+1 {{expects to be the only cast of its operand to this type}}
  %1 = amp.cast %x {origin = #amp.origin<lowering>} : (tensor<3xf32>) -> tensor<3xf16>
  return %0, %1 : tensor<3xf16>, tensor<3xf16>
}
