// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: not amp-run check %s --target=ref 2>&1 | FileCheck %s
//
// A dropout that is to draw and has nothing to draw from says so.

func.func @draws() {
  %x = amp.constant dense<1.0> : tensor<4xf32>
  // CHECK: error: 'amp.dropout' op expects a seed and a counter to draw from; a training step brings them
  %d = amp.dropout %x {p = 0.5 : f64, mode = #amp.mode<train>} : (tensor<4xf32>) -> tensor<4xf32>
  check.expect_eq %d, %d : tensor<4xf32>
  return
}
