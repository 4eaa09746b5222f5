// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: amp-opt %s --pass-pipeline='builtin.module(func.func(amp-verify-fuse))' -split-input-file -verify-diagnostics

func.func @left(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @below {{expects a kernel, a library call, a view or a branch after fusion}}
  %0 = amp.exp %x : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @two_spaces(%x: tensor<2xf32>, %y: tensor<3xf32>) -> (tensor<2xf32>, tensor<3xf32>) {
  // expected-error @below {{expects a region that one kernel can hold}}
  %0:2 = amp.fused elementwise (%x, %y) : (tensor<2xf32>, tensor<3xf32>) -> (tensor<2xf32>, tensor<3xf32>) {
  ^bb0(%a: tensor<2xf32>, %b: tensor<3xf32>):
    %1 = amp.exp %a : (tensor<2xf32>) -> tensor<2xf32>
    %2 = amp.exp %b : (tensor<3xf32>) -> tensor<3xf32>
    amp.yield %1, %2 : tensor<2xf32>, tensor<3xf32>
  }
  return %0#0, %0#1 : tensor<2xf32>, tensor<3xf32>
}

// -----

func.func @other_form(%x: tensor<2x3xf32>) -> tensor<2xf32> {
  // expected-error @below {{expects the form that follows from the reductions}}
  %0 = amp.fused column (%x) : (tensor<2x3xf32>) -> tensor<2xf32> {
  ^bb0(%a: tensor<2x3xf32>):
    %1 = amp.sum %a {axes = array<i64: 1>} : (tensor<2x3xf32>) -> tensor<2xf32>
    amp.yield %1 : tensor<2xf32>
  }
  return %0 : tensor<2xf32>
}

// -----

func.func @nothing() {
  // expected-error @below {{expects a region that one kernel can hold}}
  amp.fused elementwise () : () -> () {
  }
  return
}
