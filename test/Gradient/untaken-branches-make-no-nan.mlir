// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// D30: the pole of a branch that a select did not take leaves the gradient
// finite. exp(100) overflows f32, sqrt(-4) is NaN, log(0) and 1/0 are infinite.
//
// RUN: gradient-test %s

amp.variable @a : tensor<f32> init(dense<100.0> : tensor<f32>) {amp.expected_gradient = dense<1.0> : tensor<f32>}
func.func @exp() -> tensor<f32> {
  %a = amp.read @a : tensor<f32>
  %zero = amp.constant dense<0.0> : tensor<f32>
  %one = amp.constant dense<1.0> : tensor<f32>
  %low = amp.compare le %a, %zero : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %exp = amp.exp %a : (tensor<f32>) -> tensor<f32>
  %next = amp.add %one, %a : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %0 = amp.select %low, %exp, %next : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

amp.variable @x : tensor<2xf32> init(dense<[-1.0, -4.0]> : tensor<2xf32>) {amp.expected_gradient = dense<[1.0, 1.0]> : tensor<2xf32>}
func.func @sqrt() -> tensor<f32> {
  %x = amp.read @x : tensor<2xf32>
  %zero = amp.constant dense<0.0> : tensor<f32>
  %positive = amp.compare gt %x, %zero : (tensor<2xf32>, tensor<f32>) -> tensor<2xi1>
  %sqrt = amp.sqrt %x : (tensor<2xf32>) -> tensor<2xf32>
  %0 = amp.select %positive, %sqrt, %x : (tensor<2xi1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %1 = amp.sum %0 {axes = array<i64: 0>} : (tensor<2xf32>) -> tensor<f32>
  return %1 : tensor<f32>
}

amp.variable @y : tensor<2xbf16> init(dense<[0.0, 4.0]> : tensor<2xbf16>) {amp.expected_gradient = dense<[3.0, 0.1875]> : tensor<2xbf16>}
func.func @log_and_div() -> tensor<f32> {
  %y = amp.read @y : tensor<2xbf16>
  %zero = amp.constant dense<0.0> : tensor<bf16>
  %one = amp.constant dense<1.0> : tensor<bf16>
  %three = amp.constant dense<3.0> : tensor<bf16>
  %positive = amp.compare gt %y, %zero : (tensor<2xbf16>, tensor<bf16>) -> tensor<2xi1>
  %log = amp.log %y : (tensor<2xbf16>) -> tensor<2xbf16>
  %inverse = amp.div %one, %y : (tensor<bf16>, tensor<2xbf16>) -> tensor<2xbf16>
  %sum = amp.add %log, %inverse : (tensor<2xbf16>, tensor<2xbf16>) -> tensor<2xbf16>
  %line = amp.mul %y, %three : (tensor<2xbf16>, tensor<bf16>) -> tensor<2xbf16>
  %0 = amp.select %positive, %sum, %line : (tensor<2xi1>, tensor<2xbf16>, tensor<2xbf16>) -> tensor<2xbf16>
  %1 = amp.sum %0 {axes = array<i64: 0>, dtype = f32} : (tensor<2xbf16>) -> tensor<f32>
  return %1 : tensor<f32>
}
