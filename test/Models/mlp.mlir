// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The digits network: 64-128-64-10 with ReLU and cross entropy.

amp.variable @fc1.weight : tensor<128x64xf32> init(#amp.kaiming_uniform)
amp.variable @fc1.bias : tensor<128xf32> init(#amp.zeros)
amp.variable @fc2.weight : tensor<64x128xf32> init(#amp.kaiming_uniform)
amp.variable @fc2.bias : tensor<64xf32> init(#amp.zeros)
amp.variable @fc3.weight : tensor<10x64xf32> init(#amp.kaiming_uniform)
amp.variable @fc3.bias : tensor<10xf32> init(#amp.zeros)

func.func @forward(%x: tensor<?x64xf32> {amp.name = "x"})
    -> (tensor<?x10xf32> {amp.name = "logits"}) {
  %w1 = amp.read @fc1.weight : tensor<128x64xf32>
  %b1 = amp.read @fc1.bias : tensor<128xf32>
  %w2 = amp.read @fc2.weight : tensor<64x128xf32>
  %b2 = amp.read @fc2.bias : tensor<64xf32>
  %w3 = amp.read @fc3.weight : tensor<10x64xf32>
  %b3 = amp.read @fc3.bias : tensor<10xf32>
  %0 = amp.linear %x, %w1, %b1 : (tensor<?x64xf32>, tensor<128x64xf32>, tensor<128xf32>) -> tensor<?x128xf32>
  %1 = amp.relu %0 : (tensor<?x128xf32>) -> tensor<?x128xf32>
  %2 = amp.linear %1, %w2, %b2 : (tensor<?x128xf32>, tensor<64x128xf32>, tensor<64xf32>) -> tensor<?x64xf32>
  %3 = amp.relu %2 : (tensor<?x64xf32>) -> tensor<?x64xf32>
  %4 = amp.linear %3, %w3, %b3 : (tensor<?x64xf32>, tensor<10x64xf32>, tensor<10xf32>) -> tensor<?x10xf32>
  return %4 : tensor<?x10xf32>
}

func.func @loss(%x: tensor<?x64xf32> {amp.name = "x"}, %y: tensor<?xi64> {amp.name = "y"})
    -> (tensor<f32> {amp.name = "loss"}) {
  %logits = call @forward(%x) : (tensor<?x64xf32>) -> tensor<?x10xf32>
  %0 = amp.cross_entropy %logits, %y : (tensor<?x10xf32>, tensor<?xi64>) -> tensor<f32>
  return %0 : tensor<f32>
}
