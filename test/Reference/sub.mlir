// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: amp-run check %s --target=ref
//
// amp.sub: like amp.add, and not symmetric.

func.func @differences() {
  %x = amp.constant dense<[3.0, 0.0, 0x7F800000, -0.0]> : tensor<4xf32>
  %y = amp.constant dense<[5.0, 0.0, 0x7F800000, 0.0]> : tensor<4xf32>
  %d = amp.sub %x, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %e = amp.constant dense<[-2.0, 0.0, 0x7FC00000, -0.0]> : tensor<4xf32>
  check.expect_eq %d, %e : tensor<4xf32>
  return
}

func.func @sixteen_bit_differences_round_once() {
  %x = amp.constant dense<[2049.0, -65504.0]> : tensor<2xf32>
  %h = amp.cast %x : (tensor<2xf32>) -> tensor<2xf16>
  %y = amp.constant dense<[0.5, 32.0]> : tensor<2xf16>
  %d = amp.sub %h, %y : (tensor<2xf16>, tensor<2xf16>) -> tensor<2xf16>
  %e = amp.constant dense<[2048.0, 0xFC00]> : tensor<2xf16>
  check.expect_eq %d, %e : tensor<2xf16>
  return
}

func.func @integers_wrap_around() {
  %x = amp.constant dense<-2147483648> : tensor<i32>
  %y = amp.constant dense<1> : tensor<i32>
  %d = amp.sub %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %e = amp.constant dense<2147483647> : tensor<i32>
  check.expect_eq %d, %e : tensor<i32>
  return
}

func.func @second_operand_broadcasts() {
  %x = amp.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf64>
  %y = amp.constant dense<[1.0, 10.0]> : tensor<2xf64>
  %d = amp.sub %x, %y : (tensor<2x2xf64>, tensor<2xf64>) -> tensor<2x2xf64>
  %e = amp.constant dense<[[0.0, -8.0], [2.0, -6.0]]> : tensor<2x2xf64>
  check.expect_eq %d, %e : tensor<2x2xf64>
  return
}
