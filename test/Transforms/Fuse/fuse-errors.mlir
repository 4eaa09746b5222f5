// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: amp-opt %s --pass-pipeline='builtin.module(func.func(amp-fuse))' -verify-diagnostics

// expected-error @below {{expects static shapes, got 'tensor<?xf32>'}}
func.func @dynamic(%x: tensor<?xf32>) -> tensor<?xf32> {
  return %x : tensor<?xf32>
}
