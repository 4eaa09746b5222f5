// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reductions with few results, for time-functions: see Conversion/AmpToDevice/TwoStage.h.

func.func @total_64x1000000(%x: tensor<64x1000000xf32>) -> tensor<f32> {
  %0 = amp.sum %x {axes = array<i64: 0, 1>} : (tensor<64x1000000xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func @columns_1000000x16(%x: tensor<1000000x16xf32>) -> tensor<16xf32> {
  %0 = amp.sum %x {axes = array<i64: 0>} : (tensor<1000000x16xf32>) -> tensor<16xf32>
  return %0 : tensor<16xf32>
}
func.func @columns_20000x16(%x: tensor<20000x16xf32>) -> tensor<16xf32> {
  %0 = amp.sum %x {axes = array<i64: 0>} : (tensor<20000x16xf32>) -> tensor<16xf32>
  return %0 : tensor<16xf32>
}
func.func @total_1x262144_exp(%x: tensor<1x262144xf32>) -> tensor<1xf32> {
  %e = amp.exp %x : (tensor<1x262144xf32>) -> tensor<1x262144xf32>
  %0 = amp.sum %e {axes = array<i64: 1>} : (tensor<1x262144xf32>) -> tensor<1xf32>
  return %0 : tensor<1xf32>
}
func.func @softmax_1x262144(%x: tensor<1x262144xf32>) -> tensor<1x262144xf32> {
  %0 = amp.softmax %x {axis = 1} : (tensor<1x262144xf32>) -> tensor<1x262144xf32>
  return %0 : tensor<1x262144xf32>
}
