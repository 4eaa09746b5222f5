// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A digits network with layer_norm and gelu, 64-48-10, trained by squared error
// against the one-hot class.

amp.variable @fc1.weight : tensor<48x64xf32> init(#amp.kaiming_uniform)
amp.variable @fc1.bias : tensor<48xf32> init(#amp.zeros)
amp.variable @norm.weight : tensor<48xf32> init(dense<1.0> : tensor<48xf32>)
amp.variable @norm.bias : tensor<48xf32> init(#amp.zeros)
amp.variable @fc2.weight : tensor<10x48xf32> init(#amp.kaiming_uniform)
amp.variable @fc2.bias : tensor<10xf32> init(#amp.zeros)

func.func @forward(%x: tensor<?x64xf32> {amp.name = "x"})
    -> (tensor<?x10xf32> {amp.name = "scores"}) {
  %w1 = amp.read @fc1.weight : tensor<48x64xf32>
  %b1 = amp.read @fc1.bias : tensor<48xf32>
  %w = amp.read @norm.weight : tensor<48xf32>
  %b = amp.read @norm.bias : tensor<48xf32>
  %w2 = amp.read @fc2.weight : tensor<10x48xf32>
  %b2 = amp.read @fc2.bias : tensor<10xf32>
  %0 = amp.linear %x, %w1, %b1 : (tensor<?x64xf32>, tensor<48x64xf32>, tensor<48xf32>) -> tensor<?x48xf32>
  %1 = amp.layer_norm %0, %w, %b {axis = 1} : (tensor<?x48xf32>, tensor<48xf32>, tensor<48xf32>) -> tensor<?x48xf32>
  %2 = amp.gelu %1 : (tensor<?x48xf32>) -> tensor<?x48xf32>
  %3 = amp.linear %2, %w2, %b2 : (tensor<?x48xf32>, tensor<10x48xf32>, tensor<10xf32>) -> tensor<?x10xf32>
  return %3 : tensor<?x10xf32>
}

func.func @loss(%x: tensor<?x64xf32> {amp.name = "x"}, %y: tensor<?xi64> {amp.name = "y"})
    -> (tensor<f32> {amp.name = "loss"}) {
  %scores = call @forward(%x) : (tensor<?x64xf32>) -> tensor<?x10xf32>
  %classes = amp.iota {axis = 1 : i64} : () -> tensor<1x10xi64>
  %column = amp.reshape %y : (tensor<?xi64>) -> tensor<?x1xi64>
  %hit = amp.compare eq %column, %classes : (tensor<?x1xi64>, tensor<1x10xi64>) -> tensor<?x10xi1>
  %target = amp.cast %hit : (tensor<?x10xi1>) -> tensor<?x10xf32>
  %0 = amp.mse %scores, %target : (tensor<?x10xf32>, tensor<?x10xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}
