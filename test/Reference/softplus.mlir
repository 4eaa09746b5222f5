// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: amp-run check %s --target=ref
// RUN: amp-run check %s --target=cpu
//
// amp.softplus: neither overflows nor loses the negative tail.

func.func @values() {
  %x = amp.constant dense<[0.0, 1.0, -1.0, 30.0, -30.0, -100.0, 1.0e+38, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<10xf32>
  %y = amp.softplus %x : (tensor<10xf32>) -> tensor<10xf32>
  %e = amp.constant dense<[0.6931472, 1.3132616, 0.3132617, 30.0, 9.357623e-14, 3.783505853677006e-44, 1.0e+38, 0x7F800000, 0.0, 0x7FC00000]> : tensor<10xf32>
  check.expect_close %y, %e {ulps = 3 : i64} : tensor<10xf32>
  return
}

func.func @sixteen_bit_results_round_once() {
  %x = amp.constant dense<[1.0, -0.25, 3.0]> : tensor<3xbf16>
  %y = amp.softplus %x : (tensor<3xbf16>) -> tensor<3xbf16>
  %e = amp.constant dense<[1.3125, 0.57421875, 3.046875]> : tensor<3xbf16>
  check.expect_eq %y, %e : tensor<3xbf16>
  return
}

func.func @double_precision() {
  %x = amp.constant dense<[1.0, -0.25, 3.0]> : tensor<3xf64>
  %y = amp.softplus %x : (tensor<3xf64>) -> tensor<3xf64>
  %e = amp.constant dense<[1.3132616875182228, 0.5759394198788436, 3.048587351573742]> : tensor<3xf64>
  check.expect_close %y, %e {ulps = 2 : i64} : tensor<3xf64>
  return
}

func.func @integers_become_f32() {
  %x = amp.constant dense<[1, 2]> : tensor<2xi32>
  %y = amp.softplus %x : (tensor<2xi32>) -> tensor<2xf32>
  %e = amp.constant dense<[1.3132616, 2.126928]> : tensor<2xf32>
  check.expect_close %y, %e {ulps = 3 : i64} : tensor<2xf32>
  return
}
