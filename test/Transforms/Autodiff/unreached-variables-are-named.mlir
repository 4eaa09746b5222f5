// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// D25: a trainable variable that the loss does not depend on gets no result and a
// warning; the others get theirs.
//
// RUN: amp-opt %s --amp-differentiate -verify-diagnostics

amp.variable @used : tensor<f32> init(#amp.ones)
// expected-warning @+1 {{trainable variable 'beside' gets no gradient: the loss of 'loss' does not depend on it}}
amp.variable @beside : tensor<f32> init(#amp.ones)
// expected-warning @+1 {{trainable variable 'unread' gets no gradient}}
amp.variable @unread : tensor<f32> init(#amp.ones)
amp.variable @fixed : tensor<f32> init(#amp.ones) {trainable = false}
amp.variable @steps : tensor<i64> init(#amp.zeros)

func.func @loss() -> (tensor<f32>, tensor<f32>) {
  %0 = amp.read @used : tensor<f32>
  %1 = amp.read @beside : tensor<f32>
  return %0, %1 : tensor<f32>, tensor<f32>
}
