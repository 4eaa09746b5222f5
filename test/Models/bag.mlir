// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A classifier of short texts: the mean of the words' embeddings, padding at
// word 0, then 16-32-4 with ReLU and cross entropy.

amp.variable @embed.weight : tensor<200x16xf32> init(#amp.uniform<-0.5 : f64, 0.5 : f64>)
amp.variable @fc1.weight : tensor<32x16xf32> init(#amp.kaiming_uniform)
amp.variable @fc1.bias : tensor<32xf32> init(#amp.zeros)
amp.variable @fc2.weight : tensor<4x32xf32> init(#amp.kaiming_uniform)
amp.variable @fc2.bias : tensor<4xf32> init(#amp.zeros)

func.func @forward(%x: tensor<?x8xi64> {amp.name = "x"})
    -> (tensor<?x4xf32> {amp.name = "logits"}) {
  %e = amp.read @embed.weight : tensor<200x16xf32>
  %w1 = amp.read @fc1.weight : tensor<32x16xf32>
  %b1 = amp.read @fc1.bias : tensor<32xf32>
  %w2 = amp.read @fc2.weight : tensor<4x32xf32>
  %b2 = amp.read @fc2.bias : tensor<4xf32>
  %0 = amp.embedding %e, %x {padding_index = 0 : i64} : (tensor<200x16xf32>, tensor<?x8xi64>) -> tensor<?x8x16xf32>
  %1 = amp.mean %0 {axes = array<i64: 1>} : (tensor<?x8x16xf32>) -> tensor<?x16xf32>
  %2 = amp.linear %1, %w1, %b1 : (tensor<?x16xf32>, tensor<32x16xf32>, tensor<32xf32>) -> tensor<?x32xf32>
  %3 = amp.relu %2 : (tensor<?x32xf32>) -> tensor<?x32xf32>
  %4 = amp.linear %3, %w2, %b2 : (tensor<?x32xf32>, tensor<4x32xf32>, tensor<4xf32>) -> tensor<?x4xf32>
  return %4 : tensor<?x4xf32>
}

func.func @loss(%x: tensor<?x8xi64> {amp.name = "x"}, %y: tensor<?xi64> {amp.name = "y"})
    -> (tensor<f32> {amp.name = "loss"}) {
  %0 = call @forward(%x) : (tensor<?x8xi64>) -> tensor<?x4xf32>
  %1 = amp.cross_entropy %0, %y : (tensor<?x4xf32>, tensor<?xi64>) -> tensor<f32>
  return %1 : tensor<f32>
}
