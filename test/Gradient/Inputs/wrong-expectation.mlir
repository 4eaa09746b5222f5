// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A gradient of 1 that is expected to be 2.
amp.variable @x : tensor<1xf32> init(#amp.ones) {amp.expected_gradient = dense<2.0> : tensor<1xf32>}
func.func @loss() -> tensor<f32> {
  %x = amp.read @x : tensor<1xf32>
  %0 = amp.sum %x {axes = array<i64: 0>} : (tensor<1xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}
