// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Changing the type of any one cast, or any one accumulate type, of a typed MLP
// is caught by an op's verifier or by the stage's.
//
// RUN: amp-test-opt %s --amp-autocast=precision=bf16 --amp-verify-autocast \
// RUN:   --test-amp-mutate=verifier=amp-verify-autocast | FileCheck %s --check-prefix=MLP
// RUN: amp-test-opt %s --amp-autocast=precision=f16 --amp-verify-autocast \
// RUN:   --test-amp-mutate=verifier=amp-verify-autocast | FileCheck %s --check-prefix=MLP
// The driver itself can fail: a pipeline that checks nothing lets casts through
// whose type no op's verifier looks at.
// RUN: not amp-test-opt %s --amp-autocast=precision=bf16 \
// RUN:   --test-amp-mutate=verifier=symbol-dce 2>&1 | FileCheck %s --check-prefix=WEAK
// WEAK: error: survives with element type 'f16'

amp.variable @w1 : tensor<8x4xf32> init(#amp.kaiming_uniform)
amp.variable @b1 : tensor<8xf32> init(#amp.zeros)
amp.variable @w2 : tensor<3x8xf32> init(#amp.kaiming_uniform)
amp.variable @scale : tensor<f32> init(#amp.ones)

// Nine casts and six accumulate types, three other types each.
// MLP: 45 mutations, 45 rejected
func.func @loss(%x: tensor<?x4xf32>, %y: tensor<?xi64>) -> (tensor<f32>, tensor<?x3xf32>, tensor<?x8xi1>) {
  %w1 = amp.read @w1 : tensor<8x4xf32>
  %b1 = amp.read @b1 : tensor<8xf32>
  %w2 = amp.read @w2 : tensor<3x8xf32>
  %s = amp.read @scale : tensor<f32>
  %h = amp.linear %x, %w1, %b1 : (tensor<?x4xf32>, tensor<8x4xf32>, tensor<8xf32>) -> tensor<?x8xf32>
  // A comparison and a 0-d operand: casts whose type the result does not show.
  %big = amp.compare gt %h, %s : (tensor<?x8xf32>, tensor<f32>) -> tensor<?x8xi1>
  %r = amp.relu %h : (tensor<?x8xf32>) -> tensor<?x8xf32>
  %m = amp.mul %r, %s : (tensor<?x8xf32>, tensor<f32>) -> tensor<?x8xf32>
  %z = amp.linear %m, %w2 : (tensor<?x8xf32>, tensor<3x8xf32>) -> tensor<?x3xf32>
  %p = amp.softmax %z {axis = 1 : i64} : (tensor<?x3xf32>) -> tensor<?x3xf32>
  %e = amp.exp %z : (tensor<?x3xf32>) -> tensor<?x3xf32>
  %t = amp.sum %e {axes = array<i64: 0, 1>} : (tensor<?x3xf32>) -> tensor<f32>
  %l = amp.cross_entropy %z, %y : (tensor<?x3xf32>, tensor<?xi64>) -> tensor<f32>
  %mean = amp.mean %z {axes = array<i64: 0, 1>} : (tensor<?x3xf32>) -> tensor<f32>
  %n = amp.mul %l, %mean : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %o = amp.add %n, %t : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %q = amp.mul %z, %z : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  return %o, %q, %big : tensor<f32>, tensor<?x3xf32>, tensor<?x8xi1>
}
