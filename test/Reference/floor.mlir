// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: amp-run check %s --target=ref
// RUN: amp-run check %s --target=cpu
//
// amp.floor: down, with the signs of zeros and infinities kept.

func.func @special_values_and_halves() {
  %x = amp.constant dense<[-2.5, -1.5, -0.5, -0.25, -0.0, 0.0, 0.5, 1.5, 2.5, 0.49999997, 8.388609e+06, 3.0e+38, 1.401298464324817e-45, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<16xf32>
  %y = amp.floor %x : (tensor<16xf32>) -> tensor<16xf32>
  %e = amp.constant dense<[-3.0, -2.0, -1.0, -1.0, -0.0, 0.0, 0.0, 1.0, 2.0, 0.0, 8.388609e+06, 3.0e+38, 0.0, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<16xf32>
  check.expect_eq %y, %e : tensor<16xf32>
  return
}

func.func @integers_stay() {
  %x = amp.constant dense<[-7, 0, 3]> : tensor<3xi32>
  %y = amp.floor %x : (tensor<3xi32>) -> tensor<3xi32>
  %e = amp.constant dense<[-7, 0, 3]> : tensor<3xi32>
  check.expect_eq %y, %e : tensor<3xi32>
  return
}

func.func @sixteen_bits() {
  %x = amp.constant dense<[-1.5, 2.75, 0.5]> : tensor<3xbf16>
  %y = amp.floor %x : (tensor<3xbf16>) -> tensor<3xbf16>
  %e = amp.constant dense<[-2.0, 2.0, 0.0]> : tensor<3xbf16>
  check.expect_eq %y, %e : tensor<3xbf16>
  return
}

func.func @f64_halves_and_large() {
  %x = amp.constant dense<[-0.5, 4503599627370498.0, 1.5]> : tensor<3xf64>
  %y = amp.floor %x : (tensor<3xf64>) -> tensor<3xf64>
  %e = amp.constant dense<[-1.0, 4503599627370498.0, 1.0]> : tensor<3xf64>
  check.expect_eq %y, %e : tensor<3xf64>
  return
}
