// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: amp-run check %s --target=ref
// RUN: amp-run check %s --target=cpu
//
// amp.log2: exact for powers of two, -inf at zeros, NaN below.

func.func @values() {
  %x = amp.constant dense<[8.0, 0.25, 3.0, 1.401298464324817e-45, 3.0e+38, 0.0, -0.0, -1.0, 0x7F800000, 0x7FC00000]> : tensor<10xf32>
  %y = amp.log2 %x : (tensor<10xf32>) -> tensor<10xf32>
  %e = amp.constant dense<[3.0, -2.0, 1.5849625, -149.0, 127.81823, 0xFF800000, 0xFF800000, 0x7FC00000, 0x7F800000, 0x7FC00000]> : tensor<10xf32>
  check.expect_close %y, %e {ulps = 1 : i64} : tensor<10xf32>
  return
}

func.func @sixteen_bit_results_round_once() {
  %x = amp.constant dense<[1.0, 0.25, 3.0]> : tensor<3xbf16>
  %y = amp.log2 %x : (tensor<3xbf16>) -> tensor<3xbf16>
  %e = amp.constant dense<[0.0, -2.0, 1.5859375]> : tensor<3xbf16>
  check.expect_eq %y, %e : tensor<3xbf16>
  return
}

func.func @double_precision() {
  %x = amp.constant dense<[1.0, 0.25, 3.0]> : tensor<3xf64>
  %y = amp.log2 %x : (tensor<3xf64>) -> tensor<3xf64>
  %e = amp.constant dense<[0.0, -2.0, 1.584962500721156]> : tensor<3xf64>
  check.expect_close %y, %e {ulps = 2 : i64} : tensor<3xf64>
  return
}

func.func @integers_become_f32() {
  %x = amp.constant dense<[1, 2]> : tensor<2xi32>
  %y = amp.log2 %x : (tensor<2xi32>) -> tensor<2xf32>
  %e = amp.constant dense<[0.0, 1.0]> : tensor<2xf32>
  check.expect_close %y, %e {ulps = 1 : i64} : tensor<2xf32>
  return
}
