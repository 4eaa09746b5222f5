// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The verifier of stage 4: each condition of lib/Transforms/Autodiff/README.md
// violated once.
//
// RUN: amp-opt %s --amp-verify-differentiate -split-input-file -verify-diagnostics

func.func @v1_untagged_cast(%x: tensor<4xbf16>) -> tensor<4xf32> {
  // expected-error @+1 {{expects a cast of differentiation to be part of a rule}}
  %0 = amp.cast %x {origin = #amp.origin<autodiff>} : (tensor<4xbf16>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @v1_sum_of_two_types(%x: tensor<4xbf16>, %y: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{expects gradients of one type to be added, got 'tensor<4xbf16>' and 'tensor<4xf32>'}}
  %0 = amp.add %x, %y {amp.gradient_sum} : (tensor<4xbf16>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @v1_seed(%loss: tensor<f32>, %seed: tensor<f32>) -> tensor<f32> {
  // expected-error @+1 {{expects the seed in the type of the loss, 'tensor<f32>', got 'tensor<bf16>'}}
  %0 = amp.cast %seed {amp.gradient_seed, origin = #amp.origin<autodiff>} : (tensor<f32>) -> tensor<bf16>
  return %loss : tensor<f32>
}

// -----

func.func @v2_cast_to_another_type(%x: tensor<4xbf16>) {
  %0 = amp.tanh %x {amp.node = 0 : i64} : (tensor<4xbf16>) -> tensor<4xbf16>
  // expected-error @+1 {{expects a conversion to the compute type 'f32' of amp.tanh, got 'f16'}}
  %1 = amp.cast %0 {amp.gradient_of_node = 0 : i64, origin = #amp.origin<autodiff>} : (tensor<4xbf16>) -> tensor<4xf16>
  return
}

// -----

func.func @v2_cast_from_another_type(%x: tensor<4xbf16>, %g: tensor<4xf16>) {
  %0 = amp.tanh %x {amp.node = 0 : i64} : (tensor<4xbf16>) -> tensor<4xbf16>
  // expected-error @+1 {{expects a conversion from a type of amp.tanh, got 'f16'}}
  %1 = amp.cast %g {amp.gradient_of_node = 0 : i64, origin = #amp.origin<autodiff>} : (tensor<4xf16>) -> tensor<4xf32>
  return
}

// -----

func.func @v3_no_accumulate_type(%x: tensor<4x4xbf16>, %g: tensor<4x4xbf16>) -> tensor<4x4xbf16> {
  %0 = amp.matmul %x, %x {accumulate = f32, amp.node = 0 : i64} : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xbf16>
  // expected-error @+1 {{expects accumulate type 'f32' as amp.matmul has}}
  %1 = amp.matmul %g, %x {transpose_rhs, amp.gradient_of_node = 0 : i64, amp.gradient_operand = 0 : i64} : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xbf16>
  return %1 : tensor<4x4xbf16>
}

// -----

func.func @v4_low_arithmetic(%x: tensor<4xbf16>, %g: tensor<4xbf16>) -> tensor<4xbf16> {
  %0 = amp.neg %x {amp.node = 0 : i64} : (tensor<4xbf16>) -> tensor<4xbf16>
  // expected-error @+2 {{expects 'f32' operands in the gradient of amp.neg, got 'bf16'}}
  // expected-error @+1 {{expects a result in 'f32' in the gradient of amp.neg, got 'bf16'}}
  %1 = amp.neg %g {amp.gradient_of_node = 0 : i64, amp.gradient_operand = 0 : i64} : (tensor<4xbf16>) -> tensor<4xbf16>
  return %1 : tensor<4xbf16>
}

// -----

func.func @v5_wide_contraction(%x: tensor<4x4xbf16>, %g: tensor<4x4xf32>) {
  %0 = amp.matmul %x, %x {accumulate = f32, amp.node = 0 : i64} : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xbf16>
  // expected-error @+1 {{expects 'bf16' operands in the gradient of amp.matmul, got 'f32'}}
  %1 = amp.matmul %g, %g {accumulate = f32, amp.gradient_of_node = 0 : i64} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @v6_rounded_twice(%x: tensor<4xbf16>, %g: tensor<4xf32>) -> tensor<4xbf16> {
  %0 = amp.neg %x {amp.node = 0 : i64} : (tensor<4xbf16>) -> tensor<4xbf16>
  %1 = amp.cast %g {amp.gradient_of_node = 0 : i64, amp.gradient_operand = 0 : i64, origin = #amp.origin<autodiff>} : (tensor<4xf32>) -> tensor<4xbf16>
  // expected-error @+1 {{expects 'f32' operands in the gradient of amp.neg, got 'bf16'}}
  %2 = amp.cast %1 {amp.gradient_of_node = 0 : i64, origin = #amp.origin<autodiff>} : (tensor<4xbf16>) -> tensor<4xf32>
  return %1 : tensor<4xbf16>
}

// -----

func.func @v7_inner_value_leaves(%x: tensor<4xbf16>, %g: tensor<4xbf16>) -> tensor<4xf32> {
  %0 = amp.neg %x {amp.node = 0 : i64} : (tensor<4xbf16>) -> tensor<4xbf16>
  // expected-error @+1 {{expects a value that is no gradient of an operand to be used in the rule of amp.neg only}}
  %1 = amp.cast %g {amp.gradient_of_node = 0 : i64, origin = #amp.origin<autodiff>} : (tensor<4xbf16>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

func.func @v7_gradient_of_another_type(%x: tensor<4xbf16>, %g: tensor<4xf32>) -> tensor<4xf32> {
  %0 = amp.neg %x {amp.node = 0 : i64} : (tensor<4xbf16>) -> tensor<4xbf16>
  // expected-error @+1 {{expects the gradient of operand 0 of amp.neg to have its type 'tensor<4xbf16>', got 'tensor<4xf32>'}}
  %1 = amp.neg %g {amp.gradient_of_node = 0 : i64, amp.gradient_operand = 0 : i64} : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

amp.variable @w : tensor<4xf32> init(#amp.ones)
// expected-error @+1 {{expects the gradient of @w to have its type 'tensor<4xf32>', got 'tensor<4xbf16>'}}
func.func @v8(%g: tensor<4xbf16>) -> (tensor<4xbf16> {amp.gradient_of = @w}) {
  return %g : tensor<4xbf16>
}

// -----

func.func @no_forward_op(%g: tensor<4xf32>) {
  // expected-error @+1 {{expects a forward op with the number that amp.gradient_of_node names}}
  %1 = amp.neg %g {amp.gradient_of_node = 3 : i64} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @without_results(%x: tensor<4xbf16>) {
  // expected-error @+1 {{expects a cast of differentiation to be part of a rule}}
  %0 = amp.cast %x {origin = #amp.origin<autodiff>} : (tensor<4xbf16>) -> tensor<4xf32>
  return
}
