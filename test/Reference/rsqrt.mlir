// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: amp-run check %s --target=ref
// RUN: amp-run check %s --target=cpu
//
// amp.rsqrt: infinite at zeros, NaN below, right for subnormals.

func.func @values() {
  %x = amp.constant dense<[4.0, 2.0, 1.401298464324817e-45, 3.0e+38, 0.0, -0.0, -1.0, 0x7F800000, 0x7FC00000]> : tensor<9xf32>
  %y = amp.rsqrt %x : (tensor<9xf32>) -> tensor<9xf32>
  %e = amp.constant dense<[0.5, 0.70710677, 2.6713738e+22, 5.773503e-20, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0, 0x7FC00000]> : tensor<9xf32>
  check.expect_close %y, %e {ulps = 2 : i64} : tensor<9xf32>
  return
}

func.func @sixteen_bit_results_round_once() {
  %x = amp.constant dense<[1.0, 0.25, 3.0]> : tensor<3xbf16>
  %y = amp.rsqrt %x : (tensor<3xbf16>) -> tensor<3xbf16>
  %e = amp.constant dense<[1.0, 2.0, 0.578125]> : tensor<3xbf16>
  check.expect_eq %y, %e : tensor<3xbf16>
  return
}

func.func @double_precision() {
  %x = amp.constant dense<[1.0, 0.25, 3.0]> : tensor<3xf64>
  %y = amp.rsqrt %x : (tensor<3xf64>) -> tensor<3xf64>
  %e = amp.constant dense<[1.0, 2.0, 0.5773502691896258]> : tensor<3xf64>
  check.expect_close %y, %e {ulps = 2 : i64} : tensor<3xf64>
  return
}

func.func @integers_become_f32() {
  %x = amp.constant dense<[1, 2]> : tensor<2xi32>
  %y = amp.rsqrt %x : (tensor<2xi32>) -> tensor<2xf32>
  %e = amp.constant dense<[1.0, 0.70710677]> : tensor<2xf32>
  check.expect_close %y, %e {ulps = 2 : i64} : tensor<2xf32>
  return
}
