// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every rule on the axis and types of normalisations is a located error.

// RUN: amp-opt %s -split-input-file -verify-diagnostics

func.func @softmax_c1(%x: tensor<4x3xf32>) {
  // expected-error @below {{expects an axis in [0, 2), got 2}}
  %0 = amp.softmax %x {axis = 2} : (tensor<4x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @softmax_c1_negative(%x: tensor<4x3xf32>) {
  // expected-error @below {{expects an axis in [0, 2), got -1}}
  %0 = amp.softmax %x {axis = -1} : (tensor<4x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @softmax_c2(%x: tensor<4x3xf32>) {
  // expected-error @below {{inferred type(s) 'tensor<4x3xf32>' are incompatible with return type(s) of operation 'tensor<4x1xf32>'}}
  %0 = amp.softmax %x {axis = 1} : (tensor<4x3xf32>) -> tensor<4x1xf32>
  return
}

// -----

func.func @softmax_c2_dtype(%x: tensor<4x3xbf16>) {
  // expected-error @below {{inferred type(s) 'tensor<4x3xf32>' are incompatible with return type(s) of operation 'tensor<4x3xbf16>'}}
  %0 = amp.softmax %x {axis = 1, dtype = f32} : (tensor<4x3xbf16>) -> tensor<4x3xbf16>
  return
}

// -----

func.func @softmax_c2_element(%x: tensor<4x3xf32>) {
  // expected-error @below {{expects a float or integer type as dtype, got 'tensor<f32>'}}
  %0 = amp.softmax %x {axis = 1, dtype = tensor<f32>} : (tensor<4x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @softmax_c3(%x: tensor<4x3xbf16>) {
  // expected-error @below {{expects accumulate type 'f32' for 'bf16' operands, got 'bf16'}}
  %0 = amp.softmax %x {axis = 1, accumulate = bf16} : (tensor<4x3xbf16>) -> tensor<4x3xbf16>
  return
}

// -----

func.func @log_softmax_c1(%x: tensor<4x3xf32>) {
  // expected-error @below {{expects an axis in [0, 2), got 2}}
  %0 = amp.log_softmax %x {axis = 2} : (tensor<4x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @log_softmax_c1_negative(%x: tensor<4x3xf32>) {
  // expected-error @below {{expects an axis in [0, 2), got -1}}
  %0 = amp.log_softmax %x {axis = -1} : (tensor<4x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @log_softmax_c2(%x: tensor<4x3xf32>) {
  // expected-error @below {{inferred type(s) 'tensor<4x3xf32>' are incompatible with return type(s) of operation 'tensor<4x1xf32>'}}
  %0 = amp.log_softmax %x {axis = 1} : (tensor<4x3xf32>) -> tensor<4x1xf32>
  return
}

// -----

func.func @log_softmax_c2_dtype(%x: tensor<4x3xbf16>) {
  // expected-error @below {{inferred type(s) 'tensor<4x3xf32>' are incompatible with return type(s) of operation 'tensor<4x3xbf16>'}}
  %0 = amp.log_softmax %x {axis = 1, dtype = f32} : (tensor<4x3xbf16>) -> tensor<4x3xbf16>
  return
}

// -----

func.func @log_softmax_c2_element(%x: tensor<4x3xf32>) {
  // expected-error @below {{expects a float or integer type as dtype, got 'tensor<f32>'}}
  %0 = amp.log_softmax %x {axis = 1, dtype = tensor<f32>} : (tensor<4x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @log_softmax_c3(%x: tensor<4x3xbf16>) {
  // expected-error @below {{expects accumulate type 'f32' for 'bf16' operands, got 'bf16'}}
  %0 = amp.log_softmax %x {axis = 1, accumulate = bf16} : (tensor<4x3xbf16>) -> tensor<4x3xbf16>
  return
}

// -----

func.func @layer_norm_c1(%x: tensor<4x3xf32>, %w: tensor<3xf32>) {
  // expected-error @below {{expects an axis in [0, 2), got 2}}
  %0 = amp.layer_norm %x {axis = 2} : (tensor<4x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @layer_norm_c2_count(%x: tensor<4x3xf32>, %w: tensor<3xf32>) {
  // expected-error @below {{expects at most a weight and a bias behind the input, got 3 tensors}}
  %0 = amp.layer_norm %x, %w, %w, %w {axis = 1} : (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @layer_norm_c2_shape(%x: tensor<4x3xf32>, %w: tensor<3xf32>) {
  // expected-error @below {{expects weight and bias of the shape 'tensor<4x3xf32>', got 'tensor<3xf32>'}}
  %0 = amp.layer_norm %x, %w {axis = 0} : (tensor<4x3xf32>, tensor<3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @layer_norm_c3_other_sixteen_bits(%x: tensor<4x3xbf16>, %w: tensor<3xf16>) {
  // expected-error @below {{expects one element type, got 'bf16' and 'f16'; cast one operand}}
  %0 = amp.layer_norm %x, %w {axis = 1} : (tensor<4x3xbf16>, tensor<3xf16>) -> tensor<4x3xbf16>
  return
}

// -----

func.func @layer_norm_c3_narrow_weight(%x: tensor<4x3xf32>, %w: tensor<3xbf16>) {
  // expected-error @below {{expects one element type, got 'f32' and 'bf16'; cast one operand}}
  %0 = amp.layer_norm %x, %w {axis = 1} : (tensor<4x3xf32>, tensor<3xbf16>) -> tensor<4x3xf32>
  return
}

// -----

func.func @layer_norm_c3_result(%x: tensor<4x3xf32>, %w: tensor<3xf32>) {
  // expected-error @below {{inferred type(s) 'tensor<4x3xf32>' are incompatible with return type(s) of operation 'tensor<4x1xf32>'}}
  %0 = amp.layer_norm %x {axis = 1} : (tensor<4x3xf32>) -> tensor<4x1xf32>
  return
}

// -----

func.func @layer_norm_c4(%x: tensor<4x3xbf16>) {
  // expected-error @below {{expects accumulate type 'f32' for 'bf16' operands, got 'f64'}}
  %0 = amp.layer_norm %x {axis = 1, accumulate = f64} : (tensor<4x3xbf16>) -> tensor<4x3xbf16>
  return
}

// -----

func.func @layer_norm_c5(%x: tensor<4x3xf32>, %w: tensor<3xf32>) {
  // expected-error @below {{expects a finite epsilon of at least 0, got -1.0}}
  %0 = amp.layer_norm %x {axis = 1, epsilon = -1.0} : (tensor<4x3xf32>) -> tensor<4x3xf32>
  return
}
