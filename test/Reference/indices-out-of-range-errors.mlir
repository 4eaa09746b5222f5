// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: not amp-run check %s --target=ref 2>&1 | FileCheck %s
//
// An index outside of the axis is a located error, whichever op takes it.

func.func @gather() {
  %x = amp.constant dense<1.0> : tensor<3x2xf32>
  %i = amp.constant dense<[0, 3]> : tensor<2xi64>
  // CHECK: [[@LINE+1]]:8: error: 'amp.gather' op expects indices in [0, 3), got 3 at element 1
  %0 = amp.gather %x, %i {axis = 0 : i64} : (tensor<3x2xf32>, tensor<2xi64>) -> tensor<2x2xf32>
  return
}

func.func @gather_elements() {
  %x = amp.constant dense<1.0> : tensor<3x2xf32>
  %i = amp.constant dense<[[0], [-1], [0]]> : tensor<3x1xi32>
  // CHECK: [[@LINE+1]]:8: error: 'amp.gather_elements' op expects indices in [0, 2), got -1 at element 1
  %0 = amp.gather_elements %x, %i {axis = 1 : i64} : (tensor<3x2xf32>, tensor<3x1xi32>) -> tensor<3x1xf32>
  return
}

func.func @embedding() {
  %x = amp.constant dense<1.0> : tensor<3x2xf32>
  %i = amp.constant dense<-9> : tensor<i64>
  // CHECK: [[@LINE+1]]:8: error: 'amp.embedding' op expects indices in [0, 3), got -9 at element 0
  %0 = amp.embedding %x, %i : (tensor<3x2xf32>, tensor<i64>) -> tensor<2xf32>
  return
}

func.func @scatter_add() {
  %u = amp.constant dense<1.0> : tensor<2x2xf32>
  %i = amp.constant dense<[4, 5]> : tensor<2xi64>
  // CHECK: [[@LINE+1]]:8: error: 'amp.scatter_add' op expects indices in [0, 5), got 5 at element 1
  %0 = amp.scatter_add %u, %i {axis = 0 : i64} : (tensor<2x2xf32>, tensor<2xi64>) -> tensor<5x2xf32>
  return
}

func.func @argmax_of_nothing() {
  %x = amp.constant dense<> : tensor<0x2xf32>
  %0 = amp.transpose %x {permutation = array<i64: 1, 0>} : (tensor<0x2xf32>) -> tensor<2x0xf32>
  %1 = amp.reshape %0 : (tensor<2x0xf32>) -> tensor<2x?xf32>
  // CHECK: [[@LINE+1]]:8: error: 'amp.argmax' op expects an element to find along the axis
  %2 = amp.argmax %1 {axis = 1 : i64} : (tensor<2x?xf32>) -> tensor<2xi64>
  return
}
