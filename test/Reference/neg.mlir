// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: amp-run check %s --target=ref
//
// amp.neg: flips the sign, also of zero; integers wrap around.

func.func @signs() {
  %x = amp.constant dense<[1.5, 0.0, -0.0, 0x7F800000, 0x7FC00000]> : tensor<5xf32>
  %n = amp.neg %x : (tensor<5xf32>) -> tensor<5xf32>
  %e = amp.constant dense<[-1.5, -0.0, 0.0, 0xFF800000, 0xFFC00000]> : tensor<5xf32>
  check.expect_eq %n, %e : tensor<5xf32>
  %h = amp.cast %x : (tensor<5xf32>) -> tensor<5xf16>
  %nh = amp.neg %h : (tensor<5xf16>) -> tensor<5xf16>
  %eh = amp.cast %e : (tensor<5xf32>) -> tensor<5xf16>
  check.expect_eq %nh, %eh : tensor<5xf16>
  return
}

func.func @integers() {
  %x = amp.constant dense<[5, -2147483648]> : tensor<2xi32>
  %n = amp.neg %x : (tensor<2xi32>) -> tensor<2xi32>
  %e = amp.constant dense<[-5, -2147483648]> : tensor<2xi32>
  check.expect_eq %n, %e : tensor<2xi32>
  return
}
