// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shapes that contradict the function.

// RUN: not amp-opt %s --amp-specialize="function=g" 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not amp-opt %s --amp-specialize="function=f shapes='x=6x5 y=6'" 2>&1 | FileCheck %s --check-prefix=ARGUMENT
// RUN: not amp-opt %s --amp-specialize="function=f shapes='x=6x4 y=5'" 2>&1 | FileCheck %s --check-prefix=SAMPLES
// RUN: not amp-opt %s --amp-specialize="function=f shapes='x=6x4'" 2>&1 | FileCheck %s --check-prefix=UNSTATED
// RUN: not amp-opt %s --amp-specialize="function=f shapes='x=6x4 y=6z'" 2>&1 | FileCheck %s --check-prefix=SYNTAX

// MISSING: expects a function named g
// ARGUMENT: specialize-errors.mlir:[[#@LINE+5]]:1: error: expects input 0 of type 'tensor<?x4xf32>', got 'tensor<6x5xf32>'
// SAMPLES: specialize-errors.mlir:[[#@LINE+5]]:8: error: expects one target per sample, got 5 for 6
// UNSTATED: expects a shape for input 1 of type 'tensor<?xi64>'
// SYNTAX: expects a shape such as 32x64, got 6z

func.func @f(%x: tensor<?x4xf32> {amp.name = "x"}, %y: tensor<?xi64> {amp.name = "y"}) -> tensor<f32> {
  %0 = amp.nll %x, %y : (tensor<?x4xf32>, tensor<?xi64>) -> tensor<f32>
  return %0 : tensor<f32>
}
