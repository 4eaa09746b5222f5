// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every rule on the axes and types of reductions is a located error.

// RUN: amp-opt %s -split-input-file -verify-diagnostics

func.func @sum_c1_range(%x: tensor<4x3xf32>) {
  // expected-error @below {{expects distinct axes in [0, 2), got axis 2}}
  %0 = amp.sum %x {axes = array<i64: 2>} : (tensor<4x3xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @sum_c1_negative(%x: tensor<4x3xf32>) {
  // expected-error @below {{expects distinct axes in [0, 2), got axis -1}}
  %0 = amp.sum %x {axes = array<i64: -1>} : (tensor<4x3xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @sum_c1_distinct(%x: tensor<4x3xf32>) {
  // expected-error @below {{expects distinct axes in [0, 2), got axis 1}}
  %0 = amp.sum %x {axes = array<i64: 1, 1>} : (tensor<4x3xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @sum_c2(%x: tensor<4x3xf32>) {
  // expected-error @below {{inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<4x1xf32>'}}
  %0 = amp.sum %x {axes = array<i64: 1>} : (tensor<4x3xf32>) -> tensor<4x1xf32>
  return
}

// -----

func.func @sum_c2_keepdims(%x: tensor<4x3xf32>) {
  // expected-error @below {{inferred type(s) 'tensor<4x1xf32>' are incompatible with return type(s) of operation 'tensor<4xf32>'}}
  %0 = amp.sum %x {axes = array<i64: 1>, keepdims} : (tensor<4x3xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @mean_c1_range(%x: tensor<4x3xf32>) {
  // expected-error @below {{expects distinct axes in [0, 2), got axis 2}}
  %0 = amp.mean %x {axes = array<i64: 2>} : (tensor<4x3xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @mean_c1_negative(%x: tensor<4x3xf32>) {
  // expected-error @below {{expects distinct axes in [0, 2), got axis -1}}
  %0 = amp.mean %x {axes = array<i64: -1>} : (tensor<4x3xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @mean_c1_distinct(%x: tensor<4x3xf32>) {
  // expected-error @below {{expects distinct axes in [0, 2), got axis 1}}
  %0 = amp.mean %x {axes = array<i64: 1, 1>} : (tensor<4x3xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @mean_c2(%x: tensor<4x3xf32>) {
  // expected-error @below {{inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<4x1xf32>'}}
  %0 = amp.mean %x {axes = array<i64: 1>} : (tensor<4x3xf32>) -> tensor<4x1xf32>
  return
}

// -----

func.func @mean_c2_keepdims(%x: tensor<4x3xf32>) {
  // expected-error @below {{inferred type(s) 'tensor<4x1xf32>' are incompatible with return type(s) of operation 'tensor<4xf32>'}}
  %0 = amp.mean %x {axes = array<i64: 1>, keepdims} : (tensor<4x3xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @max_c1_range(%x: tensor<4x3xf32>) {
  // expected-error @below {{expects distinct axes in [0, 2), got axis 2}}
  %0 = amp.max %x {axes = array<i64: 2>} : (tensor<4x3xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @max_c1_negative(%x: tensor<4x3xf32>) {
  // expected-error @below {{expects distinct axes in [0, 2), got axis -1}}
  %0 = amp.max %x {axes = array<i64: -1>} : (tensor<4x3xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @max_c1_distinct(%x: tensor<4x3xf32>) {
  // expected-error @below {{expects distinct axes in [0, 2), got axis 1}}
  %0 = amp.max %x {axes = array<i64: 1, 1>} : (tensor<4x3xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @max_c2(%x: tensor<4x3xf32>) {
  // expected-error @below {{inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<4x1xf32>'}}
  %0 = amp.max %x {axes = array<i64: 1>} : (tensor<4x3xf32>) -> tensor<4x1xf32>
  return
}

// -----

func.func @max_c2_keepdims(%x: tensor<4x3xf32>) {
  // expected-error @below {{inferred type(s) 'tensor<4x1xf32>' are incompatible with return type(s) of operation 'tensor<4xf32>'}}
  %0 = amp.max %x {axes = array<i64: 1>, keepdims} : (tensor<4x3xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @sum_c3(%x: tensor<4x3xbf16>) {
  // expected-error @below {{inferred type(s) 'tensor<4xbf16>' are incompatible with return type(s) of operation 'tensor<4xf32>'}}
  %0 = amp.sum %x {axes = array<i64: 1>} : (tensor<4x3xbf16>) -> tensor<4xf32>
  return
}

// -----

func.func @sum_c3_dtype(%x: tensor<4x3xbf16>) {
  // expected-error @below {{inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<4xbf16>'}}
  %0 = amp.sum %x {axes = array<i64: 1>, dtype = f32} : (tensor<4x3xbf16>) -> tensor<4xbf16>
  return
}

// -----

func.func @sum_c3_element(%x: tensor<4x3xbf16>) {
  // expected-error @below {{expects a float or integer type as dtype, got 'tensor<f32>'}}
  %0 = amp.sum %x {axes = array<i64: 1>, dtype = tensor<f32>} : (tensor<4x3xbf16>) -> tensor<4xbf16>
  return
}

// -----

func.func @sum_c4(%x: tensor<4x3xf16>) {
  // expected-error @below {{expects accumulate type 'f32' for 'f16' operands, got 'f16'}}
  %0 = amp.sum %x {axes = array<i64: 1>, accumulate = f16} : (tensor<4x3xf16>) -> tensor<4xf16>
  return
}

// -----

func.func @mean_c3(%x: tensor<4x3xbf16>) {
  // expected-error @below {{inferred type(s) 'tensor<4xbf16>' are incompatible with return type(s) of operation 'tensor<4xf32>'}}
  %0 = amp.mean %x {axes = array<i64: 1>} : (tensor<4x3xbf16>) -> tensor<4xf32>
  return
}

// -----

func.func @mean_c3_dtype(%x: tensor<4x3xbf16>) {
  // expected-error @below {{inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<4xbf16>'}}
  %0 = amp.mean %x {axes = array<i64: 1>, dtype = f32} : (tensor<4x3xbf16>) -> tensor<4xbf16>
  return
}

// -----

func.func @mean_c3_element(%x: tensor<4x3xbf16>) {
  // expected-error @below {{expects a float or integer type as dtype, got 'tensor<f32>'}}
  %0 = amp.mean %x {axes = array<i64: 1>, dtype = tensor<f32>} : (tensor<4x3xbf16>) -> tensor<4xbf16>
  return
}

// -----

func.func @mean_c4(%x: tensor<4x3xf16>) {
  // expected-error @below {{expects accumulate type 'f32' for 'f16' operands, got 'f16'}}
  %0 = amp.mean %x {axes = array<i64: 1>, accumulate = f16} : (tensor<4x3xf16>) -> tensor<4xf16>
  return
}

// -----

func.func @sum_c4_integer(%x: tensor<4x3xi32>) {
  // expected-error @below {{expects accumulate type 'i64' for 'i32' operands, got 'i32'}}
  %0 = amp.sum %x {axes = array<i64: 1>, accumulate = i32} : (tensor<4x3xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @mean_c4_operand(%x: tensor<4x3xi64>) {
  // expected-error @below {{operand #0 must be ranked tensor of}}
  %0 = amp.mean %x {axes = array<i64: 1>, dtype = f32} : (tensor<4x3xi64>) -> tensor<4xf32>
  return
}

// -----

func.func @mean_c4_result(%x: tensor<4x3xf32>) {
  // expected-error @below {{result #0 must be ranked tensor of}}
  %0 = amp.mean %x {axes = array<i64: 1>, dtype = i64} : (tensor<4x3xf32>) -> tensor<4xi64>
  return
}

// -----

func.func @max_c3(%x: tensor<4x3xbf16>) {
  // expected-error @below {{inferred type(s) 'tensor<4xbf16>' are incompatible with return type(s) of operation 'tensor<4xf32>'}}
  %0 = amp.max %x {axes = array<i64: 1>} : (tensor<4x3xbf16>) -> tensor<4xf32>
  return
}

// -----

func.func @max_c3_accumulate(%x: tensor<4x3xf32>) {
  // expected-error @below {{expects no attribute 'accumulate', as a maximum rounds nothing, got f32}}
  %0 = amp.max %x {axes = array<i64: 1>, accumulate = f32} : (tensor<4x3xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @max_c3_dtype(%x: tensor<4x3xf32>) {
  // expected-error @below {{expects no attribute 'dtype', as a maximum rounds nothing, got f64}}
  %0 = amp.max %x {axes = array<i64: 1>, dtype = f64} : (tensor<4x3xf32>) -> tensor<4xf64>
  return
}

// -----

func.func @min_c1(%x: tensor<4x3xf32>) {
  // expected-error @+1 {{expects distinct axes in [0, 2), got axis 2}}
  %0 = amp.min %x {axes = array<i64: 2>} : (tensor<4x3xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @min_c3_accumulate(%x: tensor<4x3xf32>) {
  // expected-error @below {{expects no attribute 'accumulate', as a minimum rounds nothing, got f32}}
  %0 = amp.min %x {axes = array<i64: 1>, accumulate = f32} : (tensor<4x3xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @argmax_c1(%x: tensor<4x3xf32>) {
  // expected-error @+1 {{expects an axis in [0, 2), got 2}}
  %0 = amp.argmax %x {axis = 2 : i64} : (tensor<4x3xf32>) -> tensor<4xi64>
  return
}

// -----

func.func @argmax_c2(%x: tensor<4x3xf32>) {
  // expected-error @+1 {{inferred type(s) 'tensor<4xi64>' are incompatible}}
  %0 = amp.argmax %x {axis = 1 : i64} : (tensor<4x3xf32>) -> tensor<4xi32>
  return
}

// -----

func.func @argmax_c3(%x: tensor<4x0xf32>) {
  // expected-error @+1 {{expects an element to find along the axis, got 'tensor<4x0xf32>'}}
  %0 = amp.argmax %x {axis = 1 : i64} : (tensor<4x0xf32>) -> tensor<4xi64>
  return
}

// -----

func.func @var_c1(%x: tensor<4x3xf32>) {
  // expected-error @below {{expects distinct axes in [0, 2), got axis 2}}
  %0 = amp.var %x {axes = array<i64: 2>} : (tensor<4x3xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @var_c2(%x: tensor<4x3xf32>) {
  // expected-error @below {{inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<4x1xf32>'}}
  %0 = amp.var %x {axes = array<i64: 1>} : (tensor<4x3xf32>) -> tensor<4x1xf32>
  return
}

// -----

func.func @var_c3(%x: tensor<4x3xf32>) {
  // expected-error @below {{inferred type(s) 'tensor<4xf64>' are incompatible with return type(s) of operation 'tensor<4xf32>'}}
  %0 = amp.var %x {axes = array<i64: 1>, dtype = f64} : (tensor<4x3xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @var_c4(%x: tensor<4x3xi32>) {
  // expected-error @below {{operand #0 must be ranked tensor of}}
  %0 = amp.var %x {axes = array<i64: 1>} : (tensor<4x3xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @var_c4_accumulate(%x: tensor<4x3xf64>) {
  // expected-error @below {{expects accumulate type 'f64' for 'f64' operands, got 'f32'}}
  %0 = amp.var %x {axes = array<i64: 1>, accumulate = f32} : (tensor<4x3xf64>) -> tensor<4xf64>
  return
}

// -----

func.func @var_c5(%x: tensor<4x3xf32>) {
  // expected-error @below {{expects a finite correction of at least 0, got -1.0}}
  %0 = amp.var %x {axes = array<i64: 1>, correction = -1.0} : (tensor<4x3xf32>) -> tensor<4xf32>
  return
}
