// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Options and shapes that cannot be handled are located errors.

// RUN: amp-opt %s --amp-legalize-contractions=native=f32 -split-input-file -verify-diagnostics
// RUN: not amp-opt %s --amp-legalize-contractions=native=index 2>&1 | FileCheck %s --check-prefix=OPTION

// OPTION: error: option 'native' expects element types, got 'index'

func.func @two_dynamic(%x: tensor<?x?xf64>, %y: tensor<?x5xf64>) -> tensor<?x5xf64> {
  // expected-error @+1 {{expects at most one dynamic extent an operand to be computed without a library, got 'tensor<?x?xf64>' and 'tensor<5x?xf64>'}}
  %0 = amp.matmul %x, %y : (tensor<?x?xf64>, tensor<?x5xf64>) -> tensor<?x5xf64>
  return %0 : tensor<?x5xf64>
}
