// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The digits with 5000 classes: rows of softmax longer than one chunk of 4096.

amp.variable @fc1.weight : tensor<32x64xf32> init(#amp.kaiming_uniform)
amp.variable @fc1.bias : tensor<32xf32> init(#amp.zeros)
amp.variable @fc2.weight : tensor<5000x32xf32> init(#amp.kaiming_uniform)
amp.variable @fc2.bias : tensor<5000xf32> init(#amp.zeros)

func.func @forward(%x: tensor<?x64xf32> {amp.name = "x"})
    -> (tensor<?x5000xf32> {amp.name = "logits"}) {
  %w1 = amp.read @fc1.weight : tensor<32x64xf32>
  %b1 = amp.read @fc1.bias : tensor<32xf32>
  %w2 = amp.read @fc2.weight : tensor<5000x32xf32>
  %b2 = amp.read @fc2.bias : tensor<5000xf32>
  %0 = amp.linear %x, %w1, %b1 : (tensor<?x64xf32>, tensor<32x64xf32>, tensor<32xf32>) -> tensor<?x32xf32>
  %1 = amp.gelu %0 : (tensor<?x32xf32>) -> tensor<?x32xf32>
  %2 = amp.linear %1, %w2, %b2 : (tensor<?x32xf32>, tensor<5000x32xf32>, tensor<5000xf32>) -> tensor<?x5000xf32>
  return %2 : tensor<?x5000xf32>
}

func.func @loss(%x: tensor<?x64xf32> {amp.name = "x"}, %y: tensor<?xi64> {amp.name = "y"})
    -> (tensor<f32> {amp.name = "loss"}) {
  %logits = call @forward(%x) : (tensor<?x64xf32>) -> tensor<?x5000xf32>
  %0 = amp.cross_entropy %logits, %y : (tensor<?x5000xf32>, tensor<?xi64>) -> tensor<f32>
  return %0 : tensor<f32>
}
