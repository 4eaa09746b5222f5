// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One layer on the digits: 64-10 with cross entropy.

amp.variable @weight : tensor<10x64xf32> init(#amp.kaiming_uniform)
amp.variable @bias : tensor<10xf32> init(#amp.zeros)

func.func @loss(%x: tensor<?x64xf32> {amp.name = "x"}, %y: tensor<?xi64> {amp.name = "y"})
    -> (tensor<f32> {amp.name = "loss"}) {
  %w = amp.read @weight : tensor<10x64xf32>
  %b = amp.read @bias : tensor<10xf32>
  %logits = amp.linear %x, %w, %b : (tensor<?x64xf32>, tensor<10x64xf32>, tensor<10xf32>) -> tensor<?x10xf32>
  %0 = amp.cross_entropy %logits, %y : (tensor<?x10xf32>, tensor<?xi64>) -> tensor<f32>
  return %0 : tensor<f32>
}
