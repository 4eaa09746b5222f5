// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every rule on shapes and element types of contractions is a located error.

// RUN: amp-opt %s -split-input-file -verify-diagnostics

func.func @matmul_c1(%x: tensor<3xf32>, %y: tensor<3x5xf32>) {
  // expected-error @below {{expects operands of rank 2 or more, got 'tensor<3xf32>' and 'tensor<3x5xf32>'}}
  %0 = amp.matmul %x, %y : (tensor<3xf32>, tensor<3x5xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @matmul_c2(%x: tensor<4x3xf32>, %y: tensor<5x3xf32>) {
  // expected-error @below {{expects equal contracting dimensions, got 3 and 5}}
  %0 = amp.matmul %x, %y : (tensor<4x3xf32>, tensor<5x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @matmul_c2_transposed(%x: tensor<3x4xf32>, %y: tensor<5x2xf32>) {
  // expected-error @below {{expects equal contracting dimensions, got 3 and 2}}
  %0 = amp.matmul %x, %y {transpose_lhs, transpose_rhs} : (tensor<3x4xf32>, tensor<5x2xf32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @matmul_c3(%x: tensor<4x3xf16>, %y: tensor<3x5xf32>) {
  // expected-error @below {{expects one element type, got 'f16' and 'f32'; cast one operand}}
  %0 = amp.matmul %x, %y : (tensor<4x3xf16>, tensor<3x5xf32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @matmul_c4(%x: tensor<4x3xbf16>, %y: tensor<3x5xbf16>) {
  // expected-error @below {{expects accumulate type 'f32' for 'bf16' operands, got 'bf16'}}
  %0 = amp.matmul %x, %y {accumulate = bf16} : (tensor<4x3xbf16>, tensor<3x5xbf16>) -> tensor<4x5xbf16>
  return
}

// -----

func.func @matmul_c4_f64(%x: tensor<4x3xf64>, %y: tensor<3x5xf64>) {
  // expected-error @below {{expects accumulate type 'f64' for 'f64' operands, got 'f32'}}
  %0 = amp.matmul %x, %y {accumulate = f32} : (tensor<4x3xf64>, tensor<3x5xf64>) -> tensor<4x5xf64>
  return
}

// -----

func.func @matmul_c5(%x: tensor<2x4x3xf32>, %y: tensor<6x3x5xf32>) {
  // expected-error @below {{expects dimensions that broadcast before the last two, got 'tensor<2x4x3xf32>' and 'tensor<6x3x5xf32>'}}
  %0 = amp.matmul %x, %y : (tensor<2x4x3xf32>, tensor<6x3x5xf32>) -> tensor<6x4x5xf32>
  return
}

// -----

func.func @matmul_result(%x: tensor<3x4xf16>, %y: tensor<3x5xf16>) {
  // expected-error @below {{inferred type(s) 'tensor<4x5xf16>' are incompatible with return type(s) of operation 'tensor<4x5xf32>'}}
  %0 = amp.matmul %x, %y {transpose_lhs} : (tensor<3x4xf16>, tensor<3x5xf16>) -> tensor<4x5xf32>
  return
}

// -----

func.func @linear_c1(%x: tensor<f32>, %y: tensor<5x3xf32>) {
  // expected-error @below {{expects an input of rank 1 or more and a weight of rank 2, got 'tensor<f32>' and 'tensor<5x3xf32>'}}
  %0 = amp.linear %x, %y : (tensor<f32>, tensor<5x3xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @linear_c1_weight(%x: tensor<2x3xf32>, %y: tensor<1x5x3xf32>) {
  // expected-error @below {{expects an input of rank 1 or more and a weight of rank 2, got 'tensor<2x3xf32>' and 'tensor<1x5x3xf32>'}}
  %0 = amp.linear %x, %y : (tensor<2x3xf32>, tensor<1x5x3xf32>) -> tensor<2x5xf32>
  return
}

// -----

func.func @linear_c1_bias(%x: tensor<4x3xf32>, %y: tensor<5x3xf32>, %z: tensor<1x5xf32>) {
  // expected-error @below {{expects a bias of rank 1 with one element per weight row (5), got 'tensor<1x5xf32>'}}
  %0 = amp.linear %x, %y, %z : (tensor<4x3xf32>, tensor<5x3xf32>, tensor<1x5xf32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @linear_c2(%x: tensor<4x3xf32>, %y: tensor<3x5xf32>) {
  // expected-error @below {{expects as many input columns as weight columns, got 3 and 5}}
  %0 = amp.linear %x, %y : (tensor<4x3xf32>, tensor<3x5xf32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @linear_c3(%x: tensor<4x3xf32>, %y: tensor<5x3xf32>, %z: tensor<3xf32>) {
  // expected-error @below {{expects a bias of rank 1 with one element per weight row (5), got 'tensor<3xf32>'}}
  %0 = amp.linear %x, %y, %z : (tensor<4x3xf32>, tensor<5x3xf32>, tensor<3xf32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @linear_c4(%x: tensor<4x3xbf16>, %y: tensor<5x3xbf16>, %z: tensor<5xf32>) {
  // expected-error @below {{expects one element type, got 'bf16' and 'f32'; cast one operand}}
  %0 = amp.linear %x, %y, %z : (tensor<4x3xbf16>, tensor<5x3xbf16>, tensor<5xf32>) -> tensor<4x5xbf16>
  return
}

// -----

func.func @linear_c5(%x: tensor<4x3xf32>, %y: tensor<5x3xf32>) {
  // expected-error @below {{expects accumulate type 'f32' for 'f32' operands, got 'f64'}}
  %0 = amp.linear %x, %y {accumulate = f64} : (tensor<4x3xf32>, tensor<5x3xf32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @linear_result(%x: tensor<?x3xf32>, %y: tensor<5x3xf32>) {
  // expected-error @below {{inferred type(s) 'tensor<?x5xf32>' are incompatible with return type(s) of operation 'tensor<?x3xf32>'}}
  %0 = amp.linear %x, %y : (tensor<?x3xf32>, tensor<5x3xf32>) -> tensor<?x3xf32>
  return
}
