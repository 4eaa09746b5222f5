// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: amp-run check %s --target=ref
//
// amp.scale: a 0-d 16-bit loss becomes f32, a 16-bit tensor stays 16-bit.

func.func @losses_and_tensors() {
  %s = amp.constant dense<65536.0> : tensor<f32>
  %loss = amp.constant dense<2.5> : tensor<f16>
  %a = amp.scale %loss, %s : (tensor<f16>, tensor<f32>) -> tensor<f32>
  %ea = amp.constant dense<163840.0> : tensor<f32>
  check.expect_eq %a, %ea : tensor<f32>
  %x = amp.constant dense<[2.5, 0.5]> : tensor<2xf16>
  %b = amp.scale %x, %s : (tensor<2xf16>, tensor<f32>) -> tensor<2xf16>
  %eb = amp.constant dense<[0x7C00, 32768.0]> : tensor<2xf16>
  check.expect_eq %b, %eb : tensor<2xf16>
  %d = amp.constant dense<1.0e300> : tensor<f64>
  %c = amp.scale %d, %s : (tensor<f64>, tensor<f32>) -> tensor<f64>
  %ec = amp.constant dense<6.5536e304> : tensor<f64>
  check.expect_close %c, %ec {ulps = 1 : i64} : tensor<f64>
  return
}
