// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// amp.cos against finite differences.
// d cos(x) = -sin(x) dx.
//
// RUN: gradient-test %s

amp.variable @a : tensor<2x3xf64> init(dense<[[-1.18, 1.76, 0.76], [1.87, 1.57, -0.8]]> : tensor<2x3xf64>)
func.func @loss() -> tensor<f64> {
  %a = amp.read @a : tensor<2x3xf64>
  %r = amp.cos %a : (tensor<2x3xf64>) -> tensor<2x3xf64>
  %rc = amp.constant dense<[[-0.56, -1.34, -1.42], [-1.74, -0.79, 0.41]]> : tensor<2x3xf64>
  %rw = amp.mul %r, %rc : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
  %rs = amp.sum %rw {axes = array<i64: 0, 1>} : (tensor<2x3xf64>) -> tensor<f64>
  return %rs : tensor<f64>
}
