// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Painting casts in front of ops that move elements and inside of branches; each
// change of one such cast is caught, too.
//
// RUN: amp-test-opt %s --amp-autocast="precision=bf16 policy=tensorflow" --amp-verify-autocast \
// RUN:   --test-amp-mutate=verifier=amp-verify-autocast | FileCheck %s
// RUN: amp-test-opt %s --amp-autocast="precision=f16 policy=tensorflow" --amp-verify-autocast \
// RUN:   --test-amp-mutate=verifier=amp-verify-autocast | FileCheck %s

amp.variable @w : tensor<4x4xf32> init(#amp.kaiming_uniform)

// CHECK: [[N:[0-9]+]] mutations, [[N]] rejected
func.func @f(%c: tensor<i1>, %x: tensor<?x4xf32>) -> (tensor<?xf32>, tensor<?x4xi1>) {
  %w = amp.read @w : tensor<4x4xf32>
  %t = amp.transpose %w {permutation = array<i64: 1, 0>} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %p = amp.slice %x {axes = array<i64: 0>, ends = array<i64: -1>, starts = array<i64: 1>} : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %0 = amp.if %c -> (tensor<?x4xf32>) {
    %1 = amp.matmul %p, %t : (tensor<?x4xf32>, tensor<4x4xf32>) -> tensor<?x4xf32>
    amp.yield %1 : tensor<?x4xf32>
  } else {
    amp.yield %x : tensor<?x4xf32>
  }
  %2 = amp.maximum %0, %x : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  %3 = amp.is_finite %2 : (tensor<?x4xf32>) -> tensor<?x4xi1>
  %4 = amp.sum %2 {axes = array<i64: 1>} : (tensor<?x4xf32>) -> tensor<?xf32>
  return %4, %3 : tensor<?xf32>, tensor<?x4xi1>
}
