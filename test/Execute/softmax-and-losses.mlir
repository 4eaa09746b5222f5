// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Softmax along any axis and a cross entropy with its gradient agree with their
// definition.

// RUN: same-bits %s | FileCheck %s
// CHECK-NOT: {{other bits|expected}}

func.func @cross_entropy_and_gradient(%x: tensor<33x10xf32>, %y: tensor<33xi64>, %s: tensor<f32>)
    -> (tensor<f32>, tensor<33x10xf32>)
    attributes {test.ulps = 256 : i64} {
  %0 = amp.softmax %x {axis = 1} : (tensor<33x10xf32>) -> tensor<33x10xf32>
  %l = amp.cross_entropy %x, %y : (tensor<33x10xf32>, tensor<33xi64>) -> tensor<f32>
  %i = amp.iota {axis = 1 : i64} : () -> tensor<33x10xi64>
  %r = amp.reshape %y : (tensor<33xi64>) -> tensor<33x1xi64>
  %h = amp.compare eq %i, %r : (tensor<33x10xi64>, tensor<33x1xi64>) -> tensor<33x10xi1>
  %c = amp.cast %h : (tensor<33x10xi1>) -> tensor<33x10xf32>
  %d = amp.sub %0, %c : (tensor<33x10xf32>, tensor<33x10xf32>) -> tensor<33x10xf32>
  %n = amp.size %y {axes = array<i64: 0>} : (tensor<33xi64>) -> tensor<f32>
  %q = amp.div %s, %n : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %g = amp.mul %d, %q : (tensor<33x10xf32>, tensor<f32>) -> tensor<33x10xf32>
  %b = amp.sum %g {axes = array<i64: 0>} : (tensor<33x10xf32>) -> tensor<10xf32>
  return %l, %g : tensor<f32>, tensor<33x10xf32>
}

func.func @softmax_f32(%x: tensor<4x5x6xf32>)
    -> (tensor<4x5x6xf32>, tensor<4x5x6xf32>, tensor<4x5x6xf32>)
    attributes {test.ulps = 8 : i64} {
  %0 = amp.softmax %x {axis = 2} : (tensor<4x5x6xf32>) -> tensor<4x5x6xf32>
  %1 = amp.softmax %x {axis = 0} : (tensor<4x5x6xf32>) -> tensor<4x5x6xf32>
  %2 = amp.log_softmax %x {axis = 2} : (tensor<4x5x6xf32>) -> tensor<4x5x6xf32>
  %3 = amp.mean %x {axes = array<i64: 1>} : (tensor<4x5x6xf32>) -> tensor<4x6xf32>
  return %0, %1, %2 : tensor<4x5x6xf32>, tensor<4x5x6xf32>, tensor<4x5x6xf32>
}

func.func @softmax_f16(%x: tensor<4x5x6xf16>)
    -> (tensor<4x5x6xf16>, tensor<4x5x6xf16>, tensor<4x5x6xf16>)
    attributes {test.ulps = 2 : i64} {
  %0 = amp.softmax %x {axis = 2} : (tensor<4x5x6xf16>) -> tensor<4x5x6xf16>
  %1 = amp.softmax %x {axis = 0} : (tensor<4x5x6xf16>) -> tensor<4x5x6xf16>
  %2 = amp.log_softmax %x {axis = 2} : (tensor<4x5x6xf16>) -> tensor<4x5x6xf16>
  %3 = amp.mean %x {axes = array<i64: 1>} : (tensor<4x5x6xf16>) -> tensor<4x6xf16>
  return %0, %1, %2 : tensor<4x5x6xf16>, tensor<4x5x6xf16>, tensor<4x5x6xf16>
}

func.func @softmax_bf16(%x: tensor<4x5x6xbf16>)
    -> (tensor<4x5x6xbf16>, tensor<4x5x6xbf16>, tensor<4x5x6xbf16>)
    attributes {test.ulps = 2 : i64} {
  %0 = amp.softmax %x {axis = 2} : (tensor<4x5x6xbf16>) -> tensor<4x5x6xbf16>
  %1 = amp.softmax %x {axis = 0} : (tensor<4x5x6xbf16>) -> tensor<4x5x6xbf16>
  %2 = amp.log_softmax %x {axis = 2} : (tensor<4x5x6xbf16>) -> tensor<4x5x6xbf16>
  %3 = amp.mean %x {axes = array<i64: 1>} : (tensor<4x5x6xbf16>) -> tensor<4x6xbf16>
  return %0, %1, %2 : tensor<4x5x6xbf16>, tensor<4x5x6xbf16>, tensor<4x5x6xbf16>
}
