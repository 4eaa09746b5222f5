// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What cannot be spelled out is a located error.

// RUN: amp-opt %s --amp-decompose -split-input-file -verify-diagnostics

func.func @dynamic_classes(%x: tensor<4x?xf32>, %y: tensor<4xi64>) -> tensor<f32> {
  // expected-error @+1 {{expects a static number of classes, got 'tensor<4x?xf32>'}}
  %0 = amp.cross_entropy %x, %y : (tensor<4x?xf32>, tensor<4xi64>) -> tensor<f32>
  return %0 : tensor<f32>
}
