// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: amp-run check %s --target=ref
// RUN: amp-run check %s --target=cpu
//
// amp.cos: right for large operands, even, NaN at infinities.

func.func @values() {
  %x = amp.constant dense<[0.5, -1.0, 1.5707964, 1.0e+10, 3.0e+38, 1.401298464324817e-45, -0.0, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<10xf32>
  %y = amp.cos %x : (tensor<10xf32>) -> tensor<10xf32>
  %e = amp.constant dense<[0.87758255, 0.5403023, -4.371139e-08, 0.87311965, -0.48429477, 1.0, 1.0, 0x7FC00000, 0x7FC00000, 0x7FC00000]> : tensor<10xf32>
  check.expect_close %y, %e {ulps = 2 : i64} : tensor<10xf32>
  return
}

func.func @sixteen_bit_results_round_once() {
  %x = amp.constant dense<[1.0, -0.25, 3.0]> : tensor<3xbf16>
  %y = amp.cos %x : (tensor<3xbf16>) -> tensor<3xbf16>
  %e = amp.constant dense<[0.5390625, 0.96875, -0.98828125]> : tensor<3xbf16>
  check.expect_eq %y, %e : tensor<3xbf16>
  return
}

func.func @double_precision() {
  %x = amp.constant dense<[1.0, -0.25, 3.0]> : tensor<3xf64>
  %y = amp.cos %x : (tensor<3xf64>) -> tensor<3xf64>
  %e = amp.constant dense<[0.5403023058681398, 0.9689124217106447, -0.9899924966004454]> : tensor<3xf64>
  check.expect_close %y, %e {ulps = 2 : i64} : tensor<3xf64>
  return
}

func.func @integers_become_f32() {
  %x = amp.constant dense<[1, 2]> : tensor<2xi32>
  %y = amp.cos %x : (tensor<2xi32>) -> tensor<2xf32>
  %e = amp.constant dense<[0.5403023, -0.41614684]> : tensor<2xf32>
  check.expect_close %y, %e {ulps = 2 : i64} : tensor<2xf32>
  return
}
