// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a step cannot be built from.

// RUN: amp-opt %s --amp-build-step=optimizer=adam -split-input-file -verify-diagnostics

// expected-error @below {{expects a function named loss_gradient (run amp-differentiate)}}
module {
}

// -----

module {
  amp.variable @w : tensor<4xbf16> init(#amp.zeros)
  // expected-error @below {{expects trainable variables of f32 or f64, @w has 'bf16'}}
  func.func @loss_gradient(%seed: tensor<f32>) -> (tensor<f32>, tensor<4xbf16> {amp.gradient_of = @w}) {
    %w = amp.read @w : tensor<4xbf16>
    return %seed, %w : tensor<f32>, tensor<4xbf16>
  }
}

// -----

module {
  amp.variable @w : tensor<4xf32> init(#amp.zeros)
  // expected-error @below {{expects "w.exp_avg", the state of an update, to be a variable that is not trainable of type 'tensor<4xf32>'}}
  amp.variable @w.exp_avg : tensor<2xf32> init(#amp.zeros) {trainable = false}
  func.func @loss_gradient(%seed: tensor<f32>) -> (tensor<f32>, tensor<4xf32> {amp.gradient_of = @w}) {
    %w = amp.read @w : tensor<4xf32>
    return %seed, %w : tensor<f32>, tensor<4xf32>
  }
}

// -----

module {
  amp.variable @w : tensor<4xf32> init(#amp.zeros)
  // expected-error @below {{expects "w.exp_avg", the state of an update, to be a variable that is not trainable of type 'tensor<4xf32>'}}
  amp.variable @w.exp_avg : tensor<4xf32> init(#amp.zeros)
  func.func @loss_gradient(%seed: tensor<f32>) -> (tensor<f32>, tensor<4xf32> {amp.gradient_of = @w}) {
    %w = amp.read @w : tensor<4xf32>
    return %seed, %w : tensor<f32>, tensor<4xf32>
  }
}
