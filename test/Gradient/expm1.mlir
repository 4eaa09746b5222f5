// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// amp.expm1 against finite differences.
// d (e^x - 1) = e^x dx.
//
// RUN: gradient-test %s

amp.variable @a : tensor<2x3xf64> init(dense<[[1.72, 1.77, -0.62], [-0.58, 0.1, 1.1]]> : tensor<2x3xf64>)
func.func @loss() -> tensor<f64> {
  %a = amp.read @a : tensor<2x3xf64>
  %r = amp.expm1 %a : (tensor<2x3xf64>) -> tensor<2x3xf64>
  %rc = amp.constant dense<[[-1.57, 0.99, 1.19], [1.44, -1.85, 1.78]]> : tensor<2x3xf64>
  %rw = amp.mul %r, %rc : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
  %rs = amp.sum %rw {axes = array<i64: 0, 1>} : (tensor<2x3xf64>) -> tensor<f64>
  return %rs : tensor<f64>
}
