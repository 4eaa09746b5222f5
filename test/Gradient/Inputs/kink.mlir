// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// relu at 0, where central differences see 1/2 and the rule gives 0.
amp.variable @x : tensor<1xf64> init(#amp.zeros)
func.func @loss() -> tensor<f64> {
  %x = amp.read @x : tensor<1xf64>
  %0 = amp.relu %x : (tensor<1xf64>) -> tensor<1xf64>
  %1 = amp.sum %0 {axes = array<i64: 0>} : (tensor<1xf64>) -> tensor<f64>
  return %1 : tensor<f64>
}
