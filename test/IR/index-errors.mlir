// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every rule on the types of index ops is a located error.

// RUN: amp-opt %s -split-input-file -verify-diagnostics

func.func @gather_c1(%x: tensor<4x3xf32>, %i: tensor<2xi64>) {
  // expected-error @+1 {{expects an axis in [0, 2), got 2}}
  %0 = amp.gather %x, %i {axis = 2 : i64} : (tensor<4x3xf32>, tensor<2xi64>) -> tensor<4x2xf32>
  return
}

// -----

func.func @gather_elements_c1(%x: tensor<4x3xf32>, %i: tensor<4x2xi64>) {
  // expected-error @+1 {{expects an axis in [0, 2), got -1}}
  %0 = amp.gather_elements %x, %i {axis = -1 : i64} : (tensor<4x3xf32>, tensor<4x2xi64>) -> tensor<4x2xf32>
  return
}

// -----

func.func @gather_elements_c2(%x: tensor<4x3xf32>, %i: tensor<5x2xi64>) {
  // expected-error @+1 {{expects indices of the operand's shape but for the axis, got 'tensor<5x2xi64>' for 'tensor<4x3xf32>'}}
  %0 = amp.gather_elements %x, %i {axis = 1 : i64} : (tensor<4x3xf32>, tensor<5x2xi64>) -> tensor<4x2xf32>
  return
}

// -----

func.func @embedding_c1(%w: tensor<4x3x2xf32>, %i: tensor<2xi64>) {
  // expected-error @+1 {{expects a weight of rank 2, got 'tensor<4x3x2xf32>'}}
  %0 = amp.embedding %w, %i : (tensor<4x3x2xf32>, tensor<2xi64>) -> tensor<2x3x2xf32>
  return
}

// -----

func.func @embedding_c3(%w: tensor<4x3xf32>, %i: tensor<2xi64>) {
  // expected-error @+1 {{expects a padding index in [0, 4), got 4}}
  %0 = amp.embedding %w, %i {padding_index = 4 : i64} : (tensor<4x3xf32>, tensor<2xi64>) -> tensor<2x3xf32>
  return
}

// -----

func.func @scatter_add_c1(%u: tensor<2x3xf32>, %i: tensor<2xi64>) {
  // expected-error @below {{expects an axis in [0, 2), got 2}}
  %0 = amp.scatter_add %u, %i {axis = 2 : i64} : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<9x3xf32>
  return
}

// -----

func.func @scatter_add_c2(%u: tensor<2x4xf32>, %i: tensor<2xi64>) {
  // expected-error @below {{expects updates of type 'tensor<2x3xf32>', got 'tensor<2x4xf32>'}}
  %0 = amp.scatter_add %u, %i {axis = 0 : i64} : (tensor<2x4xf32>, tensor<2xi64>) -> tensor<9x3xf32>
  return
}

// -----

func.func @scatter_add_c3(%u: tensor<2x3xf16>, %i: tensor<2xi64>) {
  // expected-error @below {{expects the updates' element type, got 'tensor<2x3xf16>' and 'tensor<9x3xf32>'}}
  %0 = amp.scatter_add %u, %i {axis = 0 : i64} : (tensor<2x3xf16>, tensor<2xi64>) -> tensor<9x3xf32>
  return
}

// -----

func.func @scatter_add_c4(%u: tensor<2x3xf16>, %i: tensor<2xi64>) {
  // expected-error @below {{expects accumulate type 'f32' for 'f16' operands, got 'f16'}}
  %0 = amp.scatter_add %u, %i {accumulate = f16, axis = 0 : i64} : (tensor<2x3xf16>, tensor<2xi64>) -> tensor<9x3xf16>
  return
}

// -----

func.func @scatter_add_elements_c1(%u: tensor<2x3xf32>, %i: tensor<2x3xi64>) {
  // expected-error @below {{expects an axis in [0, 2), got 2}}
  %0 = amp.scatter_add_elements %u, %i {axis = 2 : i64} : (tensor<2x3xf32>, tensor<2x3xi64>) -> tensor<9x3xf32>
  return
}

// -----

func.func @scatter_add_elements_c2(%u: tensor<2x3xf32>, %i: tensor<2x4xi64>) {
  // expected-error @below {{expects updates and indices of the result's shape but for the axis, got 'tensor<2x3xf32>' and 'tensor<2x4xi64>' for 'tensor<2x9xf32>'}}
  %0 = amp.scatter_add_elements %u, %i {axis = 1 : i64} : (tensor<2x3xf32>, tensor<2x4xi64>) -> tensor<2x9xf32>
  return
}

// -----

func.func @scatter_add_elements_c3(%u: tensor<2x3xf16>, %i: tensor<2x3xi64>) {
  // expected-error @below {{expects the updates' element type, got 'tensor<2x3xf16>' and 'tensor<2x9xf32>'}}
  %0 = amp.scatter_add_elements %u, %i {axis = 1 : i64} : (tensor<2x3xf16>, tensor<2x3xi64>) -> tensor<2x9xf32>
  return
}

// -----

func.func @scatter_add_elements_c4(%u: tensor<2x3xf64>, %i: tensor<2x3xi64>) {
  // expected-error @below {{expects accumulate type 'f64' for 'f64' operands, got 'f32'}}
  %0 = amp.scatter_add_elements %u, %i {accumulate = f32, axis = 1 : i64} : (tensor<2x3xf64>, tensor<2x3xi64>) -> tensor<2x9xf64>
  return
}
