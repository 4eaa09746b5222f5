// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: amp-run check %s --target=ref
//
// amp.cross_entropy: the three reductions, 16-bit logits summed in f32, empty
// batches.

func.func @reductions() {
  %x = amp.constant dense<[[0.0, 0.0], [1000.0, 0.0]]> : tensor<2x2xf32>
  %t = amp.constant dense<[0, 1]> : tensor<2xi64>
  %n = amp.cross_entropy %x, %t {reduction = #amp.loss_reduction<none>} : (tensor<2x2xf32>, tensor<2xi64>) -> tensor<2xf32>
  %en = amp.constant dense<[0.69314718, 1000.0]> : tensor<2xf32>
  check.expect_eq %n, %en : tensor<2xf32>
  %s = amp.cross_entropy %x, %t {reduction = #amp.loss_reduction<sum>} : (tensor<2x2xf32>, tensor<2xi64>) -> tensor<f32>
  %es = amp.constant dense<1000.69315> : tensor<f32>
  check.expect_eq %s, %es : tensor<f32>
  %m = amp.cross_entropy %x, %t : (tensor<2x2xf32>, tensor<2xi64>) -> tensor<f32>
  %em = amp.constant dense<500.346574> : tensor<f32>
  check.expect_eq %m, %em : tensor<f32>
  return
}

func.func @sixteen_bit_losses_round_once() {
  // 300 losses of 1000 sum to 300000, beyond f16; their mean is 1000.
  %x = amp.constant dense<[1000.0, 0.0]> : tensor<2xf16>
  %b = amp.broadcast %x : (tensor<2xf16>) -> tensor<300x2xf16>
  %t = amp.constant dense<1> : tensor<300xi32>
  %m = amp.cross_entropy %b, %t {accumulate = f32} : (tensor<300x2xf16>, tensor<300xi32>) -> tensor<f16>
  %em = amp.constant dense<1000.0> : tensor<f16>
  check.expect_eq %m, %em : tensor<f16>
  return
}

func.func @an_empty_batch() {
  %x = amp.constant dense<> : tensor<0x2xf32>
  %t = amp.constant dense<> : tensor<0xi64>
  %m = amp.cross_entropy %x, %t : (tensor<0x2xf32>, tensor<0xi64>) -> tensor<f32>
  %em = amp.constant dense<0x7FC00000> : tensor<f32>
  check.expect_eq %m, %em : tensor<f32>
  %s = amp.cross_entropy %x, %t {reduction = #amp.loss_reduction<sum>} : (tensor<0x2xf32>, tensor<0xi64>) -> tensor<f32>
  %es = amp.constant dense<0.0> : tensor<f32>
  check.expect_eq %s, %es : tensor<f32>
  return
}
