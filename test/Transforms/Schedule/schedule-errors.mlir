// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Live bytes are counted, so every value has to have a known size.
//
// RUN: amp-opt %s --pass-pipeline='builtin.module(func.func(amp-schedule))' -split-input-file -verify-diagnostics -allow-unregistered-dialect

// expected-error @below {{expects static shapes, got 'tensor<?xf32>'}}
func.func @dynamic_argument(%x: tensor<?xf32>) -> tensor<?xf32> {
  return %x : tensor<?xf32>
}

// -----

func.func @dynamic_in_a_branch(%c: tensor<i1>, %x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = amp.if %c -> (tensor<2xf32>) {
    // expected-error @below {{expects static shapes, got 'tensor<?xf32>'}}
    %1 = "test.any"() : () -> tensor<?xf32>
    amp.yield %x : tensor<2xf32>
  } else {
    amp.yield %x : tensor<2xf32>
  }
  return %0 : tensor<2xf32>
}
