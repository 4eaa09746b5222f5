// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: amp-run check %s --target=ref
// RUN: amp-run check %s --target=cpu
//
// amp.sign: 0 for zeros and NaN.

func.func @special_values() {
  %x = amp.constant dense<[-2.5, -1.5, -0.5, -0.25, -0.0, 0.0, 0.5, 1.5, 2.5, 0.49999997, 8.388609e+06, 3.0e+38, 1.401298464324817e-45, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<16xf32>
  %y = amp.sign %x : (tensor<16xf32>) -> tensor<16xf32>
  %e = amp.constant dense<[-1.0, -1.0, -1.0, -1.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, -1.0, 0.0]> : tensor<16xf32>
  check.expect_eq %y, %e : tensor<16xf32>
  return
}

func.func @integers() {
  %x = amp.constant dense<[-7, 0, 3]> : tensor<3xi64>
  %y = amp.sign %x : (tensor<3xi64>) -> tensor<3xi64>
  %e = amp.constant dense<[-1, 0, 1]> : tensor<3xi64>
  check.expect_eq %y, %e : tensor<3xi64>
  return
}

func.func @sixteen_bits() {
  %x = amp.constant dense<[-3.0, 0.0625, 0x7E00]> : tensor<3xf16>
  %y = amp.sign %x : (tensor<3xf16>) -> tensor<3xf16>
  %e = amp.constant dense<[-1.0, 1.0, 0.0]> : tensor<3xf16>
  check.expect_eq %y, %e : tensor<3xf16>
  return
}
