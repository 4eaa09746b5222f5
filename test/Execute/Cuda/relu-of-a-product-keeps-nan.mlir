// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A ReLU behind a product keeps NaN, whatever the library's own would do: the
// only epilogue that is used is the bias (4), in every type.
// REQUIRES: cuda
// RUN: rm -f %t && %emulated env AMP_EMU_TRAFFIC=%t amp-run check %s --target=cuda
// RUN: FileCheck %s --implicit-check-not='epilogue {{[^4]}}' < %t

// CHECK-COUNT-3: epilogue 4

func.func @f32() {
  %x = amp.constant dense<[[1.0, 2.0], [0x7FC00000, 1.0], [-3.0, 0.0]]> : tensor<3x2xf32>
  %w = amp.constant dense<[[1.0, 1.0], [-1.0, -1.0]]> : tensor<2x2xf32>
  %b = amp.constant dense<[0.5, 0.25]> : tensor<2xf32>
  %0 = amp.linear %x, %w, %b : (tensor<3x2xf32>, tensor<2x2xf32>, tensor<2xf32>) -> tensor<3x2xf32>
  %1 = amp.relu %0 : (tensor<3x2xf32>) -> tensor<3x2xf32>
  %e = amp.constant dense<[[3.5, 0.0], [0x7FC00000, 0x7FC00000], [0.0, 3.25]]> : tensor<3x2xf32>
  check.expect_eq %1, %e : tensor<3x2xf32>
  return
}

func.func @f16() {
  %x = amp.constant dense<[[1.0, 2.0], [0x7E00, 1.0], [-3.0, 0.0]]> : tensor<3x2xf16>
  %w = amp.constant dense<[[1.0, 1.0], [-1.0, -1.0]]> : tensor<2x2xf16>
  %b = amp.constant dense<[0.5, 0.25]> : tensor<2xf16>
  %0 = amp.linear %x, %w, %b : (tensor<3x2xf16>, tensor<2x2xf16>, tensor<2xf16>) -> tensor<3x2xf16>
  %1 = amp.relu %0 : (tensor<3x2xf16>) -> tensor<3x2xf16>
  %e = amp.constant dense<[[3.5, 0.0], [0x7E00, 0x7E00], [0.0, 3.25]]> : tensor<3x2xf16>
  check.expect_eq %1, %e : tensor<3x2xf16>
  return
}

func.func @bf16() {
  %x = amp.constant dense<[[1.0, 2.0], [0x7FC0, 1.0], [-3.0, 0.0]]> : tensor<3x2xbf16>
  %w = amp.constant dense<[[1.0, 1.0], [-1.0, -1.0]]> : tensor<2x2xbf16>
  %b = amp.constant dense<[0.5, 0.25]> : tensor<2xbf16>
  %0 = amp.linear %x, %w, %b : (tensor<3x2xbf16>, tensor<2x2xbf16>, tensor<2xbf16>) -> tensor<3x2xbf16>
  %1 = amp.relu %0 : (tensor<3x2xbf16>) -> tensor<3x2xbf16>
  %e = amp.constant dense<[[3.5, 0.0], [0x7FC0, 0x7FC0], [0.0, 3.25]]> : tensor<3x2xbf16>
  check.expect_eq %1, %e : tensor<3x2xbf16>
  return
}
