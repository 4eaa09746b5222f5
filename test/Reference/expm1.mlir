// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: amp-run check %s --target=ref
// RUN: amp-run check %s --target=cpu
//
// amp.expm1: keeps the digits of small operands, -1 far below.

func.func @values() {
  %x = amp.constant dense<[1.0e-08, -1.0e-08, 1.0, -20.0, 88.0, 100.0, 1.401298464324817e-45, -0.0, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<11xf32>
  %y = amp.expm1 %x : (tensor<11xf32>) -> tensor<11xf32>
  %e = amp.constant dense<[1.0e-08, -1.0e-08, 1.7182819, -1.0, 1.6516363e+38, 0x7F800000, 1.401298464324817e-45, -0.0, 0x7F800000, -1.0, 0x7FC00000]> : tensor<11xf32>
  check.expect_close %y, %e {ulps = 2 : i64} : tensor<11xf32>
  return
}

func.func @sixteen_bit_results_round_once() {
  %x = amp.constant dense<[1.0, -0.25, 3.0]> : tensor<3xbf16>
  %y = amp.expm1 %x : (tensor<3xbf16>) -> tensor<3xbf16>
  %e = amp.constant dense<[1.71875, -0.2216796875, 19.125]> : tensor<3xbf16>
  check.expect_eq %y, %e : tensor<3xbf16>
  return
}

func.func @double_precision() {
  %x = amp.constant dense<[1.0, -0.25, 3.0]> : tensor<3xf64>
  %y = amp.expm1 %x : (tensor<3xf64>) -> tensor<3xf64>
  %e = amp.constant dense<[1.718281828459045, -0.22119921692859512, 19.085536923187668]> : tensor<3xf64>
  check.expect_close %y, %e {ulps = 2 : i64} : tensor<3xf64>
  return
}

func.func @integers_become_f32() {
  %x = amp.constant dense<[1, 2]> : tensor<2xi32>
  %y = amp.expm1 %x : (tensor<2xi32>) -> tensor<2xf32>
  %e = amp.constant dense<[1.7182819, 6.389056]> : tensor<2xf32>
  check.expect_close %y, %e {ulps = 2 : i64} : tensor<2xf32>
  return
}
