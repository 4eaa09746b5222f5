// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two outputs for each sample, of different types and ranks, and a function of
// a fixed size.

amp.variable @w : tensor<5x12xf32> init(#amp.kaiming_uniform)

func.func @forward(%x: tensor<?x12xf32> {amp.name = "x"})
    -> (tensor<?x5xf32> {amp.name = "rows"}, tensor<?xf32> {amp.name = "sums"}) {
  %w = amp.read @w : tensor<5x12xf32>
  %0 = amp.linear %x, %w : (tensor<?x12xf32>, tensor<5x12xf32>) -> tensor<?x5xf32>
  %1 = amp.softmax %0 {axis = 1} : (tensor<?x5xf32>) -> tensor<?x5xf32>
  %2 = amp.sum %x {axes = array<i64: 1>} : (tensor<?x12xf32>) -> tensor<?xf32>
  return %1, %2 : tensor<?x5xf32>, tensor<?xf32>
}

func.func @fixed(%x: tensor<16x12xf32> {amp.name = "x"})
    -> (tensor<16xf32> {amp.name = "sums"}) {
  %0 = amp.sum %x {axes = array<i64: 1>} : (tensor<16x12xf32>) -> tensor<16xf32>
  return %0 : tensor<16xf32>
}

// The second output has no element for each sample.
func.func @total(%x: tensor<?x12xf32> {amp.name = "x"})
    -> (tensor<?xf32> {amp.name = "sums"}, tensor<f32> {amp.name = "total"}) {
  %0 = amp.sum %x {axes = array<i64: 1>} : (tensor<?x12xf32>) -> tensor<?xf32>
  %1 = amp.sum %0 {axes = array<i64: 0>} : (tensor<?xf32>) -> tensor<f32>
  return %0, %1 : tensor<?xf32>, tensor<f32>
}
