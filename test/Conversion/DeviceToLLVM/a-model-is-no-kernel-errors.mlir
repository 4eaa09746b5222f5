// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Only kernels become functions of the LLVM dialect. Attributes of a model's
// arguments would be taken for LLVM's.

// RUN: amp-opt %s --amp-device-to-llvm -split-input-file -verify-diagnostics

// expected-error @below {{expects kernels, got a function over tensors}}
func.func @loss(%x: tensor<4xf32> {amp.name = "x"}) -> (tensor<4xf32> {amp.name = "y"}) {
  return %x : tensor<4xf32>
}
