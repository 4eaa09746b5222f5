// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every rule on the shapes of shape ops is a located error.

// RUN: amp-opt %s -split-input-file -verify-diagnostics

func.func @reshape_c1(%x: tensor<4xf32>) {
  // expected-error @below {{expects the operand's element type, got 'f32' and 'f16'}}
  %0 = amp.reshape %x : (tensor<4xf32>) -> tensor<2x2xf16>
  return
}

// -----

func.func @reshape_c2(%x: tensor<4x3xf32>) {
  // expected-error @below {{expects as many elements, got 'tensor<4x3xf32>' and 'tensor<10xf32>'}}
  %0 = amp.reshape %x : (tensor<4x3xf32>) -> tensor<10xf32>
  return
}

// -----

func.func @reshape_c2_result_dynamic(%x: tensor<4x3xf32>) {
  // expected-error @below {{expects as many elements, got 'tensor<4x3xf32>' and 'tensor<?x5xf32>'}}
  %0 = amp.reshape %x : (tensor<4x3xf32>) -> tensor<?x5xf32>
  return
}

// -----

func.func @reshape_c2_operand_dynamic(%x: tensor<?x5xf32>) {
  // expected-error @below {{expects as many elements, got 'tensor<?x5xf32>' and 'tensor<4x3xf32>'}}
  %0 = amp.reshape %x : (tensor<?x5xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @reshape_c2_empty(%x: tensor<?x0xf32>) {
  // expected-error @below {{expects as many elements, got 'tensor<?x0xf32>' and 'tensor<3xf32>'}}
  %0 = amp.reshape %x : (tensor<?x0xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @reshape_c3(%x: tensor<?x6xf32>) {
  // expected-error @below {{expects at most one dynamic dimension in the result, got 'tensor<?x2x?xf32>'}}
  %0 = amp.reshape %x : (tensor<?x6xf32>) -> tensor<?x2x?xf32>
  return
}

// -----

func.func @transpose_c1_range(%x: tensor<4x3xf32>) {
  // expected-error @below {{expects a permutation of [0, 2), got array<i64: 0, 2>}}
  %0 = amp.transpose %x {permutation = array<i64: 0, 2>} : (tensor<4x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @transpose_c1_twice(%x: tensor<4x3xf32>) {
  // expected-error @below {{expects a permutation of [0, 2), got array<i64: 0, 0>}}
  %0 = amp.transpose %x {permutation = array<i64: 0, 0>} : (tensor<4x3xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @transpose_c1_rank(%x: tensor<4x3xf32>) {
  // expected-error @below {{expects a permutation of [0, 2), got array<i64: 1>}}
  %0 = amp.transpose %x {permutation = array<i64: 1>} : (tensor<4x3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @transpose_result(%x: tensor<?x3xf32>) {
  // expected-error @below {{inferred type(s) 'tensor<3x?xf32>' are incompatible with return type(s) of operation 'tensor<?x3xf32>'}}
  %0 = amp.transpose %x {permutation = array<i64: 1, 0>} : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return
}

// -----

func.func @broadcast_c1(%x: tensor<3xf32>) {
  // expected-error @below {{expects the operand's element type, got 'f32' and 'f64'}}
  %0 = amp.broadcast %x : (tensor<3xf32>) -> tensor<4x3xf64>
  return
}

// -----

func.func @broadcast_c2(%x: tensor<4xf32>) {
  // expected-error @below {{expects a shape that broadcasts to the result's, got 'tensor<4xf32>' and 'tensor<4x3xf32>'}}
  %0 = amp.broadcast %x : (tensor<4xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @broadcast_c2_rank(%x: tensor<1x3xf32>) {
  // expected-error @below {{expects a shape that broadcasts to the result's, got 'tensor<1x3xf32>' and 'tensor<3xf32>'}}
  %0 = amp.broadcast %x : (tensor<1x3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @size_c1_range(%x: tensor<4x3xf32>) {
  // expected-error @below {{expects distinct axes in [0, 2), got axis 2}}
  %0 = amp.size %x {axes = array<i64: 2>} : (tensor<4x3xf32>) -> tensor<f32>
  return
}

// -----

func.func @size_c1_distinct(%x: tensor<4x3xf32>) {
  // expected-error @below {{expects distinct axes in [0, 2), got axis 0}}
  %0 = amp.size %x {axes = array<i64: 0, 0>} : (tensor<4x3xf32>) -> tensor<f32>
  return
}

// -----

func.func @size_c2_rank(%x: tensor<4x3xf32>) {
  // expected-error @below {{expects a 0-d result of f32, f64 or i64, got 'tensor<1xf32>'}}
  %0 = amp.size %x {axes = array<i64: 0>} : (tensor<4x3xf32>) -> tensor<1xf32>
  return
}

// -----

func.func @size_c2_element(%x: tensor<4x3xf32>) {
  // expected-error @below {{expects a 0-d result of f32, f64 or i64, got 'tensor<f16>'}}
  %0 = amp.size %x {axes = array<i64: 0>} : (tensor<4x3xf32>) -> tensor<f16>
  return
}

// -----

func.func @iota_c1() {
  // expected-error @below {{expects an axis in [0, 2), got 2}}
  %0 = amp.iota {axis = 2 : i64} : () -> tensor<4x3xi64>
  return
}

// -----

func.func @iota_c2() {
  // expected-error @below {{expects a static shape, got 'tensor<?xi64>'}}
  %0 = amp.iota {axis = 0 : i64} : () -> tensor<?xi64>
  return
}
