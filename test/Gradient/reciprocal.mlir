// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// amp.reciprocal against finite differences.
// d x^-1 = -x^-2 dx.
//
// RUN: gradient-test %s

amp.variable @a : tensor<2x3xf64> init(dense<[[1.1, 0.72, 1.22], [1.28, 0.32, 0.67]]> : tensor<2x3xf64>)
func.func @loss() -> tensor<f64> {
  %a = amp.read @a : tensor<2x3xf64>
  %r = amp.reciprocal %a : (tensor<2x3xf64>) -> tensor<2x3xf64>
  %rc = amp.constant dense<[[-0.88, 1.67, 1.06], [-1.36, 1.19, -1.44]]> : tensor<2x3xf64>
  %rw = amp.mul %r, %rc : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
  %rs = amp.sum %rw {axes = array<i64: 0, 1>} : (tensor<2x3xf64>) -> tensor<f64>
  return %rs : tensor<f64>
}
