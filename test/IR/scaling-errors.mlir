// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every rule on the types of loss scaling and clipping is a located error.

// RUN: amp-opt %s -split-input-file -verify-diagnostics

func.func @scale_c1(%x: tensor<f16>, %y: tensor<f32>) {
  // expected-error @below {{inferred type(s) 'tensor<f32>' are incompatible with return type(s) of operation 'tensor<f16>'}}
  %0 = amp.scale %x, %y : (tensor<f16>, tensor<f32>) -> tensor<f16>
  return
}

// -----

func.func @scale_c1_ranked(%x: tensor<3xf16>, %y: tensor<f32>) {
  // expected-error @below {{inferred type(s) 'tensor<3xf16>' are incompatible with return type(s) of operation 'tensor<3xf32>'}}
  %0 = amp.scale %x, %y : (tensor<3xf16>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

func.func @unscale_and_check_c1(%x: tensor<3xf16>, %y: tensor<f32>) {
  // expected-error @below {{inferred type(s) 'tensor<3xf16>', 'tensor<f32>' are incompatible with return type(s) of operation 'tensor<3xf32>', 'tensor<f32>'}}
  %0, %1 = amp.unscale_and_check %x, %y : (tensor<3xf16>, tensor<f32>) -> (tensor<3xf32>, tensor<f32>)
  return
}

// -----

func.func @clip_by_norm_c1_none(%x: tensor<f32>) {
  // expected-error @below {{expects f32 or f64 gradients and a norm limit, got 'tensor<f32>'}}
  %0 = amp.clip_by_norm %x : (tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @clip_by_norm_c1_low(%x: tensor<3xf16>, %y: tensor<f16>) {
  // expected-error @below {{expects f32 or f64 gradients and a norm limit, got 'tensor<3xf16>', 'tensor<f16>'}}
  %0, %1 = amp.clip_by_norm %x, %y : (tensor<3xf16>, tensor<f16>) -> (tensor<3xf16>, tensor<f16>)
  return
}

// -----

func.func @clip_by_norm_c1_mixed(%x: tensor<3xf32>, %y: tensor<3xf64>, %z: tensor<f32>) {
  // expected-error @below {{expects one element type, got 'f64' and 'f32'}}
  %0, %1, %2 = amp.clip_by_norm %x, %y, %z : (tensor<3xf32>, tensor<3xf64>, tensor<f32>) -> (tensor<3xf32>, tensor<3xf64>, tensor<f32>)
  return
}

// -----

func.func @clip_by_norm_c1_total(%x: tensor<3xf32>, %y: tensor<f32>) {
  // expected-error @below {{inferred type(s) 'tensor<3xf32>', 'tensor<f32>' are incompatible with return type(s) of operation 'tensor<3xf32>', 'tensor<f64>'}}
  %0, %1 = amp.clip_by_norm %x, %y : (tensor<3xf32>, tensor<f32>) -> (tensor<3xf32>, tensor<f64>)
  return
}

// -----

func.func @clip_by_norm_c2(%x: tensor<4x3xf32>, %y: tensor<3xf32>, %z: tensor<f32>) {
  // expected-error @below {{inferred type(s) 'tensor<4x3xf32>', 'tensor<3xf32>', 'tensor<f32>' are incompatible with return type(s) of operation 'tensor<3xf32>', 'tensor<3xf32>', 'tensor<f32>'}}
  %0, %1, %2 = amp.clip_by_norm %x, %y, %z : (tensor<4x3xf32>, tensor<3xf32>, tensor<f32>) -> (tensor<3xf32>, tensor<3xf32>, tensor<f32>)
  return
}

// -----

func.func @clip_by_norm_c3(%x: tensor<3xf32>, %y: tensor<1xf32>) {
  // expected-error @below {{expects a 0-d norm limit, got 'tensor<1xf32>'}}
  %0, %1 = amp.clip_by_norm %x, %y : (tensor<3xf32>, tensor<1xf32>) -> (tensor<3xf32>, tensor<f32>)
  return
}

// -----

func.func @clip_by_value_c1(%x: tensor<4x3xf32>, %y: tensor<f32>) {
  // expected-error @below {{inferred type(s) 'tensor<4x3xf32>' are incompatible with return type(s) of operation 'tensor<3xf32>'}}
  %0 = amp.clip_by_value %x, %y : (tensor<4x3xf32>, tensor<f32>) -> tensor<3xf32>
  return
}
