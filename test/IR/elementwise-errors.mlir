// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every rule on the types of elementwise ops is a located error.

// RUN: amp-opt %s -split-input-file -verify-diagnostics

func.func @add_c1(%x: tensor<4x3xf32>, %y: tensor<4x2xf32>) {
  // expected-error @below {{expects shapes that broadcast, got 'tensor<4x3xf32>', 'tensor<4x2xf32>'}}
  %0 = amp.add %x, %y : (tensor<4x3xf32>, tensor<4x2xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @add_c2(%x: tensor<4x3xf16>, %y: tensor<3xbf16>) {
  // expected-error @below {{inferred type(s) 'tensor<4x3xf32>' are incompatible with return type(s) of operation 'tensor<4x3xf16>'}}
  %0 = amp.add %x, %y : (tensor<4x3xf16>, tensor<3xbf16>) -> tensor<4x3xf16>
  return
}

// -----

func.func @sub_c1(%x: tensor<4x3xf32>, %y: tensor<4x2xf32>) {
  // expected-error @below {{expects shapes that broadcast, got 'tensor<4x3xf32>', 'tensor<4x2xf32>'}}
  %0 = amp.sub %x, %y : (tensor<4x3xf32>, tensor<4x2xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @sub_c2(%x: tensor<4x3xf16>, %y: tensor<3xbf16>) {
  // expected-error @below {{inferred type(s) 'tensor<4x3xf32>' are incompatible with return type(s) of operation 'tensor<4x3xf16>'}}
  %0 = amp.sub %x, %y : (tensor<4x3xf16>, tensor<3xbf16>) -> tensor<4x3xf16>
  return
}

// -----

func.func @mul_c1(%x: tensor<4x3xf32>, %y: tensor<4x2xf32>) {
  // expected-error @below {{expects shapes that broadcast, got 'tensor<4x3xf32>', 'tensor<4x2xf32>'}}
  %0 = amp.mul %x, %y : (tensor<4x3xf32>, tensor<4x2xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @mul_c2(%x: tensor<4x3xf16>, %y: tensor<3xbf16>) {
  // expected-error @below {{inferred type(s) 'tensor<4x3xf32>' are incompatible with return type(s) of operation 'tensor<4x3xf16>'}}
  %0 = amp.mul %x, %y : (tensor<4x3xf16>, tensor<3xbf16>) -> tensor<4x3xf16>
  return
}

// -----

func.func @maximum_c1(%x: tensor<4x3xf32>, %y: tensor<4x2xf32>) {
  // expected-error @below {{expects shapes that broadcast, got 'tensor<4x3xf32>', 'tensor<4x2xf32>'}}
  %0 = amp.maximum %x, %y : (tensor<4x3xf32>, tensor<4x2xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @maximum_c2(%x: tensor<4x3xf16>, %y: tensor<3xbf16>) {
  // expected-error @below {{inferred type(s) 'tensor<4x3xf32>' are incompatible with return type(s) of operation 'tensor<4x3xf16>'}}
  %0 = amp.maximum %x, %y : (tensor<4x3xf16>, tensor<3xbf16>) -> tensor<4x3xf16>
  return
}

// -----

func.func @minimum_c1(%x: tensor<4x3xf32>, %y: tensor<4x2xf32>) {
  // expected-error @below {{expects shapes that broadcast, got 'tensor<4x3xf32>', 'tensor<4x2xf32>'}}
  %0 = amp.minimum %x, %y : (tensor<4x3xf32>, tensor<4x2xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @minimum_c2(%x: tensor<4x3xf16>, %y: tensor<3xbf16>) {
  // expected-error @below {{inferred type(s) 'tensor<4x3xf32>' are incompatible with return type(s) of operation 'tensor<4x3xf16>'}}
  %0 = amp.minimum %x, %y : (tensor<4x3xf16>, tensor<3xbf16>) -> tensor<4x3xf16>
  return
}

// -----

func.func @div_c1(%x: tensor<4x3xf32>, %y: tensor<4x2xf32>) {
  // expected-error @below {{expects shapes that broadcast, got 'tensor<4x3xf32>', 'tensor<4x2xf32>'}}
  %0 = amp.div %x, %y : (tensor<4x3xf32>, tensor<4x2xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @div_c2(%x: tensor<4x3xi64>, %y: tensor<i32>) {
  // expected-error @below {{inferred type(s) 'tensor<4x3xf32>' are incompatible with return type(s) of operation 'tensor<4x3xi64>'}}
  %0 = amp.div %x, %y : (tensor<4x3xi64>, tensor<i32>) -> tensor<4x3xi64>
  return
}

// -----

func.func @pow_c1(%x: tensor<4x3xf32>, %y: tensor<4x2xf32>) {
  // expected-error @below {{expects shapes that broadcast, got 'tensor<4x3xf32>', 'tensor<4x2xf32>'}}
  %0 = amp.pow %x, %y : (tensor<4x3xf32>, tensor<4x2xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @pow_c2(%x: tensor<4x3xi64>, %y: tensor<i32>) {
  // expected-error @below {{inferred type(s) 'tensor<4x3xf32>' are incompatible with return type(s) of operation 'tensor<4x3xi64>'}}
  %0 = amp.pow %x, %y : (tensor<4x3xi64>, tensor<i32>) -> tensor<4x3xi64>
  return
}

// -----

func.func @add_c1_result(%x: tensor<4x1xf32>, %y: tensor<3xf32>) {
  // expected-error @below {{inferred type(s) 'tensor<4x3xf32>' are incompatible with return type(s) of operation 'tensor<4x1xf32>'}}
  %0 = amp.add %x, %y : (tensor<4x1xf32>, tensor<3xf32>) -> tensor<4x1xf32>
  return
}

// -----

func.func @add_c2_scalar(%x: tensor<4x3xbf16>, %y: tensor<f32>) {
  // expected-error @below {{inferred type(s) 'tensor<4x3xbf16>' are incompatible with return type(s) of operation 'tensor<4x3xf32>'}}
  %0 = amp.add %x, %y : (tensor<4x3xbf16>, tensor<f32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @compare_c1(%x: tensor<4xf32>, %y: tensor<3xf32>) {
  // expected-error @below {{expects shapes that broadcast, got 'tensor<4xf32>', 'tensor<3xf32>'}}
  %0 = amp.compare lt %x, %y : (tensor<4xf32>, tensor<3xf32>) -> tensor<4xi1>
  return
}

// -----

func.func @compare_c1_result(%x: tensor<4x1xf32>, %y: tensor<3xf32>) {
  // expected-error @below {{inferred type(s) 'tensor<4x3xi1>' are incompatible with return type(s) of operation 'tensor<4x1xi1>'}}
  %0 = amp.compare lt %x, %y : (tensor<4x1xf32>, tensor<3xf32>) -> tensor<4x1xi1>
  return
}

// -----

func.func @compare_predicate(%x: tensor<4xf32>) {
  // expected-error @below {{expects eq, ne, lt, le, gt or ge, got less}}
  %0 = amp.compare less %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return
}

// -----

func.func @select_c1(%x: tensor<2xi1>, %y: tensor<4xf32>, %z: tensor<f32>) {
  // expected-error @below {{expects shapes that broadcast, got 'tensor<2xi1>', 'tensor<4xf32>', 'tensor<f32>'}}
  %0 = amp.select %x, %y, %z : (tensor<2xi1>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

func.func @select_c1_result(%x: tensor<4x1xi1>, %y: tensor<3xf32>, %z: tensor<f32>) {
  // expected-error @below {{inferred type(s) 'tensor<4x3xf32>' are incompatible with return type(s) of operation 'tensor<3xf32>'}}
  %0 = amp.select %x, %y, %z : (tensor<4x1xi1>, tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

func.func @select_c2(%x: tensor<4xi1>, %y: tensor<4xf16>, %z: tensor<4xbf16>) {
  // expected-error @below {{inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<4xf16>'}}
  %0 = amp.select %x, %y, %z : (tensor<4xi1>, tensor<4xf16>, tensor<4xbf16>) -> tensor<4xf16>
  return
}

// -----

func.func @cast_c1(%x: tensor<4x3xf32>) {
  // expected-error @below {{expects the operand's shape, got 'tensor<4x3xf32>' and 'tensor<3x4xf16>'}}
  %0 = amp.cast %x : (tensor<4x3xf32>) -> tensor<3x4xf16>
  return
}

// -----

func.func @is_finite_c1(%x: tensor<4x3xf16>) {
  // expected-error @below {{inferred type(s) 'tensor<4x3xi1>' are incompatible with return type(s) of operation 'tensor<3xi1>'}}
  %0 = amp.is_finite %x : (tensor<4x3xf16>) -> tensor<3xi1>
  return
}

// -----

func.func @neg_c1(%x: tensor<?x3xf32>) {
  // expected-error @below {{inferred type(s) 'tensor<?x3xf32>' are incompatible with return type(s) of operation 'tensor<4x3xf32>'}}
  %0 = amp.neg %x : (tensor<?x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @neg_c2(%x: tensor<3xi64>) {
  // expected-error @below {{inferred type(s) 'tensor<3xi64>' are incompatible with return type(s) of operation 'tensor<3xf32>'}}
  %0 = amp.neg %x : (tensor<3xi64>) -> tensor<3xf32>
  return
}

// -----

func.func @abs_c1(%x: tensor<?x3xf32>) {
  // expected-error @below {{inferred type(s) 'tensor<?x3xf32>' are incompatible with return type(s) of operation 'tensor<4x3xf32>'}}
  %0 = amp.abs %x : (tensor<?x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @abs_c2(%x: tensor<3xi64>) {
  // expected-error @below {{inferred type(s) 'tensor<3xi64>' are incompatible with return type(s) of operation 'tensor<3xf32>'}}
  %0 = amp.abs %x : (tensor<3xi64>) -> tensor<3xf32>
  return
}

// -----

func.func @relu_c1(%x: tensor<?x3xf32>) {
  // expected-error @below {{inferred type(s) 'tensor<?x3xf32>' are incompatible with return type(s) of operation 'tensor<4x3xf32>'}}
  %0 = amp.relu %x : (tensor<?x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @relu_c2(%x: tensor<3xi64>) {
  // expected-error @below {{inferred type(s) 'tensor<3xi64>' are incompatible with return type(s) of operation 'tensor<3xf32>'}}
  %0 = amp.relu %x : (tensor<3xi64>) -> tensor<3xf32>
  return
}

// -----

func.func @exp_c1(%x: tensor<?x3xf32>) {
  // expected-error @below {{inferred type(s) 'tensor<?x3xf32>' are incompatible with return type(s) of operation 'tensor<4x3xf32>'}}
  %0 = amp.exp %x : (tensor<?x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @exp_c2(%x: tensor<3xi64>) {
  // expected-error @below {{inferred type(s) 'tensor<3xf32>' are incompatible with return type(s) of operation 'tensor<3xi64>'}}
  %0 = amp.exp %x : (tensor<3xi64>) -> tensor<3xi64>
  return
}

// -----

func.func @log_c1(%x: tensor<?x3xf32>) {
  // expected-error @below {{inferred type(s) 'tensor<?x3xf32>' are incompatible with return type(s) of operation 'tensor<4x3xf32>'}}
  %0 = amp.log %x : (tensor<?x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @log_c2(%x: tensor<3xi64>) {
  // expected-error @below {{inferred type(s) 'tensor<3xf32>' are incompatible with return type(s) of operation 'tensor<3xi64>'}}
  %0 = amp.log %x : (tensor<3xi64>) -> tensor<3xi64>
  return
}

// -----

func.func @sqrt_c1(%x: tensor<?x3xf32>) {
  // expected-error @below {{inferred type(s) 'tensor<?x3xf32>' are incompatible with return type(s) of operation 'tensor<4x3xf32>'}}
  %0 = amp.sqrt %x : (tensor<?x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @sqrt_c2(%x: tensor<3xi64>) {
  // expected-error @below {{inferred type(s) 'tensor<3xf32>' are incompatible with return type(s) of operation 'tensor<3xi64>'}}
  %0 = amp.sqrt %x : (tensor<3xi64>) -> tensor<3xi64>
  return
}

// -----

func.func @tanh_c1(%x: tensor<?x3xf32>) {
  // expected-error @below {{inferred type(s) 'tensor<?x3xf32>' are incompatible with return type(s) of operation 'tensor<4x3xf32>'}}
  %0 = amp.tanh %x : (tensor<?x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @tanh_c2(%x: tensor<3xi64>) {
  // expected-error @below {{inferred type(s) 'tensor<3xf32>' are incompatible with return type(s) of operation 'tensor<3xi64>'}}
  %0 = amp.tanh %x : (tensor<3xi64>) -> tensor<3xi64>
  return
}

// -----

func.func @sigmoid_c1(%x: tensor<?x3xf32>) {
  // expected-error @below {{inferred type(s) 'tensor<?x3xf32>' are incompatible with return type(s) of operation 'tensor<4x3xf32>'}}
  %0 = amp.sigmoid %x : (tensor<?x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @sigmoid_c2(%x: tensor<3xi64>) {
  // expected-error @below {{inferred type(s) 'tensor<3xf32>' are incompatible with return type(s) of operation 'tensor<3xi64>'}}
  %0 = amp.sigmoid %x : (tensor<3xi64>) -> tensor<3xi64>
  return
}

// -----

func.func @erf_c1(%x: tensor<?x3xf32>) {
  // expected-error @below {{inferred type(s) 'tensor<?x3xf32>' are incompatible with return type(s) of operation 'tensor<4x3xf32>'}}
  %0 = amp.erf %x : (tensor<?x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @erf_c2(%x: tensor<3xi64>) {
  // expected-error @below {{inferred type(s) 'tensor<3xf32>' are incompatible with return type(s) of operation 'tensor<3xi64>'}}
  %0 = amp.erf %x : (tensor<3xi64>) -> tensor<3xi64>
  return
}

// -----

func.func @gelu_c1(%x: tensor<?x3xf32>) {
  // expected-error @below {{inferred type(s) 'tensor<?x3xf32>' are incompatible with return type(s) of operation 'tensor<4x3xf32>'}}
  %0 = amp.gelu %x : (tensor<?x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @gelu_c2(%x: tensor<3xi64>) {
  // expected-error @below {{inferred type(s) 'tensor<3xf32>' are incompatible with return type(s) of operation 'tensor<3xi64>'}}
  %0 = amp.gelu %x : (tensor<3xi64>) -> tensor<3xi64>
  return
}

// -----

func.func @logical_and_c1(%x: tensor<4x3xi1>, %y: tensor<2xi1>) {
  // expected-error @below {{expects shapes that broadcast, got 'tensor<4x3xi1>', 'tensor<2xi1>'}}
  %0 = amp.logical_and %x, %y : (tensor<4x3xi1>, tensor<2xi1>) -> tensor<4x3xi1>
  return
}

// -----

func.func @logical_and_c2(%x: tensor<3xi1>, %y: tensor<3xi32>) {
  // expected-error @below {{operand #1 must be ranked tensor of 1-bit signless integer values, but got 'tensor<3xi32>'}}
  %0 = amp.logical_and %x, %y : (tensor<3xi1>, tensor<3xi32>) -> tensor<3xi1>
  return
}

// -----

func.func @logical_or_c1(%x: tensor<4x3xi1>, %y: tensor<2xi1>) {
  // expected-error @below {{expects shapes that broadcast, got 'tensor<4x3xi1>', 'tensor<2xi1>'}}
  %0 = amp.logical_or %x, %y : (tensor<4x3xi1>, tensor<2xi1>) -> tensor<4x3xi1>
  return
}

// -----

func.func @logical_or_c2(%x: tensor<3xi1>, %y: tensor<3xi32>) {
  // expected-error @below {{operand #1 must be ranked tensor of 1-bit signless integer values, but got 'tensor<3xi32>'}}
  %0 = amp.logical_or %x, %y : (tensor<3xi1>, tensor<3xi32>) -> tensor<3xi1>
  return
}

// -----

func.func @logical_xor_c1(%x: tensor<4x3xi1>, %y: tensor<2xi1>) {
  // expected-error @below {{expects shapes that broadcast, got 'tensor<4x3xi1>', 'tensor<2xi1>'}}
  %0 = amp.logical_xor %x, %y : (tensor<4x3xi1>, tensor<2xi1>) -> tensor<4x3xi1>
  return
}

// -----

func.func @logical_xor_c2(%x: tensor<3xi1>, %y: tensor<3xi32>) {
  // expected-error @below {{operand #1 must be ranked tensor of 1-bit signless integer values, but got 'tensor<3xi32>'}}
  %0 = amp.logical_xor %x, %y : (tensor<3xi1>, tensor<3xi32>) -> tensor<3xi1>
  return
}

// -----

func.func @logical_not_c1(%x: tensor<3xi1>) {
  // expected-error @below {{inferred type(s) 'tensor<3xi1>' are incompatible with return type(s) of operation 'tensor<4xi1>'}}
  %0 = amp.logical_not %x : (tensor<3xi1>) -> tensor<4xi1>
  return
}

// -----

func.func @logical_not_c2(%x: tensor<3xf32>) {
  // expected-error @below {{operand #0 must be ranked tensor of 1-bit signless integer values, but got 'tensor<3xf32>'}}
  %0 = amp.logical_not %x : (tensor<3xf32>) -> tensor<3xi1>
  return
}
