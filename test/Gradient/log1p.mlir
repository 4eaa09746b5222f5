// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// amp.log1p against finite differences.
// d log(1 + x) = dx / (1 + x).
//
// RUN: gradient-test %s

amp.variable @a : tensor<2x3xf64> init(dense<[[1.32, 1.58, -0.65], [1.43, 0.29, 0.86]]> : tensor<2x3xf64>)
func.func @loss() -> tensor<f64> {
  %a = amp.read @a : tensor<2x3xf64>
  %r = amp.log1p %a : (tensor<2x3xf64>) -> tensor<2x3xf64>
  %rc = amp.constant dense<[[-1.96, -1.81, -1.28], [1.82, -1.21, 1.02]]> : tensor<2x3xf64>
  %rw = amp.mul %r, %rc : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
  %rs = amp.sum %rw {axes = array<i64: 0, 1>} : (tensor<2x3xf64>) -> tensor<f64>
  return %rs : tensor<f64>
}
