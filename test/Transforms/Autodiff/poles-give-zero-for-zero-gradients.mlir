// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A derivative with a pole is replaced by 0 where the incoming gradient is exactly
// 0, so that an element that nobody uses makes no NaN.
//
// RUN: amp-opt %s --amp-differentiate=function=log --amp-strip-gradient-tags | FileCheck %s
// RUN: amp-opt %s --amp-differentiate=function=div --amp-strip-gradient-tags | FileCheck %s --check-prefix=DIV

amp.variable @x : tensor<4xf32> init(#amp.ones)

// CHECK-LABEL: func.func @log_gradient
func.func @log(%c: tensor<4xf32>) -> tensor<f32> {
  // CHECK: %[[X:.*]] = amp.read @x
  // CHECK: %[[G:.*]] = amp.mul %{{.*}}, %{{.*}}
  // CHECK: %[[G:.*]] = amp.mul %{{.*}}, %{{.*}}
  // CHECK-NEXT: %[[D:.*]] = amp.div %[[G]], %[[X]]
  // CHECK-NEXT: %[[ZERO:.*]] = amp.constant dense<0.000000e+00> : tensor<f32>
  // CHECK-NEXT: %[[NONE:.*]] = amp.compare eq %[[G]], %[[ZERO]]
  // CHECK-NEXT: %[[DX:.*]] = amp.select %[[NONE]], %[[ZERO]], %[[D]]
  // CHECK-NEXT: return %{{.*}}, %[[DX]]
  %x = amp.read @x : tensor<4xf32>
  %0 = amp.log %x : (tensor<4xf32>) -> tensor<4xf32>
  %1 = amp.mul %0, %c : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %2 = amp.sum %1 {axes = array<i64: 0>} : (tensor<4xf32>) -> tensor<f32>
  return %2 : tensor<f32>
}

// DIV-LABEL: func.func @div_gradient
func.func @div(%c: tensor<4xf32>) -> tensor<f32> {
  // DIV: %[[X:.*]] = amp.read @x
  // DIV: amp.broadcast
  // DIV: %[[SHARE:.*]] = amp.div %[[G:.*]], %[[X]]
  // DIV-NEXT: %[[RATIO:.*]] = amp.div %{{.*}}, %[[X]]
  // DIV-NEXT: %[[PRODUCT:.*]] = amp.mul %[[SHARE]], %[[RATIO]]
  // DIV-NEXT: %[[D:.*]] = amp.neg %[[PRODUCT]]
  // DIV: %[[NONE:.*]] = amp.compare eq %[[G]], %[[ZERO:.*]] :
  // DIV-NEXT: amp.select %[[NONE]], %[[ZERO]], %[[D]]
  %x = amp.read @x : tensor<4xf32>
  %0 = amp.div %c, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = amp.sum %0 {axes = array<i64: 0>} : (tensor<4xf32>) -> tensor<f32>
  return %1 : tensor<f32>
}
