// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every rule on the types of unary math ops is a located error.

// RUN: amp-opt %s -split-input-file -verify-diagnostics

func.func @floor_c1(%x: tensor<4x3xf32>) {
  // expected-error @below {{inferred type(s) 'tensor<4x3xf32>' are incompatible with return type(s) of operation 'tensor<4xf32>'}}
  %0 = amp.floor %x : (tensor<4x3xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @floor_c2(%x: tensor<3xi32>) {
  // expected-error @below {{inferred type(s) 'tensor<3xi32>' are incompatible with return type(s) of operation 'tensor<3xf32>'}}
  %0 = amp.floor %x : (tensor<3xi32>) -> tensor<3xf32>
  return
}

// -----

func.func @ceil_c1(%x: tensor<4x3xf32>) {
  // expected-error @below {{inferred type(s) 'tensor<4x3xf32>' are incompatible with return type(s) of operation 'tensor<4xf32>'}}
  %0 = amp.ceil %x : (tensor<4x3xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @ceil_c2(%x: tensor<3xi32>) {
  // expected-error @below {{inferred type(s) 'tensor<3xi32>' are incompatible with return type(s) of operation 'tensor<3xf32>'}}
  %0 = amp.ceil %x : (tensor<3xi32>) -> tensor<3xf32>
  return
}

// -----

func.func @round_c1(%x: tensor<4x3xf32>) {
  // expected-error @below {{inferred type(s) 'tensor<4x3xf32>' are incompatible with return type(s) of operation 'tensor<4xf32>'}}
  %0 = amp.round %x : (tensor<4x3xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @round_c2(%x: tensor<3xi32>) {
  // expected-error @below {{inferred type(s) 'tensor<3xi32>' are incompatible with return type(s) of operation 'tensor<3xf32>'}}
  %0 = amp.round %x : (tensor<3xi32>) -> tensor<3xf32>
  return
}

// -----

func.func @trunc_c1(%x: tensor<4x3xf32>) {
  // expected-error @below {{inferred type(s) 'tensor<4x3xf32>' are incompatible with return type(s) of operation 'tensor<4xf32>'}}
  %0 = amp.trunc %x : (tensor<4x3xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @trunc_c2(%x: tensor<3xi32>) {
  // expected-error @below {{inferred type(s) 'tensor<3xi32>' are incompatible with return type(s) of operation 'tensor<3xf32>'}}
  %0 = amp.trunc %x : (tensor<3xi32>) -> tensor<3xf32>
  return
}

// -----

func.func @sign_c1(%x: tensor<4x3xf32>) {
  // expected-error @below {{inferred type(s) 'tensor<4x3xf32>' are incompatible with return type(s) of operation 'tensor<4xf32>'}}
  %0 = amp.sign %x : (tensor<4x3xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @sign_c2(%x: tensor<3xi32>) {
  // expected-error @below {{inferred type(s) 'tensor<3xi32>' are incompatible with return type(s) of operation 'tensor<3xf32>'}}
  %0 = amp.sign %x : (tensor<3xi32>) -> tensor<3xf32>
  return
}

// -----

func.func @rsqrt_c1(%x: tensor<4x3xf32>) {
  // expected-error @below {{inferred type(s) 'tensor<4x3xf32>' are incompatible with return type(s) of operation 'tensor<4xf32>'}}
  %0 = amp.rsqrt %x : (tensor<4x3xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @rsqrt_c2(%x: tensor<3xi32>) {
  // expected-error @below {{inferred type(s) 'tensor<3xf32>' are incompatible with return type(s) of operation 'tensor<3xi32>'}}
  %0 = amp.rsqrt %x : (tensor<3xi32>) -> tensor<3xi32>
  return
}

// -----

func.func @reciprocal_c1(%x: tensor<4x3xf32>) {
  // expected-error @below {{inferred type(s) 'tensor<4x3xf32>' are incompatible with return type(s) of operation 'tensor<4xf32>'}}
  %0 = amp.reciprocal %x : (tensor<4x3xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @reciprocal_c2(%x: tensor<3xi32>) {
  // expected-error @below {{inferred type(s) 'tensor<3xf32>' are incompatible with return type(s) of operation 'tensor<3xi32>'}}
  %0 = amp.reciprocal %x : (tensor<3xi32>) -> tensor<3xi32>
  return
}

// -----

func.func @sin_c1(%x: tensor<4x3xf32>) {
  // expected-error @below {{inferred type(s) 'tensor<4x3xf32>' are incompatible with return type(s) of operation 'tensor<4xf32>'}}
  %0 = amp.sin %x : (tensor<4x3xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @sin_c2(%x: tensor<3xi32>) {
  // expected-error @below {{inferred type(s) 'tensor<3xf32>' are incompatible with return type(s) of operation 'tensor<3xi32>'}}
  %0 = amp.sin %x : (tensor<3xi32>) -> tensor<3xi32>
  return
}

// -----

func.func @cos_c1(%x: tensor<4x3xf32>) {
  // expected-error @below {{inferred type(s) 'tensor<4x3xf32>' are incompatible with return type(s) of operation 'tensor<4xf32>'}}
  %0 = amp.cos %x : (tensor<4x3xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @cos_c2(%x: tensor<3xi32>) {
  // expected-error @below {{inferred type(s) 'tensor<3xf32>' are incompatible with return type(s) of operation 'tensor<3xi32>'}}
  %0 = amp.cos %x : (tensor<3xi32>) -> tensor<3xi32>
  return
}

// -----

func.func @log2_c1(%x: tensor<4x3xf32>) {
  // expected-error @below {{inferred type(s) 'tensor<4x3xf32>' are incompatible with return type(s) of operation 'tensor<4xf32>'}}
  %0 = amp.log2 %x : (tensor<4x3xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @log2_c2(%x: tensor<3xi32>) {
  // expected-error @below {{inferred type(s) 'tensor<3xf32>' are incompatible with return type(s) of operation 'tensor<3xi32>'}}
  %0 = amp.log2 %x : (tensor<3xi32>) -> tensor<3xi32>
  return
}

// -----

func.func @log1p_c1(%x: tensor<4x3xf32>) {
  // expected-error @below {{inferred type(s) 'tensor<4x3xf32>' are incompatible with return type(s) of operation 'tensor<4xf32>'}}
  %0 = amp.log1p %x : (tensor<4x3xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @log1p_c2(%x: tensor<3xi32>) {
  // expected-error @below {{inferred type(s) 'tensor<3xf32>' are incompatible with return type(s) of operation 'tensor<3xi32>'}}
  %0 = amp.log1p %x : (tensor<3xi32>) -> tensor<3xi32>
  return
}

// -----

func.func @expm1_c1(%x: tensor<4x3xf32>) {
  // expected-error @below {{inferred type(s) 'tensor<4x3xf32>' are incompatible with return type(s) of operation 'tensor<4xf32>'}}
  %0 = amp.expm1 %x : (tensor<4x3xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @expm1_c2(%x: tensor<3xi32>) {
  // expected-error @below {{inferred type(s) 'tensor<3xf32>' are incompatible with return type(s) of operation 'tensor<3xi32>'}}
  %0 = amp.expm1 %x : (tensor<3xi32>) -> tensor<3xi32>
  return
}

// -----

func.func @erfc_c1(%x: tensor<4x3xf32>) {
  // expected-error @below {{inferred type(s) 'tensor<4x3xf32>' are incompatible with return type(s) of operation 'tensor<4xf32>'}}
  %0 = amp.erfc %x : (tensor<4x3xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @erfc_c2(%x: tensor<3xi32>) {
  // expected-error @below {{inferred type(s) 'tensor<3xf32>' are incompatible with return type(s) of operation 'tensor<3xi32>'}}
  %0 = amp.erfc %x : (tensor<3xi32>) -> tensor<3xi32>
  return
}

// -----

func.func @silu_c1(%x: tensor<4x3xf32>) {
  // expected-error @below {{inferred type(s) 'tensor<4x3xf32>' are incompatible with return type(s) of operation 'tensor<4xf32>'}}
  %0 = amp.silu %x : (tensor<4x3xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @silu_c2(%x: tensor<3xi32>) {
  // expected-error @below {{inferred type(s) 'tensor<3xf32>' are incompatible with return type(s) of operation 'tensor<3xi32>'}}
  %0 = amp.silu %x : (tensor<3xi32>) -> tensor<3xi32>
  return
}

// -----

func.func @softplus_c1(%x: tensor<4x3xf32>) {
  // expected-error @below {{inferred type(s) 'tensor<4x3xf32>' are incompatible with return type(s) of operation 'tensor<4xf32>'}}
  %0 = amp.softplus %x : (tensor<4x3xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @softplus_c2(%x: tensor<3xi32>) {
  // expected-error @below {{inferred type(s) 'tensor<3xf32>' are incompatible with return type(s) of operation 'tensor<3xi32>'}}
  %0 = amp.softplus %x : (tensor<3xi32>) -> tensor<3xi32>
  return
}
