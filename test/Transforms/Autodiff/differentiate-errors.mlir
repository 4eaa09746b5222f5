// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What cannot be differentiated is a located error that names op and function.
//
// RUN: amp-opt %s --amp-differentiate -split-input-file -verify-diagnostics

// expected-error @below {{expects a function 'loss' to differentiate, got none}}
module {
}

// -----

// expected-error @+1 {{expects a 0-d float, the loss, as first result, got 'tensor<4xf32>'}}
func.func @loss(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// -----

// expected-error @+1 {{expects the loss as first result, got none}}
func.func @loss() {
  return
}

// -----

amp.variable @x : tensor<f32> init(#amp.ones)
// expected-error @+1 {{expects a loss that depends on a trainable variable}}
func.func @loss(%y: tensor<f32>) -> tensor<f32> {
  %x = amp.read @x : tensor<f32>
  return %y : tensor<f32>
}

// -----

amp.variable @x : tensor<4xf32> init(#amp.ones)
// expected-error @+1 {{expects a gradient to reach a trainable variable}}
func.func @loss() -> tensor<f32> {
  %x = amp.read @x : tensor<4xf32>
  %0 = amp.size %x {axes = array<i64: 0>} : (tensor<4xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

amp.variable @x : tensor<f32> init(#amp.ones)
func.func @loss() -> tensor<f32> {
  %x = amp.read @x : tensor<f32>
  // expected-error @+1 {{expects calls and scopes to be resolved before differentiation; run amp-autocast first}}
  %0 = amp.autocast -> (tensor<f32>) {
    amp.yield %x : tensor<f32>
  }
  return %0 : tensor<f32>
}

// -----

func.func private @f(tensor<f32>) -> tensor<f32>
amp.variable @x : tensor<f32> init(#amp.ones)
func.func @loss() -> tensor<f32> {
  %x = amp.read @x : tensor<f32>
  // expected-error @+1 {{run amp-autocast first}}
  %0 = call @f(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

amp.variable @x : tensor<f32> init(#amp.ones)
func.func @loss(%limit: tensor<f32>) -> tensor<f32> {
  %x = amp.read @x : tensor<f32>
  // expected-error @+1 {{'amp.clip_by_value' op has no gradient, and one is needed in function "loss"}}
  %0 = amp.clip_by_value %x, %limit : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

amp.variable @x : tensor<4xf32> init(#amp.ones)
func.func @loss(%y: tensor<?xf32>) -> tensor<f32> {
  %x = amp.read @x : tensor<4xf32>
  // expected-error @+1 {{expects static shapes to be differentiated, got 'tensor<?xf32>'; run amp-specialize first}}
  %0 = amp.mul %x, %y : (tensor<4xf32>, tensor<?xf32>) -> tensor<4xf32>
  %1 = amp.sum %0 {axes = array<i64: 0>} : (tensor<4xf32>) -> tensor<f32>
  return %1 : tensor<f32>
}

// -----

amp.variable @x : tensor<f32> init(#amp.ones)
amp.variable @x.bf16 : tensor<bf16> init(#amp.zeros) {cast_of = @x}
func.func @loss() -> tensor<bf16> {
  // expected-error @+1 {{expects a variable that holds state, got a low-precision copy of @x}}
  %0 = amp.read @x.bf16 : tensor<bf16>
  return %0 : tensor<bf16>
}

// -----

amp.variable @x : tensor<f32> init(#amp.ones)
// expected-error @+1 {{expects the name loss_gradient to be free}}
func.func @loss() -> tensor<f32> {
  %0 = amp.read @x : tensor<f32>
  return %0 : tensor<f32>
}
// expected-note @+1 {{it is taken here}}
func.func @loss_gradient() {
  return
}

// -----

amp.variable @x : tensor<f32> init(#amp.ones)
func.func @loss(%c: tensor<i1>, %y: tensor<f32>) -> tensor<f32> {
  %0 = amp.if %c -> (tensor<f32>) {
    // expected-error @+1 {{expects calls and scopes to be resolved before differentiation; run amp-autocast first}}
    %x = amp.read @x : tensor<f32>
    amp.yield %x : tensor<f32>
  } else {
    amp.yield %y : tensor<f32>
  }
  return %0 : tensor<f32>
}
