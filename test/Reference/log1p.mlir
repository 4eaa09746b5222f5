// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: amp-run check %s --target=ref
// RUN: amp-run check %s --target=cpu
//
// amp.log1p: keeps the digits of small operands, -inf at -1.

func.func @values() {
  %x = amp.constant dense<[1.0e-08, -1.0e-08, 1.0, 3.0e+38, 1.401298464324817e-45, -0.0, -1.0, -2.0, 0x7F800000, 0x7FC00000]> : tensor<10xf32>
  %y = amp.log1p %x : (tensor<10xf32>) -> tensor<10xf32>
  %e = amp.constant dense<[1.0e-08, -1.0e-08, 0.6931472, 88.59685, 1.401298464324817e-45, -0.0, 0xFF800000, 0x7FC00000, 0x7F800000, 0x7FC00000]> : tensor<10xf32>
  check.expect_close %y, %e {ulps = 2 : i64} : tensor<10xf32>
  return
}

func.func @sixteen_bit_results_round_once() {
  %x = amp.constant dense<[1.0, -0.25, 3.0]> : tensor<3xbf16>
  %y = amp.log1p %x : (tensor<3xbf16>) -> tensor<3xbf16>
  %e = amp.constant dense<[0.69140625, -0.287109375, 1.3828125]> : tensor<3xbf16>
  check.expect_eq %y, %e : tensor<3xbf16>
  return
}

func.func @double_precision() {
  %x = amp.constant dense<[1.0, -0.25, 3.0]> : tensor<3xf64>
  %y = amp.log1p %x : (tensor<3xf64>) -> tensor<3xf64>
  %e = amp.constant dense<[0.6931471805599453, -0.2876820724517809, 1.3862943611198906]> : tensor<3xf64>
  check.expect_close %y, %e {ulps = 2 : i64} : tensor<3xf64>
  return
}

func.func @integers_become_f32() {
  %x = amp.constant dense<[1, 2]> : tensor<2xi32>
  %y = amp.log1p %x : (tensor<2xi32>) -> tensor<2xf32>
  %e = amp.constant dense<[0.6931472, 1.0986123]> : tensor<2xf32>
  check.expect_close %y, %e {ulps = 2 : i64} : tensor<2xf32>
  return
}
