// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: amp-run check %s --target=ref
//
// amp.softmax: shifted by the maximum, any axis, rounded once.

func.func @large_logits_do_not_overflow() {
  %x = amp.constant dense<[[1000.0, 1000.0], [-1000.0, 0.0], [0xFF800000, 5.0]]> : tensor<3x2xf32>
  %y = amp.softmax %x {axis = 1} : (tensor<3x2xf32>) -> tensor<3x2xf32>
  %e = amp.constant dense<[[0.5, 0.5], [0.0, 1.0], [0.0, 1.0]]> : tensor<3x2xf32>
  check.expect_eq %y, %e : tensor<3x2xf32>
  return
}

func.func @rows_without_a_finite_maximum_are_nan() {
  %x = amp.constant dense<[[0xFF800000, 0xFF800000], [0x7F800000, 0.0], [0x7FC00000, 0.0]]> : tensor<3x2xf32>
  %y = amp.softmax %x {axis = 1} : (tensor<3x2xf32>) -> tensor<3x2xf32>
  %e = amp.constant dense<[[0x7FC00000, 0x7FC00000], [0x7FC00000, 0x7FC00000], [0x7FC00000, 0x7FC00000]]> : tensor<3x2xf32>
  check.expect_eq %y, %e : tensor<3x2xf32>
  return
}

func.func @other_axes_and_types() {
  %x = amp.constant dense<[[0.0, 1.0], [0.0, 3.0]]> : tensor<2x2xbf16>
  %y = amp.softmax %x {axis = 0} : (tensor<2x2xbf16>) -> tensor<2x2xbf16>
  %e = amp.constant dense<[[0.5, 0.11920292], [0.5, 0.88079708]]> : tensor<2x2xbf16>
  check.expect_eq %y, %e : tensor<2x2xbf16>
  %w = amp.softmax %x {axis = 0, accumulate = f32, dtype = f32} : (tensor<2x2xbf16>) -> tensor<2x2xf32>
  %ew = amp.constant dense<[[0.5, 0.11920292], [0.5, 0.88079708]]> : tensor<2x2xf32>
  check.expect_close %w, %ew {ulps = 1 : i64} : tensor<2x2xf32>
  %n = amp.constant dense<> : tensor<0x2xf32>
  %z = amp.softmax %n {axis = 0} : (tensor<0x2xf32>) -> tensor<0x2xf32>
  check.expect_eq %z, %n : tensor<0x2xf32>
  return
}
