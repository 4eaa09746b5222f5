// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the built-in policies do to one function: losses, softmax and sums are
// where they differ.

// RUN: amp-opt %s --amp-autocast="precision=bf16 policy=torch-cuda" --amp-verify-autocast | FileCheck %s --check-prefixes=CHECK,CUDA
// RUN: amp-opt %s --amp-autocast="precision=bf16 policy=torch-cpu" --amp-verify-autocast | FileCheck %s --check-prefixes=CHECK,CPU
// RUN: amp-opt %s --amp-autocast="precision=bf16 policy=all-low" --amp-verify-autocast | FileCheck %s --check-prefixes=CHECK,LOW
// RUN: amp-opt %s --amp-autocast="precision=bf16 policy=none" --amp-verify-autocast | FileCheck %s --check-prefix=NONE
// RUN: not amp-opt %s --amp-autocast="precision=bf16 policy=all-high" 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// UNKNOWN: error: {{.*}}all-high

// NONE-NOT: bf16{{[,>]}} origin
// NONE: amp.matmul {{.*}} -> tensor<4x4xf32>
func.func @f(%a: tensor<4x4xf32>, %x: tensor<4x4xf32>, %t: tensor<4x4xf32>) -> tensor<f32> {
  // CHECK: %[[P:.*]] = amp.matmul {{.*}} -> tensor<4x4xbf16>
  %0 = amp.matmul %a, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  // CUDA: amp.softmax %[[P]] {{.*}}dtype = f32{{.*}} -> tensor<4x4xf32>
  // CPU: amp.softmax %[[P]] {{.*}} -> tensor<4x4xbf16>
  // LOW: amp.softmax %[[P]] {{.*}} -> tensor<4x4xbf16>
  %1 = amp.softmax %0 {axis = 1 : i64} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  // CUDA: amp.exp {{.*}} -> tensor<4x4xf32>
  // CPU: amp.exp {{.*}} -> tensor<4x4xbf16>
  // LOW: amp.exp {{.*}} -> tensor<4x4xbf16>
  %2 = amp.exp %1 : (tensor<4x4xf32>) -> tensor<4x4xf32>
  // An operand of f32 promotes where the class asks for nothing.
  // CUDA: amp.add {{.*}} -> tensor<4x4xf32>
  // CPU: amp.add {{.*}} -> tensor<4x4xf32>
  // LOW: amp.add {{.*}} -> tensor<4x4xbf16>
  %3 = amp.add %2, %a : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  // CUDA: amp.mse {{.*}} -> tensor<f32>
  // CPU: amp.mse {{.*}} -> tensor<f32>
  // LOW: amp.mse {{.*}} -> tensor<bf16>
  %4 = amp.mse %3, %t : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<f32>
  return %4 : tensor<f32>
}

// RUN: amp-opt %s --amp-autocast="precision=bf16 policy=torch-cuda-exact" --amp-verify-autocast | FileCheck %s --check-prefix=EXACT

// CHECK-LABEL: func.func @class_loss(
// EXACT-LABEL: func.func @class_loss(
func.func @class_loss(%a: tensor<4x4xf32>, %y: tensor<4xi64>) -> tensor<f32> {
  %0 = amp.matmul %a, %a : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  // CUDA: amp.cross_entropy {{.*}} : (tensor<4x4xf32>, tensor<4xi64>) -> tensor<f32>
  // CPU: amp.cross_entropy {{.*}} : (tensor<4x4xf32>, tensor<4xi64>) -> tensor<f32>
  // LOW: amp.cross_entropy {{.*}} : (tensor<4x4xbf16>, tensor<4xi64>) -> tensor<bf16>
  // EXACT: %[[L:.*]] = amp.log_softmax {{.*}}dtype = bf16{{.*}} : (tensor<4x4xbf16>) -> tensor<4x4xbf16>
  // EXACT: %[[W:.*]] = amp.cast %[[L]] {{.*}} : (tensor<4x4xbf16>) -> tensor<4x4xf32>
  // EXACT: amp.nll %[[W]], {{.*}}reduction = #amp.loss_reduction<sum>{{.*}} -> tensor<f32>
  %1 = amp.cross_entropy %0, %y {reduction = #amp.loss_reduction<sum>} : (tensor<4x4xf32>, tensor<4xi64>) -> tensor<f32>
  return %1 : tensor<f32>
}
