// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: amp-opt %s -split-input-file -verify-diagnostics --amp-autocast

func.func @f(%a: tensor<2xf32>) {
  // expected-error @+1 {{expects a dtype: no enclosing region and no option names a low type}}
  amp.autocast enabled(true) {
    %0 = amp.exp %a : (tensor<2xf32>) -> tensor<2xf32>
  }
  return
}
