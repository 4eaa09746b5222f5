// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A training step gives the same bits fused and unfused, with one thread and
// two; the second worker has work at this batch size. Twelve launches would be
// too many for it.

// RUN: amp-opt %s --pass-pipeline='builtin.module(amp-autocast,amp-specialize{shapes="x=4096x128 y=4096"},amp-differentiate,amp-build-step{optimizer=adam})' -o %t.f32.mlir
// RUN: same-bits %t.f32.mlir | FileCheck %s --check-prefix=F32
// RUN: amp-opt %s --pass-pipeline='builtin.module(amp-autocast{precision=bf16},amp-specialize{shapes="x=64x128 y=64"},amp-differentiate,amp-build-step{optimizer=adamw scaler=true clip=norm})' -o %t.bf16.mlir
// RUN: same-bits %t.bf16.mlir | FileCheck %s --check-prefix=LOW
// RUN: amp-opt %s --pass-pipeline='builtin.module(amp-autocast{precision=f16},amp-specialize{shapes="x=64x128 y=64"},amp-differentiate,amp-build-step{optimizer=sgd momentum=0.9 scaler=true})' -o %t.f16.mlir
// RUN: same-bits %t.f16.mlir | FileCheck %s --check-prefix=LOW

// F32: loss: 3 kernels, 4 launches, 3 products
// F32: step: 7 kernels, 9 launches, 8 products, {{.*}}, peak at its lower bound, {{.*}}, then 0
// F32-NOT: other bits
// LOW: step: {{.*}} 8 products, {{.*}}, then 0
// LOW-NOT: other bits

amp.variable @fc1.weight : tensor<256x128xf32> init(#amp.kaiming_uniform)
amp.variable @fc1.bias : tensor<256xf32> init(#amp.zeros)
amp.variable @fc2.weight : tensor<256x256xf32> init(#amp.kaiming_uniform)
amp.variable @fc2.bias : tensor<256xf32> init(#amp.zeros)
amp.variable @fc3.weight : tensor<10x256xf32> init(#amp.kaiming_uniform)
amp.variable @fc3.bias : tensor<10xf32> init(#amp.zeros)
func.func @loss(%x: tensor<?x128xf32> {amp.name = "x"}, %y: tensor<?xi64> {amp.name = "y"}) -> tensor<f32> {
  %w1 = amp.read @fc1.weight : tensor<256x128xf32>
  %b1 = amp.read @fc1.bias : tensor<256xf32>
  %w2 = amp.read @fc2.weight : tensor<256x256xf32>
  %b2 = amp.read @fc2.bias : tensor<256xf32>
  %w3 = amp.read @fc3.weight : tensor<10x256xf32>
  %b3 = amp.read @fc3.bias : tensor<10xf32>
  %0 = amp.linear %x, %w1, %b1 : (tensor<?x128xf32>, tensor<256x128xf32>, tensor<256xf32>) -> tensor<?x256xf32>
  %1 = amp.relu %0 : (tensor<?x256xf32>) -> tensor<?x256xf32>
  %2 = amp.linear %1, %w2, %b2 : (tensor<?x256xf32>, tensor<256x256xf32>, tensor<256xf32>) -> tensor<?x256xf32>
  %3 = amp.relu %2 : (tensor<?x256xf32>) -> tensor<?x256xf32>
  %4 = amp.linear %3, %w3, %b3 : (tensor<?x256xf32>, tensor<10x256xf32>, tensor<10xf32>) -> tensor<?x10xf32>
  %5 = amp.cross_entropy %4, %y : (tensor<?x10xf32>, tensor<?xi64>) -> tensor<f32>
  return %5 : tensor<f32>
}
