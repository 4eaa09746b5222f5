// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every rule on the types of optimizer steps is a located error.

// RUN: amp-opt %s -split-input-file -verify-diagnostics

func.func @sgd_c1(%x: tensor<4x3xf32>, %y: tensor<4x3xf16>, %z: tensor<f64>, %u: tensor<f64>, %v: tensor<f32>) {
  // expected-error @below {{expects parameter, gradient and moments of one type, got 'tensor<4x3xf32>' and 'tensor<4x3xf16>'}}
  %0 = amp.sgd %x, %y, %z, %u, %v : (tensor<4x3xf32>, tensor<4x3xf16>, tensor<f64>, tensor<f64>, tensor<f32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @sgd_c1_buffer(%x: tensor<4x3xf32>, %y: tensor<4x3xf32>, %z: tensor<3xf32>, %u: tensor<f64>, %v: tensor<f64>, %w: tensor<f32>) {
  // expected-error @below {{expects parameter, gradient and moments of one type, got 'tensor<4x3xf32>' and 'tensor<3xf32>'}}
  %0, %1 = amp.sgd %x, %y, %z, %u, %v, %w {momentum = 0.9 : f64} : (tensor<4x3xf32>, tensor<4x3xf32>, tensor<3xf32>, tensor<f64>, tensor<f64>, tensor<f32>) -> (tensor<4x3xf32>, tensor<4x3xf32>)
  return
}

// -----

func.func @sgd_c2(%x: tensor<4x3xf32>, %y: tensor<4x3xf32>, %z: tensor<f64>, %u: tensor<f64>, %v: tensor<f32>) {
  // expected-error @below {{inferred type(s) 'tensor<4x3xf32>' are incompatible with return type(s) of operation 'tensor<3xf32>'}}
  %0 = amp.sgd %x, %y, %z, %u, %v : (tensor<4x3xf32>, tensor<4x3xf32>, tensor<f64>, tensor<f64>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

func.func @sgd_c2_buffer(%x: tensor<4x3xf32>, %y: tensor<4x3xf32>, %z: tensor<f64>, %u: tensor<f64>, %v: tensor<f32>) {
  // expected-error @below {{inferred type(s) 'tensor<4x3xf32>' are incompatible with return type(s) of operation 'tensor<4x3xf32>', 'tensor<4x3xf32>'}}
  %0, %1 = amp.sgd %x, %y, %z, %u, %v : (tensor<4x3xf32>, tensor<4x3xf32>, tensor<f64>, tensor<f64>, tensor<f32>) -> (tensor<4x3xf32>, tensor<4x3xf32>)
  return
}

// -----

func.func @sgd_c3_momentum(%x: tensor<4x3xf32>, %y: tensor<4x3xf32>, %z: tensor<f64>, %u: tensor<f64>, %v: tensor<f32>) {
  // expected-error @below {{expects a momentum buffer for momentum or nesterov}}
  %0 = amp.sgd %x, %y, %z, %u, %v {momentum = 0.9 : f64} : (tensor<4x3xf32>, tensor<4x3xf32>, tensor<f64>, tensor<f64>, tensor<f32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @sgd_c3_nesterov(%x: tensor<4x3xf32>, %y: tensor<4x3xf32>, %z: tensor<f64>, %u: tensor<f64>, %v: tensor<f32>) {
  // expected-error @below {{expects a momentum buffer for momentum or nesterov}}
  %0 = amp.sgd %x, %y, %z, %u, %v {nesterov} : (tensor<4x3xf32>, tensor<4x3xf32>, tensor<f64>, tensor<f64>, tensor<f32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @adam_c1_gradient(%x: tensor<4x3xf32>, %y: tensor<4x3xbf16>, %z: tensor<4x3xf32>, %u: tensor<4x3xf32>, %v: tensor<i64>, %w: tensor<f64>, %p: tensor<f64>, %q: tensor<f32>) {
  // expected-error @below {{expects parameter, gradient and moments of one type, got 'tensor<4x3xf32>' and 'tensor<4x3xbf16>'}}
  %0, %1, %2, %3 = amp.adam %x, %y, %z, %u, %v, %w, %p, %q : (tensor<4x3xf32>, tensor<4x3xbf16>, tensor<4x3xf32>, tensor<4x3xf32>, tensor<i64>, tensor<f64>, tensor<f64>, tensor<f32>) -> (tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x3xf32>, tensor<i64>)
  return
}

// -----

func.func @adam_c1_moment(%x: tensor<4x3xf32>, %y: tensor<4x3xf32>, %z: tensor<4x3xf32>, %u: tensor<3x4xf32>, %v: tensor<i64>, %w: tensor<f64>, %p: tensor<f64>, %q: tensor<f32>) {
  // expected-error @below {{expects parameter, gradient and moments of one type, got 'tensor<4x3xf32>' and 'tensor<3x4xf32>'}}
  %0, %1, %2, %3 = amp.adam %x, %y, %z, %u, %v, %w, %p, %q : (tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x3xf32>, tensor<3x4xf32>, tensor<i64>, tensor<f64>, tensor<f64>, tensor<f32>) -> (tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x3xf32>, tensor<i64>)
  return
}

// -----

func.func @adam_c2(%x: tensor<4x3xf32>, %y: tensor<4x3xf32>, %z: tensor<4x3xf32>, %u: tensor<4x3xf32>, %v: tensor<i64>, %w: tensor<f64>, %p: tensor<f64>, %q: tensor<f32>) {
  // expected-error @below {{inferred type(s) 'tensor<4x3xf32>', 'tensor<4x3xf32>', 'tensor<4x3xf32>', 'tensor<i64>' are incompatible with return type(s) of operation 'tensor<4x3xf32>', 'tensor<4x3xf32>', 'tensor<4x3xf64>', 'tensor<i64>'}}
  %0, %1, %2, %3 = amp.adam %x, %y, %z, %u, %v, %w, %p, %q : (tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x3xf32>, tensor<i64>, tensor<f64>, tensor<f64>, tensor<f32>) -> (tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x3xf64>, tensor<i64>)
  return
}

// -----

func.func @adamw_c1_gradient(%x: tensor<4x3xf32>, %y: tensor<4x3xbf16>, %z: tensor<4x3xf32>, %u: tensor<4x3xf32>, %v: tensor<i64>, %w: tensor<f64>, %p: tensor<f64>, %q: tensor<f32>) {
  // expected-error @below {{expects parameter, gradient and moments of one type, got 'tensor<4x3xf32>' and 'tensor<4x3xbf16>'}}
  %0, %1, %2, %3 = amp.adamw %x, %y, %z, %u, %v, %w, %p, %q : (tensor<4x3xf32>, tensor<4x3xbf16>, tensor<4x3xf32>, tensor<4x3xf32>, tensor<i64>, tensor<f64>, tensor<f64>, tensor<f32>) -> (tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x3xf32>, tensor<i64>)
  return
}

// -----

func.func @adamw_c1_moment(%x: tensor<4x3xf32>, %y: tensor<4x3xf32>, %z: tensor<4x3xf32>, %u: tensor<3x4xf32>, %v: tensor<i64>, %w: tensor<f64>, %p: tensor<f64>, %q: tensor<f32>) {
  // expected-error @below {{expects parameter, gradient and moments of one type, got 'tensor<4x3xf32>' and 'tensor<3x4xf32>'}}
  %0, %1, %2, %3 = amp.adamw %x, %y, %z, %u, %v, %w, %p, %q : (tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x3xf32>, tensor<3x4xf32>, tensor<i64>, tensor<f64>, tensor<f64>, tensor<f32>) -> (tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x3xf32>, tensor<i64>)
  return
}

// -----

func.func @adamw_c2(%x: tensor<4x3xf32>, %y: tensor<4x3xf32>, %z: tensor<4x3xf32>, %u: tensor<4x3xf32>, %v: tensor<i64>, %w: tensor<f64>, %p: tensor<f64>, %q: tensor<f32>) {
  // expected-error @below {{inferred type(s) 'tensor<4x3xf32>', 'tensor<4x3xf32>', 'tensor<4x3xf32>', 'tensor<i64>' are incompatible with return type(s) of operation 'tensor<4x3xf32>', 'tensor<4x3xf32>', 'tensor<4x3xf64>', 'tensor<i64>'}}
  %0, %1, %2, %3 = amp.adamw %x, %y, %z, %u, %v, %w, %p, %q : (tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x3xf32>, tensor<i64>, tensor<f64>, tensor<f64>, tensor<f32>) -> (tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x3xf64>, tensor<i64>)
  return
}
