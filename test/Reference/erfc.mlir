// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: amp-run check %s --target=ref
// RUN: amp-run check %s --target=cpu
//
// amp.erfc: keeps the digits of the tail.

func.func @values() {
  %x = amp.constant dense<[0.0, -0.0, 0.5, -0.5, 2.0, 4.0, 9.0, -3.0, 12.0, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<12xf32>
  %y = amp.erfc %x : (tensor<12xf32>) -> tensor<12xf32>
  %e = amp.constant dense<[1.0, 1.0, 0.47950011, 1.5204998, 0.004677735, 1.5417259e-08, 4.1370317e-37, 1.999978, 0.0, 0.0, 2.0, 0x7FC00000]> : tensor<12xf32>
  check.expect_close %y, %e {ulps = 4 : i64} : tensor<12xf32>
  return
}

func.func @sixteen_bit_results_round_once() {
  %x = amp.constant dense<[1.0, -0.25, 3.0]> : tensor<3xbf16>
  %y = amp.erfc %x : (tensor<3xbf16>) -> tensor<3xbf16>
  %e = amp.constant dense<[0.1572265625, 1.2734375, 2.205371856689453e-05]> : tensor<3xbf16>
  check.expect_eq %y, %e : tensor<3xbf16>
  return
}

func.func @double_precision() {
  %x = amp.constant dense<[1.0, -0.25, 3.0]> : tensor<3xf64>
  %y = amp.erfc %x : (tensor<3xf64>) -> tensor<3xf64>
  %e = amp.constant dense<[0.15729920705028513, 1.276326390168237, 2.2090496998585438e-05]> : tensor<3xf64>
  check.expect_close %y, %e {ulps = 2 : i64} : tensor<3xf64>
  return
}

func.func @integers_become_f32() {
  %x = amp.constant dense<[1, 2]> : tensor<2xi32>
  %y = amp.erfc %x : (tensor<2xi32>) -> tensor<2xf32>
  %e = amp.constant dense<[0.1572992, 0.004677735]> : tensor<2xf32>
  check.expect_close %y, %e {ulps = 4 : i64} : tensor<2xf32>
  return
}
