// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// amp.rsqrt against finite differences.
// d x^-1/2 = -1/2 x^-3/2 dx.
//
// RUN: gradient-test %s

amp.variable @a : tensor<2x3xf64> init(dense<[[1.36, 1.56, 1.65], [1.9, 1.56, 1.87]]> : tensor<2x3xf64>)
func.func @loss() -> tensor<f64> {
  %a = amp.read @a : tensor<2x3xf64>
  %r = amp.rsqrt %a : (tensor<2x3xf64>) -> tensor<2x3xf64>
  %rc = amp.constant dense<[[-1.88, -0.14, 1.77], [0.6, 1.6, -1.55]]> : tensor<2x3xf64>
  %rw = amp.mul %r, %rc : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
  %rs = amp.sum %rw {axes = array<i64: 0, 1>} : (tensor<2x3xf64>) -> tensor<f64>
  return %rs : tensor<f64>
}
