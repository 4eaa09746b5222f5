// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every rule on slices, pads and concatenations is a located error.

// RUN: amp-opt %s -split-input-file -verify-diagnostics

func.func @slice_c1(%x: tensor<4x3xf32>) {
  // expected-error @+1 {{expects distinct axes in [0, 2), got axis 1}}
  %0 = amp.slice %x {axes = array<i64: 1, 1>, ends = array<i64: 1, 1>, starts = array<i64: 0, 0>} : (tensor<4x3xf32>) -> tensor<4x1xf32>
  return
}

// -----

func.func @slice_c2(%x: tensor<4x3xf32>) {
  // expected-error @+1 {{expects 1 starts, ends and steps, as there are axes}}
  %0 = amp.slice %x {axes = array<i64: 1>, ends = array<i64: 1>, starts = array<i64: 0>, steps = array<i64>} : (tensor<4x3xf32>) -> tensor<4x1xf32>
  return
}

// -----

func.func @slice_c3(%x: tensor<4x3xf32>) {
  // expected-error @+1 {{expects steps other than 0}}
  %0 = amp.slice %x {axes = array<i64: 1>, ends = array<i64: 0>, starts = array<i64: 2>, steps = array<i64: 0>} : (tensor<4x3xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @pad_c1(%x: tensor<4x3xf32>) {
  // expected-error @+1 {{expects one number a dimension, none negative, for 'tensor<4x3xf32>', got 0, -1}}
  %0 = amp.pad %x {high = array<i64: 0, -1>, interior = array<i64: 0, 0>, low = array<i64: 0, 0>} : (tensor<4x3xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @pad_too_large(%x: tensor<4x3xf32>) {
  // expected-error @+1 {{expects an extent that fits 64 bits in dimension 1}}
  %0 = amp.pad %x {high = array<i64: 0, 9223372036854775807>, interior = array<i64: 0, 0>, low = array<i64: 0, 0>} : (tensor<4x3xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @concat_c1() {
  // expected-error @+1 {{expects at least one operand}}
  %0 = amp.concat {axis = 0 : i64} : () -> tensor<4xf32>
  return
}

// -----

func.func @concat_c1_rank(%x: tensor<4x3xf32>, %y: tensor<4xf32>) {
  // expected-error @+1 {{expects operands of one rank, got 'tensor<4x3xf32>' and 'tensor<4xf32>'}}
  %0 = amp.concat %x, %y {axis = 1 : i64} : (tensor<4x3xf32>, tensor<4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @concat_c2(%x: tensor<4x3xf32>) {
  // expected-error @+1 {{expects an axis in [0, 2), got 2}}
  %0 = amp.concat %x {axis = 2 : i64} : (tensor<4x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @concat_c3(%x: tensor<4x3xf32>, %y: tensor<5x3xf32>) {
  // expected-error @+1 {{expects equal extents but for the axis, got 'tensor<4x3xf32>' and 'tensor<5x3xf32>'}}
  %0 = amp.concat %x, %y {axis = 1 : i64} : (tensor<4x3xf32>, tensor<5x3xf32>) -> tensor<4x6xf32>
  return
}
