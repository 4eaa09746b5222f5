// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Buffers have sizes: stage 3 comes before.

// RUN: amp-opt %s --amp-to-device -split-input-file -verify-diagnostics

// expected-error @below {{expects tensors of static shapes in a device program, got 'tensor<?xf32>'}}
func.func @f(%x: tensor<?xf32>) -> tensor<?xf32> {
  return %x : tensor<?xf32>
}

// -----

func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{expects tensors of static shapes in a device program, got 'tensor<?xf32>'}}
  %0 = amp.reshape %x : (tensor<4xf32>) -> tensor<?xf32>
  return %x : tensor<4xf32>
}

// -----

// expected-error @below {{expects tensors of static shapes in a device program, got 'i32'}}
func.func @f(%x: i32) -> i32 {
  return %x : i32
}
