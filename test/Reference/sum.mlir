// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: amp-run check %s --target=ref
//
// amp.sum: f32 accumulation with one rounding, any axes, empty extents,
// integers in i64, result type by dtype.

func.func @axes_and_keepdims() {
  %x = amp.constant dense<[[[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0], [7.0, 8.0]]]> : tensor<2x2x2xf32>
  %a = amp.sum %x {axes = array<i64: 0, 2>} : (tensor<2x2x2xf32>) -> tensor<2xf32>
  %ea = amp.constant dense<[14.0, 22.0]> : tensor<2xf32>
  check.expect_eq %a, %ea : tensor<2xf32>
  %b = amp.sum %x {axes = array<i64: 1>, keepdims} : (tensor<2x2x2xf32>) -> tensor<2x1x2xf32>
  %eb = amp.constant dense<[[[4.0, 6.0]], [[12.0, 14.0]]]> : tensor<2x1x2xf32>
  check.expect_eq %b, %eb : tensor<2x1x2xf32>
  %c = amp.sum %x {axes = array<i64>} : (tensor<2x2x2xf32>) -> tensor<2x2x2xf32>
  check.expect_eq %c, %x : tensor<2x2x2xf32>
  return
}

func.func @sixteen_bit_sums_accumulate_in_f32() {
  // In bf16 the sum would stop at 256.
  %x = amp.constant dense<1.0> : tensor<300xbf16>
  %s = amp.sum %x {axes = array<i64: 0>, accumulate = f32} : (tensor<300xbf16>) -> tensor<bf16>
  %e = amp.constant dense<300.0> : tensor<bf16>
  check.expect_eq %s, %e : tensor<bf16>
  %w = amp.sum %x {axes = array<i64: 0>, dtype = f32} : (tensor<300xbf16>) -> tensor<f32>
  %ew = amp.constant dense<300.0> : tensor<f32>
  check.expect_eq %w, %ew : tensor<f32>
  %h = amp.constant dense<[60000.0, 60000.0, -60000.0]> : tensor<3xf16>
  %t = amp.sum %h {axes = array<i64: 0>} : (tensor<3xf16>) -> tensor<f16>
  %et = amp.constant dense<60000.0> : tensor<f16>
  check.expect_eq %t, %et : tensor<f16>
  return
}

func.func @empty_sums_are_zero() {
  // D33.
  %x = amp.constant dense<> : tensor<2x0xf32>
  %s = amp.sum %x {axes = array<i64: 1>} : (tensor<2x0xf32>) -> tensor<2xf32>
  %e = amp.constant dense<0.0> : tensor<2xf32>
  check.expect_eq %s, %e : tensor<2xf32>
  %t = amp.sum %x {axes = array<i64: 0>} : (tensor<2x0xf32>) -> tensor<0xf32>
  %et = amp.constant dense<> : tensor<0xf32>
  check.expect_eq %t, %et : tensor<0xf32>
  return
}

func.func @integers_accumulate_in_i64() {
  %x = amp.constant dense<[2147483647, 1, -1]> : tensor<3xi32>
  %s = amp.sum %x {axes = array<i64: 0>} : (tensor<3xi32>) -> tensor<i32>
  %e = amp.constant dense<2147483647> : tensor<i32>
  check.expect_eq %s, %e : tensor<i32>
  return
}
