// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Infinities go through decompositions as through the ops: weight decay of 0
// next to an infinite parameter, -inf for a class that is not the target, a
// gradient norm that is not finite.

// RUN: amp-run check %s --target=ref
// RUN: amp-opt %s --amp-decompose -o %t.mlir && amp-run check %t.mlir --target=ref

func.func @no_decay_next_to_infinity() {
  %p = amp.constant dense<[0xFF800000, 1.0]> : tensor<2xf32>
  %g = amp.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %one = amp.constant dense<1.0> : tensor<f64>
  %zero = amp.constant dense<0.0> : tensor<f64>
  %go = amp.constant dense<0.0> : tensor<f32>
  %0 = amp.sgd %p, %g, %one, %zero, %go : (tensor<2xf32>, tensor<2xf32>, tensor<f64>, tensor<f64>, tensor<f32>) -> tensor<2xf32>
  %1 = amp.constant dense<[0xFF800000, -2.0]> : tensor<2xf32>
  check.expect_eq %0, %1 : tensor<2xf32>
  return
}

func.func @impossible_class() {
  %x = amp.constant dense<[[-1.0, 0xFF800000, 0x7FC00000]]> : tensor<1x3xf32>
  %y = amp.constant dense<0> : tensor<1xi64>
  %0 = amp.nll %x, %y : (tensor<1x3xf32>, tensor<1xi64>) -> tensor<f32>
  %1 = amp.constant dense<1.0> : tensor<f32>
  check.expect_eq %0, %1 : tensor<f32>
  return
}

func.func @infinite_norm() {
  %g = amp.constant dense<[0x7F800000, 4.0]> : tensor<2xf32>
  %max = amp.constant dense<1.0> : tensor<f32>
  %0, %1 = amp.clip_by_norm %g, %max : (tensor<2xf32>, tensor<f32>) -> (tensor<2xf32>, tensor<f32>)
  %2 = amp.constant dense<[0x7FC00000, 0.0]> : tensor<2xf32>
  %3 = amp.constant dense<0x7F800000> : tensor<f32>
  check.expect_eq %0, %2 : tensor<2xf32>
  check.expect_eq %1, %3 : tensor<f32>
  return
}

// Overflow by unscaling is not found; what was infinite before is.
func.func @checked_before_unscaling() {
  %g = amp.constant dense<[0x7C00, 0x3C00]> : tensor<2xf16>
  %h = amp.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %s = amp.constant dense<1.0e-39> : tensor<f32>
  %0, %1 = amp.unscale_and_check %g, %s : (tensor<2xf16>, tensor<f32>) -> (tensor<2xf16>, tensor<f32>)
  %2, %3 = amp.unscale_and_check %h, %s : (tensor<2xf32>, tensor<f32>) -> (tensor<2xf32>, tensor<f32>)
  %yes = amp.constant dense<1.0> : tensor<f32>
  %no = amp.constant dense<0.0> : tensor<f32>
  %inf = amp.constant dense<0x7F800000> : tensor<2xf32>
  check.expect_eq %1, %yes : tensor<f32>
  check.expect_eq %3, %no : tensor<f32>
  check.expect_eq %2, %inf : tensor<2xf32>
  return
}
