// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: amp-run check %s --target=ref
// RUN: amp-run check %s --target=cpu
//
// amp.sin: right for large operands, odd, NaN at infinities.

func.func @values() {
  %x = amp.constant dense<[0.5, -1.0, 3.1415927, 1.0e+10, 3.0e+38, 1.401298464324817e-45, -0.0, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<10xf32>
  %y = amp.sin %x : (tensor<10xf32>) -> tensor<10xf32>
  %e = amp.constant dense<[0.47942555, -0.84147096, -8.742278e-08, -0.48750603, 0.8749049, 1.401298464324817e-45, -0.0, 0x7FC00000, 0x7FC00000, 0x7FC00000]> : tensor<10xf32>
  check.expect_close %y, %e {ulps = 2 : i64} : tensor<10xf32>
  return
}

func.func @sixteen_bit_results_round_once() {
  %x = amp.constant dense<[1.0, -0.25, 3.0]> : tensor<3xbf16>
  %y = amp.sin %x : (tensor<3xbf16>) -> tensor<3xbf16>
  %e = amp.constant dense<[0.83984375, -0.2470703125, 0.1416015625]> : tensor<3xbf16>
  check.expect_eq %y, %e : tensor<3xbf16>
  return
}

func.func @double_precision() {
  %x = amp.constant dense<[1.0, -0.25, 3.0]> : tensor<3xf64>
  %y = amp.sin %x : (tensor<3xf64>) -> tensor<3xf64>
  %e = amp.constant dense<[0.8414709848078965, -0.24740395925452294, 0.1411200080598672]> : tensor<3xf64>
  check.expect_close %y, %e {ulps = 2 : i64} : tensor<3xf64>
  return
}

func.func @integers_become_f32() {
  %x = amp.constant dense<[1, 2]> : tensor<2xi32>
  %y = amp.sin %x : (tensor<2xi32>) -> tensor<2xf32>
  %e = amp.constant dense<[0.84147096, 0.9092974]> : tensor<2xf32>
  check.expect_close %y, %e {ulps = 2 : i64} : tensor<2xf32>
  return
}
