// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: amp-run check %s --target=ref
//
// amp.abs: clears the sign, also of zero and infinity.

func.func @signs() {
  %x = amp.constant dense<[-1.5, -0.0, 0xFF800000, -1.0e-45, 2.0]> : tensor<5xf32>
  %a = amp.abs %x : (tensor<5xf32>) -> tensor<5xf32>
  %e = amp.constant dense<[1.5, 0.0, 0x7F800000, 1.0e-45, 2.0]> : tensor<5xf32>
  check.expect_eq %a, %e : tensor<5xf32>
  return
}

func.func @integers() {
  %x = amp.constant dense<[-5, 5, -9223372036854775808]> : tensor<3xi64>
  %a = amp.abs %x : (tensor<3xi64>) -> tensor<3xi64>
  %e = amp.constant dense<[5, 5, -9223372036854775808]> : tensor<3xi64>
  check.expect_eq %a, %e : tensor<3xi64>
  return
}
