// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A training step through a branch and dropout gives the same bits fused and
// unfused, with one thread and two, in every precision.

// RUN: amp-opt %s --pass-pipeline='builtin.module(amp-autocast,amp-specialize{shapes="x=300x24 y=300"},amp-differentiate,amp-verify-differentiate,amp-strip-gradient-tags,amp-build-step{optimizer=adam})' -o %t.f32.mlir
// RUN: same-bits %t.f32.mlir | FileCheck %s
// RUN: amp-opt %s --pass-pipeline='builtin.module(amp-autocast{precision=bf16},amp-verify-autocast,amp-specialize{shapes="x=30x24 y=30"},amp-differentiate,amp-verify-differentiate,amp-strip-gradient-tags,amp-build-step{optimizer=adamw scaler=true clip=norm})' -o %t.bf16.mlir
// RUN: same-bits %t.bf16.mlir | FileCheck %s
// RUN: amp-opt %s --pass-pipeline='builtin.module(amp-autocast{precision=f16},amp-specialize{shapes="x=30x24 y=30"},amp-differentiate,amp-build-step{optimizer=sgd momentum=0.9 scaler=true accumulation=true})' -o %t.f16.mlir
// RUN: same-bits %t.f16.mlir | FileCheck %s

// CHECK: step: {{.*}}, then 0
// CHECK-NOT: {{other bits|expected}}

amp.variable @w1 : tensor<40x24xf32> init(#amp.kaiming_uniform)
amp.variable @b1 : tensor<40xf32> init(#amp.zeros)
amp.variable @w2 : tensor<40x40xf32> init(#amp.kaiming_uniform)
amp.variable @w3 : tensor<10x40xf32> init(#amp.kaiming_uniform)
func.func @loss(%x: tensor<?x24xf32> {amp.name = "x"}, %y: tensor<?xi64> {amp.name = "y"}) -> tensor<f32> {
  %w1 = amp.read @w1 : tensor<40x24xf32>
  %b1 = amp.read @b1 : tensor<40xf32>
  %w3 = amp.read @w3 : tensor<10x40xf32>
  %0 = amp.linear %x, %w1, %b1 : (tensor<?x24xf32>, tensor<40x24xf32>, tensor<40xf32>) -> tensor<?x40xf32>
  %1 = amp.relu %0 : (tensor<?x40xf32>) -> tensor<?x40xf32>
  %m = amp.mean %1 {axes = array<i64: 0, 1>} : (tensor<?x40xf32>) -> tensor<f32>
  %z = amp.constant dense<0.0> : tensor<f32>
  %c = amp.compare gt %m, %z : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %2 = amp.if %c -> (tensor<?x40xf32>) {
    %w2 = amp.read @w2 : tensor<40x40xf32>
    %3 = amp.linear %1, %w2 : (tensor<?x40xf32>, tensor<40x40xf32>) -> tensor<?x40xf32>
    %4 = amp.relu %3 : (tensor<?x40xf32>) -> tensor<?x40xf32>
    %5 = amp.dropout %4 {p = 0.3 : f64} : (tensor<?x40xf32>) -> tensor<?x40xf32>
    amp.yield %5 : tensor<?x40xf32>
  } else {
    %3 = amp.tanh %1 : (tensor<?x40xf32>) -> tensor<?x40xf32>
    amp.yield %3 : tensor<?x40xf32>
  }
  %6 = amp.linear %2, %w3 : (tensor<?x40xf32>, tensor<10x40xf32>) -> tensor<?x10xf32>
  %7 = amp.cross_entropy %6, %y : (tensor<?x10xf32>, tensor<?xi64>) -> tensor<f32>
  return %7 : tensor<f32>
}
