// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A file may hold values that no op of the model has made; they have no shape
// that could be fixed. The same file is an error of the model to amp-run.

// RUN: amp-opt %s --amp-specialize -split-input-file -verify-diagnostics
// RUN: rm -rf %t && split-file %s %t
// RUN: not amp-run verify %t/constant.mlir --function loss 2>&1 | FileCheck %s
// CHECK: constant.mlir:2:{{[0-9]+}}: error: expects values to be ranked tensors, got 'i32'

//--- constant.mlir
func.func @loss(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = arith.constant 1 : i32 // expected-error {{expects values to be ranked tensors, got 'i32'}}
  return %x : tensor<4xf32>
}
// -----
//--- rest.mlir
func.func @loss(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{expects values to be ranked tensors, got 'tensor<*xf32>'}}
  %0 = builtin.unrealized_conversion_cast %x : tensor<4xf32> to tensor<*xf32>
  return %x : tensor<4xf32>
}
// -----
func.func @loss(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{expects a static result shape}}
  %0 = ub.poison : tensor<?xf32>
  return %x : tensor<4xf32>
}
// -----
// expected-error @below {{expects values to be ranked tensors, got 'i32'}}
func.func @loss(%x: i32) -> i32 {
  return %x : i32
}
// -----
// expected-error @below {{expects a body}}
func.func private @loss(%x: tensor<4xf32>) -> tensor<4xf32>
