// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every rule on random ops is a located error.

// RUN: amp-opt %s -split-input-file -verify-diagnostics

func.func @dropout_c1(%x: tensor<3xf32>, %s: tensor<i64>) {
  // expected-error @below {{expects a seed, a counter and possibly a number as keys, or none, got 1 keys}}
  %0 = amp.dropout %x, %s {p = 0.5 : f64} : (tensor<3xf32>, tensor<i64>) -> tensor<3xf32>
  return
}

// -----

func.func @dropout_c2(%x: tensor<3xf32>) {
  // expected-error @below {{expects p in [0, 1], got 1.500000e+00 : f64}}
  %0 = amp.dropout %x {p = 1.5 : f64} : (tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @dropout_c2_nan(%x: tensor<3xf32>) {
  // expected-error @below {{expects p in [0, 1]}}
  %0 = amp.dropout %x {p = 0x7FF8000000000000 : f64} : (tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @dropout_c3(%x: tensor<3xf32>) {
  // expected-error @below {{expects a number in [0, 2^32), got -1}}
  %0 = amp.dropout %x {p = 0.5 : f64, number = -1 : i64} : (tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @dropout_c3_twice(%x: tensor<3xf32>, %s: tensor<i64>) {
  // expected-error @below {{expects no number beside the one among the keys}}
  %0 = amp.dropout %x, %s, %s, %s {p = 0.5 : f64, number = 1 : i64} : (tensor<3xf32>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<3xf32>
  return
}

// -----

func.func @dropout_result(%x: tensor<3xf16>) {
  // expected-error @below {{inferred type(s) 'tensor<3xf16>' are incompatible with return type(s) of operation 'tensor<3xf32>'}}
  %0 = amp.dropout %x {p = 0.5 : f64} : (tensor<3xf16>) -> tensor<3xf32>
  return
}
