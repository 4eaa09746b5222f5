// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: amp-run check %s --target=ref
//
// amp.log_softmax: no logarithm of an underflowed probability.

func.func @small_probabilities_keep_their_logarithm() {
  %x = amp.constant dense<[[1000.0, 0.0], [2.0, 2.0]]> : tensor<2x2xf32>
  %y = amp.log_softmax %x {axis = 1} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %e = amp.constant dense<[[0.0, -1000.0], [-0.69314718, -0.69314718]]> : tensor<2x2xf32>
  check.expect_eq %y, %e : tensor<2x2xf32>
  return
}

func.func @other_axes_and_types() {
  %x = amp.constant dense<[[[0.0], [1.0]]]> : tensor<1x2x1xf16>
  %y = amp.log_softmax %x {axis = 1, dtype = f32} : (tensor<1x2x1xf16>) -> tensor<1x2x1xf32>
  %e = amp.constant dense<[[[-1.3132617], [-0.31326169]]]> : tensor<1x2x1xf32>
  check.expect_close %y, %e {ulps = 1 : i64} : tensor<1x2x1xf32>
  %d = amp.constant dense<[0.0, 0.0, 0.0]> : tensor<3xf64>
  %z = amp.log_softmax %d {axis = 0} : (tensor<3xf64>) -> tensor<3xf64>
  %ez = amp.constant dense<-1.0986122886681098> : tensor<3xf64>
  check.expect_eq %z, %ez : tensor<3xf64>
  return
}
