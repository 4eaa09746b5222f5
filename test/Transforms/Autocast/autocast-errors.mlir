// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: amp-opt %s -split-input-file -verify-diagnostics --amp-autocast=precision=bf16

func.func @disabled_mixed(%a: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %c = amp.matmul %a, %a : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %d = amp.autocast enabled(false) -> (tensor<2x2xf32>) {
    // expected-error @+1 {{expects one element type, got 'bf16' for operand 0 and 'f32' for operand 1; cast operand 0 to 'f32'}}
    %0 = amp.matmul %c, %a : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    amp.yield %0 : tensor<2x2xf32>
  }
  return %d : tensor<2x2xf32>
}

// -----

func.func @disabled_bias(%a: tensor<2x2xf32>, %b: tensor<2xf32>) -> tensor<2x2xf32> {
  %c = amp.matmul %a, %a : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %d = amp.autocast enabled(false) -> (tensor<2x2xf32>) {
    // expected-error @+1 {{got 'bf16' for operand 0 and 'f32' for operand 2; cast operand 0 to 'f32'}}
    %0 = amp.linear %c, %c, %b : (tensor<2x2xf32>, tensor<2x2xf32>, tensor<2xf32>) -> tensor<2x2xf32>
    amp.yield %0 : tensor<2x2xf32>
  }
  return %d : tensor<2x2xf32>
}

// -----

func.func @f64_with_f32(%a: tensor<2x2xf64>, %b: tensor<2x2xf32>) {
  // expected-error @+1 {{expects one element type, got 'f64' and 'f32'; cast one operand}}
  %0 = amp.matmul %a, %b : (tensor<2x2xf64>, tensor<2x2xf32>) -> tensor<2x2xf64>
  return
}

// -----

func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = func.call @g(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func @g(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @+1 {{expects no recursion, but @f calls itself}}
  %0 = func.call @f(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func private @extern(tensor<2xf32>) -> tensor<2xf32>
func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @+1 {{expects a callee with a body, got @extern}}
  %0 = func.call @extern(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
