// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: amp-opt %s -split-input-file -verify-diagnostics

func.func @pack_c1(%w: tensor<?x4xf32>) {
  // expected-error@+1 {{expects an operand of rank 2 with static extents, got 'tensor<?x4xf32>'}}
  %0 = amp.pack %w : (tensor<?x4xf32>) -> tensor<1x1x16x64xf32>
  return
}

// -----

func.func @pack_type(%w: tensor<4x4xf32>) {
  // expected-error@+1 {{incompatible with return type}}
  %0 = amp.pack %w : (tensor<4x4xf32>) -> tensor<1x2x16x64xf32>
  return
}

// -----

func.func @packed_linear_c1(%x: tensor<2x?xf32>, %w: tensor<1x1x16x64xf32>) {
  // expected-error@+1 {{expects an input of rank 2 or more with static columns, got 'tensor<2x?xf32>'}}
  %0 = amp.packed_linear %x, %w {columns = 4 : i64} : (tensor<2x?xf32>, tensor<1x1x16x64xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @packed_linear_c2(%x: tensor<2x20xf32>, %w: tensor<1x1x16x64xf32>) {
  // expected-error@+1 {{expects a packed 20x4 matrix, 'tensor<1x2x16x64xf32>', got 'tensor<1x1x16x64xf32>'}}
  %0 = amp.packed_linear %x, %w {columns = 4 : i64} : (tensor<2x20xf32>, tensor<1x1x16x64xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @packed_linear_c3(%x: tensor<2x4xf32>, %w: tensor<1x1x16x64xf32>, %b: tensor<5xf32>) {
  // expected-error@+1 {{expects a bias of rank 1 with 4 elements, got 'tensor<5xf32>'}}
  %0 = amp.packed_linear %x, %w, %b {columns = 4 : i64} : (tensor<2x4xf32>, tensor<1x1x16x64xf32>, tensor<5xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @packed_linear_c4(%x: tensor<2x4xbf16>, %w: tensor<1x1x16x64xf32>) {
  // expected-error@+1 {{expects one element type, got 'bf16' and 'f32'}}
  %0 = amp.packed_linear %x, %w {columns = 4 : i64} : (tensor<2x4xbf16>, tensor<1x1x16x64xf32>) -> tensor<2x4xbf16>
  return
}

// -----

func.func @packed_linear_c5(%x: tensor<2x4xf32>, %w: tensor<1x1x16x64xf32>) {
  // expected-error@+1 {{expects accumulate type 'f32' for 'f32' operands, got 'f64'}}
  %0 = amp.packed_linear %x, %w {accumulate = f64, columns = 4 : i64} : (tensor<2x4xf32>, tensor<1x1x16x64xf32>) -> tensor<2x4xf32>
  return
}
