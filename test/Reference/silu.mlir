// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: amp-run check %s --target=ref
// RUN: amp-run check %s --target=cpu
//
// amp.silu: keeps the digits of the negative tail.

func.func @values() {
  %x = amp.constant dense<[0.0, -0.0, 1.0, -1.0, 20.0, -20.0, -91.0, -200.0, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<11xf32>
  %y = amp.silu %x : (tensor<11xf32>) -> tensor<11xf32>
  %e = amp.constant dense<[0.0, -0.0, 0.7310586, -0.26894143, 20.0, -4.122307e-08, -2.7431120890987385e-38, -0.0, 0x7F800000, 0x7FC00000, 0x7FC00000]> : tensor<11xf32>
  check.expect_close %y, %e {ulps = 4 : i64} : tensor<11xf32>
  return
}

func.func @sixteen_bit_results_round_once() {
  %x = amp.constant dense<[1.0, -0.25, 3.0]> : tensor<3xbf16>
  %y = amp.silu %x : (tensor<3xbf16>) -> tensor<3xbf16>
  %e = amp.constant dense<[0.73046875, -0.109375, 2.859375]> : tensor<3xbf16>
  check.expect_eq %y, %e : tensor<3xbf16>
  return
}

func.func @double_precision() {
  %x = amp.constant dense<[1.0, -0.25, 3.0]> : tensor<3xf64>
  %y = amp.silu %x : (tensor<3xf64>) -> tensor<3xf64>
  %e = amp.constant dense<[0.7310585786300049, -0.10945587477855048, 2.8577223804672998]> : tensor<3xf64>
  check.expect_close %y, %e {ulps = 2 : i64} : tensor<3xf64>
  return
}

func.func @integers_become_f32() {
  %x = amp.constant dense<[1, 2]> : tensor<2xi32>
  %y = amp.silu %x : (tensor<2xi32>) -> tensor<2xf32>
  %e = amp.constant dense<[0.7310586, 1.7615942]> : tensor<2xf32>
  check.expect_close %y, %e {ulps = 4 : i64} : tensor<2xf32>
  return
}
