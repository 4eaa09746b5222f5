// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// amp.log2 against finite differences.
// d log2(x) = dx / (x log(2)).
//
// RUN: gradient-test %s

amp.variable @a : tensor<2x3xf64> init(dense<[[0.31, 1.45, 0.87], [0.83, 1.69, 1.12]]> : tensor<2x3xf64>)
func.func @loss() -> tensor<f64> {
  %a = amp.read @a : tensor<2x3xf64>
  %r = amp.log2 %a : (tensor<2x3xf64>) -> tensor<2x3xf64>
  %rc = amp.constant dense<[[-0.74, -0.08, 0.82], [-1.77, 1.9, -1.91]]> : tensor<2x3xf64>
  %rw = amp.mul %r, %rc : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
  %rs = amp.sum %rw {axes = array<i64: 0, 1>} : (tensor<2x3xf64>) -> tensor<f64>
  return %rs : tensor<f64>
}
