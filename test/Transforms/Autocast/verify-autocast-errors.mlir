// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: amp-opt %s -split-input-file -verify-diagnostics --amp-verify-autocast

func.func @region(%a: tensor<2xf32>) {
  // expected-error @+1 {{expects to be gone after stage 2}}
  amp.autocast enabled(false) {
  }
  return
}

// -----

func.func private @g(tensor<2xf32>)
func.func @call(%a: tensor<2xf32>) {
  // expected-error @+1 {{expects to be gone after stage 2}}
  func.call @g(%a) : (tensor<2xf32>) -> ()
  return
}

// -----

func.func @operand(%a: tensor<2x2xf32>) {
  // expected-error @+1 {{expects 'bf16' for operand 0 under #amp.rule<low, bf16>, got 'f32'}}
  %0 = amp.matmul %a, %a {accumulate = f32, amp.rule = #amp.rule<low, bf16>} : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @dtype(%a: tensor<2x2xbf16>) {
  // expected-error @+1 {{expects dtype under #amp.rule<full_output, bf16>, got none}}
  %0 = amp.softmax %a {accumulate = f32, amp.rule = #amp.rule<full_output, bf16>, axis = 1 : i64} : (tensor<2x2xbf16>) -> tensor<2x2xbf16>
  return
}

// -----

func.func @accumulate(%a: tensor<2x2xbf16>) {
  // expected-error @+1 {{expects accumulate type 'f32' to be explicit after stage 2}}
  %0 = amp.matmul %a, %a : (tensor<2x2xbf16>, tensor<2x2xbf16>) -> tensor<2x2xbf16>
  return
}

// -----

func.func @mixed(%a: tensor<2xbf16>, %b: tensor<2xf32>) {
  // expected-error @+1 {{expects operands of one element type, 'f32', got 'bf16' for operand 0}}
  %0 = amp.add %a, %b : (tensor<2xbf16>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @wrong_promotion(%a: tensor<2xbf16>, %b: tensor<f32>) {
  %0 = amp.cast %a {origin = #amp.origin<promotion>} : (tensor<2xbf16>) -> tensor<2xf32>
  // expected-error @+1 {{expects operands of one element type, 'bf16', got 'f32' for operand 0}}
  %1 = amp.add %0, %b : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @identity(%a: tensor<2xbf16>) {
  // expected-error @+1 {{expects to change the element type after stage 2}}
  %0 = amp.cast %a : (tensor<2xbf16>) -> tensor<2xbf16>
  return
}

// -----

func.func @origin(%a: tensor<2xbf16>) {
  // expected-error @+1 {{expects origin user, autocast or promotion after stage 2, got autodiff}}
  %0 = amp.cast %a {origin = #amp.origin<autodiff>} : (tensor<2xbf16>) -> tensor<2xf32>
  return
}

// -----

func.func @unasked(%a: tensor<2xf32>) {
  // expected-error @+1 {{of origin autocast expects users that ask for 'bf16'}}
  %0 = amp.cast %a {origin = #amp.origin<autocast>} : (tensor<2xf32>) -> tensor<2xbf16>
  // expected-note @+1 {{this user does not}}
  %1 = amp.exp %0 {amp.rule = #amp.rule<inherit, bf16>} : (tensor<2xbf16>) -> tensor<2xbf16>
  return
}

// -----

func.func @double(%a: tensor<2xf64>) {
  // expected-error @+1 {{expects an eligible operand for origin autocast (P1), got 'f64'}}
  %0 = amp.cast %a {origin = #amp.origin<autocast>} : (tensor<2xf64>) -> tensor<2xbf16>
  return
}

// -----

func.func @class(%a: tensor<2xf32>) {
  // expected-error @+1 {{expects a rule with a class that it permits, got #amp.rule<full_output, bf16>}}
  %0 = amp.exp %a {amp.rule = #amp.rule<full_output, bf16>} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @low(%a: tensor<2xf32>) {
  // expected-error @+1 {{expects a rule with low type f16 or bf16, got #amp.rule<inherit, f32>}}
  %0 = amp.exp %a {amp.rule = #amp.rule<inherit, f32>} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @unpinned(%a: tensor<2x2xbf16>) {
  %0 = amp.cast %a {origin = #amp.origin<autocast>} : (tensor<2x2xbf16>) -> tensor<2x2xf32>
  // expected-error @+1 {{expects an operand of the pinned type 'f32' that the compiler did not cast}}
  %1 = amp.matmul %0, %0 {accumulate = f32, amp.pinned = f32, amp.rule = #amp.rule<low, bf16>} : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @clear(%a: tensor<4xf32>, %b: tensor<4xbf16>) -> (tensor<2x2xbf16>, tensor<2x2xf32>) {
  // An op that takes what comes may be given the low type, but not f32.
  %0 = amp.cast %a {origin = #amp.origin<autocast>} : (tensor<4xf32>) -> tensor<4xbf16>
  %1 = amp.reshape %0 {amp.rule = #amp.rule<clear, bf16>} : (tensor<4xbf16>) -> tensor<2x2xbf16>
  // expected-error @+1 {{of origin autocast expects users that ask for 'f32'}}
  %2 = amp.cast %b {origin = #amp.origin<autocast>} : (tensor<4xbf16>) -> tensor<4xf32>
  // expected-note @+1 {{this user does not}}
  %3 = amp.reshape %2 {amp.rule = #amp.rule<clear, bf16>} : (tensor<4xf32>) -> tensor<2x2xf32>
  return %1, %3 : tensor<2x2xbf16>, tensor<2x2xf32>
}

// -----

func.func @branch(%c: tensor<i1>, %a: tensor<4xf32>, %b: tensor<4xbf16>) -> tensor<4xf32> {
  %0 = amp.if %c -> (tensor<4xf32>) {
    // expected-error @+1 {{of origin autocast expects users that ask for 'f32'}}
    %1 = amp.cast %b {origin = #amp.origin<autocast>} : (tensor<4xbf16>) -> tensor<4xf32>
    // expected-note @+1 {{this user does not}}
    amp.yield %1 : tensor<4xf32>
  } else {
    amp.yield %a : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}
