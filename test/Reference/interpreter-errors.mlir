// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: not amp-run check %s --target=ref 2>&1 | FileCheck %s
//
// What cannot be run is a located error, and the other functions still run.

amp.variable @w : tensor<f32> init(#amp.ones)

func.func @no_evaluator() {
  // CHECK: [[@LINE+1]]:8: error: 'arith.constant' op has no evaluator
  %c = arith.constant dense<1.0> : tensor<f32>
  return
}

func.func private @call_myself(%x: tensor<f32>) -> tensor<f32> {
  // CHECK: error: expects calls and regions nested at most 256 deep
  %y = call @call_myself(%x) : (tensor<f32>) -> tensor<f32>
  return %y : tensor<f32>
}

func.func @recursion() {
  %c = amp.constant dense<1.0> : tensor<f32>
  %y = call @call_myself(%c) : (tensor<f32>) -> tensor<f32>
  return
}

func.func private @set_w(%x: tensor<f32>) {
  amp.write @w, %x : tensor<f32>
  return
}

func.func @two_writes() {
  %c = amp.constant dense<1.0> : tensor<f32>
  call @set_w(%c) : (tensor<f32>) -> ()
  // CHECK: [[@LINE-7]]:3: error: 'amp.write' op expects one write of a variable in a run
  // CHECK: [[@LINE-8]]:3: note: first written here
  call @set_w(%c) : (tensor<f32>) -> ()
  return
}

func.func private @no_body(tensor<f32>) -> tensor<f32>

func.func @external_function() {
  %c = amp.constant dense<1.0> : tensor<f32>
  // CHECK: error: 'func.func' op expects a body
  %y = call @no_body(%c) : (tensor<f32>) -> tensor<f32>
  return
}

func.func @target_out_of_range() {
  %x = amp.constant dense<0.0> : tensor<3x4xf32>
  %t = amp.constant dense<[0, 3, 4]> : tensor<3xi64>
  // CHECK: [[@LINE+1]]:8: error: 'amp.cross_entropy' op expects targets in [0, 4), got 4 for sample 2
  %l = amp.cross_entropy %x, %t : (tensor<3x4xf32>, tensor<3xi64>) -> tensor<f32>
  return
}

func.func @negative_target() {
  %x = amp.constant dense<0.0> : tensor<1x4xf32>
  %t = amp.constant dense<-1> : tensor<1xi32>
  // CHECK: [[@LINE+1]]:8: error: 'amp.nll' op expects targets in [0, 4), got -1 for sample 0
  %l = amp.nll %x, %t : (tensor<1x4xf32>, tensor<1xi32>) -> tensor<f32>
  return
}
