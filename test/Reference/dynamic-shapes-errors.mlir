// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: not amp-run check %s --target=ref 2>&1 | FileCheck %s
//
// Extents that only a run shows to be wrong are located errors.

func.func @broadcast_of_unequal_extents() {
  %a = amp.constant dense<1.0> : tensor<3xf32>
  %b = amp.constant dense<1.0> : tensor<4xf32>
  %da = amp.reshape %a : (tensor<3xf32>) -> tensor<?xf32>
  %db = amp.reshape %b : (tensor<4xf32>) -> tensor<?xf32>
  // CHECK: [[@LINE+1]]:8: error: 'amp.add' op expects shapes that broadcast, got 3xf32 and 4xf32
  %s = amp.add %da, %db : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return
}

func.func @result_of_another_extent() {
  %a = amp.constant dense<1.0> : tensor<3xf32>
  %da = amp.reshape %a : (tensor<3xf32>) -> tensor<?xf32>
  // CHECK: [[@LINE+1]]:8: error: 'amp.reshape' op
  %b = amp.reshape %da : (tensor<?xf32>) -> tensor<4xf32>
  return
}

func.func @rest_of_a_reshape() {
  %a = amp.constant dense<1.0> : tensor<3xf32>
  %da = amp.reshape %a : (tensor<3xf32>) -> tensor<?xf32>
  // CHECK: [[@LINE+1]]:8: error: 'amp.reshape' op expects a multiple of 2 elements, got 3
  %b = amp.reshape %da : (tensor<?xf32>) -> tensor<?x2xf32>
  return
}

func.func @contraction() {
  %a = amp.constant dense<1.0> : tensor<2x3xf32>
  %da = amp.reshape %a : (tensor<2x3xf32>) -> tensor<2x?xf32>
  %b = amp.constant dense<1.0> : tensor<4x2xf32>
  // CHECK: [[@LINE+1]]:8: error: 'amp.matmul' op expects contracting dimensions to match, got 3 and 4
  %p = amp.matmul %da, %b : (tensor<2x?xf32>, tensor<4x2xf32>) -> tensor<2x2xf32>
  return
}

func.func @repetition_of_unknown_length() {
  %a = amp.constant dense<1.0> : tensor<1xf32>
  // CHECK: [[@LINE+1]]:8: error: 'amp.broadcast' op expects a static extent in dimension 0, along which the operand is repeated
  %b = amp.broadcast %a : (tensor<1xf32>) -> tensor<?xf32>
  return
}
