// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every rule on the types of losses is a located error.

// RUN: amp-opt %s -split-input-file -verify-diagnostics

func.func @cross_entropy_c1_scores(%x: tensor<3xf32>, %y: tensor<4xi64>) {
  // expected-error @below {{expects [samples, classes] and [samples], got 'tensor<3xf32>' and 'tensor<4xi64>'}}
  %0 = amp.cross_entropy %x, %y : (tensor<3xf32>, tensor<4xi64>) -> tensor<f32>
  return
}

// -----

func.func @cross_entropy_c1_target(%x: tensor<4x3xf32>, %y: tensor<4x1xi64>) {
  // expected-error @below {{expects [samples, classes] and [samples], got 'tensor<4x3xf32>' and 'tensor<4x1xi64>'}}
  %0 = amp.cross_entropy %x, %y : (tensor<4x3xf32>, tensor<4x1xi64>) -> tensor<f32>
  return
}

// -----

func.func @cross_entropy_c1_samples(%x: tensor<4x3xf32>, %y: tensor<3xi64>) {
  // expected-error @below {{expects one target per sample, got 3 for 4}}
  %0 = amp.cross_entropy %x, %y : (tensor<4x3xf32>, tensor<3xi64>) -> tensor<f32>
  return
}

// -----

func.func @cross_entropy_c2(%x: tensor<4x3xf32>, %y: tensor<4xi64>) {
  // expected-error @below {{inferred type(s) 'tensor<f32>' are incompatible with return type(s) of operation 'tensor<4xf32>'}}
  %0 = amp.cross_entropy %x, %y : (tensor<4x3xf32>, tensor<4xi64>) -> tensor<4xf32>
  return
}

// -----

func.func @cross_entropy_c2_none(%x: tensor<?x3xf32>, %y: tensor<?xi64>) {
  // expected-error @below {{inferred type(s) 'tensor<?xf32>' are incompatible with return type(s) of operation 'tensor<f32>'}}
  %0 = amp.cross_entropy %x, %y {reduction = #amp.loss_reduction<none>} : (tensor<?x3xf32>, tensor<?xi64>) -> tensor<f32>
  return
}

// -----

func.func @cross_entropy_c2_element(%x: tensor<4x3xbf16>, %y: tensor<4xi64>) {
  // expected-error @below {{inferred type(s) 'tensor<bf16>' are incompatible with return type(s) of operation 'tensor<f32>'}}
  %0 = amp.cross_entropy %x, %y : (tensor<4x3xbf16>, tensor<4xi64>) -> tensor<f32>
  return
}

// -----

func.func @cross_entropy_c3(%x: tensor<4x3xf64>, %y: tensor<4xi64>) {
  // expected-error @below {{expects accumulate type 'f64' for 'f64' operands, got 'f32'}}
  %0 = amp.cross_entropy %x, %y {accumulate = f32} : (tensor<4x3xf64>, tensor<4xi64>) -> tensor<f64>
  return
}

// -----

func.func @nll_c1_scores(%x: tensor<3xf32>, %y: tensor<4xi64>) {
  // expected-error @below {{expects [samples, classes] and [samples], got 'tensor<3xf32>' and 'tensor<4xi64>'}}
  %0 = amp.nll %x, %y : (tensor<3xf32>, tensor<4xi64>) -> tensor<f32>
  return
}

// -----

func.func @nll_c1_target(%x: tensor<4x3xf32>, %y: tensor<4x1xi64>) {
  // expected-error @below {{expects [samples, classes] and [samples], got 'tensor<4x3xf32>' and 'tensor<4x1xi64>'}}
  %0 = amp.nll %x, %y : (tensor<4x3xf32>, tensor<4x1xi64>) -> tensor<f32>
  return
}

// -----

func.func @nll_c1_samples(%x: tensor<4x3xf32>, %y: tensor<3xi64>) {
  // expected-error @below {{expects one target per sample, got 3 for 4}}
  %0 = amp.nll %x, %y : (tensor<4x3xf32>, tensor<3xi64>) -> tensor<f32>
  return
}

// -----

func.func @nll_c2(%x: tensor<4x3xf32>, %y: tensor<4xi64>) {
  // expected-error @below {{inferred type(s) 'tensor<f32>' are incompatible with return type(s) of operation 'tensor<4xf32>'}}
  %0 = amp.nll %x, %y : (tensor<4x3xf32>, tensor<4xi64>) -> tensor<4xf32>
  return
}

// -----

func.func @nll_c2_none(%x: tensor<?x3xf32>, %y: tensor<?xi64>) {
  // expected-error @below {{inferred type(s) 'tensor<?xf32>' are incompatible with return type(s) of operation 'tensor<f32>'}}
  %0 = amp.nll %x, %y {reduction = #amp.loss_reduction<none>} : (tensor<?x3xf32>, tensor<?xi64>) -> tensor<f32>
  return
}

// -----

func.func @nll_c2_element(%x: tensor<4x3xbf16>, %y: tensor<4xi64>) {
  // expected-error @below {{inferred type(s) 'tensor<bf16>' are incompatible with return type(s) of operation 'tensor<f32>'}}
  %0 = amp.nll %x, %y : (tensor<4x3xbf16>, tensor<4xi64>) -> tensor<f32>
  return
}

// -----

func.func @nll_c3(%x: tensor<4x3xf64>, %y: tensor<4xi64>) {
  // expected-error @below {{expects accumulate type 'f64' for 'f64' operands, got 'f32'}}
  %0 = amp.nll %x, %y {accumulate = f32} : (tensor<4x3xf64>, tensor<4xi64>) -> tensor<f64>
  return
}

// -----

func.func @mse_c1(%x: tensor<4x3xf32>, %y: tensor<3xf32>) {
  // expected-error @below {{expects one shape, got 'tensor<4x3xf32>' and 'tensor<3xf32>'}}
  %0 = amp.mse %x, %y : (tensor<4x3xf32>, tensor<3xf32>) -> tensor<f32>
  return
}

// -----

func.func @mse_c2(%x: tensor<4x3xf32>) {
  // expected-error @below {{inferred type(s) 'tensor<f32>' are incompatible with return type(s) of operation 'tensor<4x3xf32>'}}
  %0 = amp.mse %x, %x : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @mse_c2_element(%x: tensor<3xf16>, %y: tensor<3xbf16>) {
  // expected-error @below {{inferred type(s) 'tensor<f32>' are incompatible with return type(s) of operation 'tensor<f16>'}}
  %0 = amp.mse %x, %y : (tensor<3xf16>, tensor<3xbf16>) -> tensor<f16>
  return
}

// -----

func.func @mse_c3(%x: tensor<3xf64>) {
  // expected-error @below {{expects accumulate type 'f64' for 'f64' operands, got 'f32'}}
  %0 = amp.mse %x, %x {accumulate = f32} : (tensor<3xf64>, tensor<3xf64>) -> tensor<f64>
  return
}
