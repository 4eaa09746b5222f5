// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: amp-run check %s --target=ref
//
// amp.erf: odd, exact sign of zero, saturating.

func.func @values() {
  %x = amp.constant dense<[0.0, -0.0, 0.5, -0.5, 1.0e-38, 6.0, 0xFF800000, 0x7FC00000]> : tensor<8xf32>
  %y = amp.erf %x : (tensor<8xf32>) -> tensor<8xf32>
  %e = amp.constant dense<[0.0, -0.0, 0.52049988, -0.52049988, 1.1283792e-38, 1.0, -1.0, 0x7FC00000]> : tensor<8xf32>
  check.expect_close %y, %e {ulps = 1 : i64} : tensor<8xf32>
  // Close counts the two zeros as equal; the sign is checked by the bits.
  %z = amp.constant dense<-0.0> : tensor<f32>
  %n = amp.erf %z : (tensor<f32>) -> tensor<f32>
  check.expect_eq %n, %z : tensor<f32>
  return
}
