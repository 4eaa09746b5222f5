// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A model with a softmax of a product, far apart, for amp-reduce.

#stage = loc("encoder")
amp.variable @weight : tensor<8x6xf32> init(#amp.uniform<-1.0, 1.0>)
amp.variable @bias : tensor<6xf32> init(dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf32>)
func.func @forward(%x: tensor<?x8xf32> {amp.name = "pixels"}, %y: tensor<4x?xbf16> {amp.name = "more"})
    -> (tensor<?x6xf32> {amp.name = "scores"}, tensor<bf16> {amp.name = "total"}) {
  %w = amp.read @weight : tensor<8x6xf32>
  %b = amp.read @bias : tensor<6xf32>
  %0:2 = amp.autocast dtype(bf16) -> (tensor<?x6xf32>, tensor<?x6xf32>) {
    %4 = amp.relu %x : (tensor<?x8xf32>) -> tensor<?x8xf32>
    %5 = amp.matmul %4, %w : (tensor<?x8xf32>, tensor<8x6xf32>) -> tensor<?x6xf32> loc(#stage)
    %6 = amp.add %5, %b : (tensor<?x6xf32>, tensor<6xf32>) -> tensor<?x6xf32>
    %7 = amp.tanh %5 : (tensor<?x6xf32>) -> tensor<?x6xf32>
    amp.yield %6, %7 : tensor<?x6xf32>, tensor<?x6xf32>
  }
  %1 = amp.mul %0#0, %0#1 : (tensor<?x6xf32>, tensor<?x6xf32>) -> tensor<?x6xf32>
  %2 = amp.neg %0#1 : (tensor<?x6xf32>) -> tensor<?x6xf32>
  %3 = amp.softmax %2 {axis = 1 : i64} : (tensor<?x6xf32>) -> tensor<?x6xf32> loc("head")
  %8 = amp.sub %3, %1 : (tensor<?x6xf32>, tensor<?x6xf32>) -> tensor<?x6xf32>
  %9 = amp.sum %y {axes = array<i64: 0, 1>} : (tensor<4x?xbf16>) -> tensor<bf16>
  return %8, %9 : tensor<?x6xf32>, tensor<bf16>
}
func.func @loss(%x: tensor<?x8xf32> {amp.name = "pixels"}, %y: tensor<4x?xbf16> {amp.name = "more"}) -> tensor<f32> {
  %0:2 = call @forward(%x, %y) : (tensor<?x8xf32>, tensor<4x?xbf16>) -> (tensor<?x6xf32>, tensor<bf16>)
  %1 = amp.mean %0#0 {axes = array<i64: 0, 1>} : (tensor<?x6xf32>) -> tensor<f32>
  return %1 : tensor<f32>
}
