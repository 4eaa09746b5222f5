// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Variance, layer_norm and squared error agree with their definition, over rows,
// columns and everything, and kernels do not depend on the batch. What layer_norm
// gives is compared after adding 8, as its elements near 0 are differences.

// RUN: same-bits %s | FileCheck %s
// CHECK-NOT: {{other bits|expected}}

// The second batch size compiles nothing.
// RUN: same-bits %s | FileCheck %s --check-prefix=BATCH
// BATCH: batch: {{.*}}, compiled {{[1-9][0-9]*}}, then 0
// BATCH: other_batch: {{.*}}, compiled 0, then 0

func.func @batch(%x: tensor<7x6x35xf32>, %y: tensor<7x6x35xf32>, %w: tensor<35xf32>, %b: tensor<35xf32>, %v: tensor<6x35xf32>)
    -> (tensor<7x6x35xf32>, tensor<7x6x35xf32>, tensor<7x6x35xf32>, tensor<7x6xf32>, tensor<6x35xf32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<7x6x35xf32>)
    attributes {test.ulps = 16 : i64} {
  %0 = amp.layer_norm %x, %w, %b {axis = 2} : (tensor<7x6x35xf32>, tensor<35xf32>, tensor<35xf32>) -> tensor<7x6x35xf32>
  %1 = amp.layer_norm %x, %v {axis = 1, epsilon = 0.1} : (tensor<7x6x35xf32>, tensor<6x35xf32>) -> tensor<7x6x35xf32>
  %2 = amp.layer_norm %x {axis = 2} : (tensor<7x6x35xf32>) -> tensor<7x6x35xf32>
  %e = amp.constant dense<8.0> : tensor<f32>
  %l = amp.add %0, %e : (tensor<7x6x35xf32>, tensor<f32>) -> tensor<7x6x35xf32>
  %m = amp.add %1, %e : (tensor<7x6x35xf32>, tensor<f32>) -> tensor<7x6x35xf32>
  %n = amp.add %2, %e : (tensor<7x6x35xf32>, tensor<f32>) -> tensor<7x6x35xf32>
  %3 = amp.var %x {axes = array<i64: 2>} : (tensor<7x6x35xf32>) -> tensor<7x6xf32>
  %4 = amp.var %x {axes = array<i64: 0>, correction = 0.0} : (tensor<7x6x35xf32>) -> tensor<6x35xf32>
  %5 = amp.var %x {axes = array<i64: 0, 1, 2>} : (tensor<7x6x35xf32>) -> tensor<f32>
  %6 = amp.mse %x, %y : (tensor<7x6x35xf32>, tensor<7x6x35xf32>) -> tensor<f32>
  %7 = amp.mse %x, %y {reduction = #amp.loss_reduction<sum>} : (tensor<7x6x35xf32>, tensor<7x6x35xf32>) -> tensor<f32>
  %8 = amp.mse %x, %y {reduction = #amp.loss_reduction<none>} : (tensor<7x6x35xf32>, tensor<7x6x35xf32>) -> tensor<7x6x35xf32>
  return %l, %m, %n, %3, %4, %5, %6, %7, %8
    : tensor<7x6x35xf32>, tensor<7x6x35xf32>, tensor<7x6x35xf32>, tensor<7x6xf32>, tensor<6x35xf32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<7x6x35xf32>
}

func.func @other_batch(%x: tensor<9x6x35xf32>, %y: tensor<9x6x35xf32>, %w: tensor<35xf32>, %b: tensor<35xf32>, %v: tensor<6x35xf32>)
    -> (tensor<9x6x35xf32>, tensor<9x6x35xf32>, tensor<9x6x35xf32>, tensor<9x6xf32>, tensor<6x35xf32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<9x6x35xf32>)
    attributes {test.ulps = 16 : i64} {
  %0 = amp.layer_norm %x, %w, %b {axis = 2} : (tensor<9x6x35xf32>, tensor<35xf32>, tensor<35xf32>) -> tensor<9x6x35xf32>
  %1 = amp.layer_norm %x, %v {axis = 1, epsilon = 0.1} : (tensor<9x6x35xf32>, tensor<6x35xf32>) -> tensor<9x6x35xf32>
  %2 = amp.layer_norm %x {axis = 2} : (tensor<9x6x35xf32>) -> tensor<9x6x35xf32>
  %e = amp.constant dense<8.0> : tensor<f32>
  %l = amp.add %0, %e : (tensor<9x6x35xf32>, tensor<f32>) -> tensor<9x6x35xf32>
  %m = amp.add %1, %e : (tensor<9x6x35xf32>, tensor<f32>) -> tensor<9x6x35xf32>
  %n = amp.add %2, %e : (tensor<9x6x35xf32>, tensor<f32>) -> tensor<9x6x35xf32>
  %3 = amp.var %x {axes = array<i64: 2>} : (tensor<9x6x35xf32>) -> tensor<9x6xf32>
  %4 = amp.var %x {axes = array<i64: 0>, correction = 0.0} : (tensor<9x6x35xf32>) -> tensor<6x35xf32>
  %5 = amp.var %x {axes = array<i64: 0, 1, 2>} : (tensor<9x6x35xf32>) -> tensor<f32>
  %6 = amp.mse %x, %y : (tensor<9x6x35xf32>, tensor<9x6x35xf32>) -> tensor<f32>
  %7 = amp.mse %x, %y {reduction = #amp.loss_reduction<sum>} : (tensor<9x6x35xf32>, tensor<9x6x35xf32>) -> tensor<f32>
  %8 = amp.mse %x, %y {reduction = #amp.loss_reduction<none>} : (tensor<9x6x35xf32>, tensor<9x6x35xf32>) -> tensor<9x6x35xf32>
  return %l, %m, %n, %3, %4, %5, %6, %7, %8
    : tensor<9x6x35xf32>, tensor<9x6x35xf32>, tensor<9x6x35xf32>, tensor<9x6xf32>, tensor<6x35xf32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<9x6x35xf32>
}

func.func @f64(%x: tensor<7x6x35xf64>, %y: tensor<7x6x35xf64>, %w: tensor<35xf64>, %b: tensor<35xf64>, %v: tensor<6x35xf64>)
    -> (tensor<7x6x35xf64>, tensor<7x6x35xf64>, tensor<7x6x35xf64>, tensor<7x6xf64>, tensor<6x35xf64>, tensor<f64>, tensor<f64>, tensor<f64>, tensor<7x6x35xf64>)
    attributes {test.ulps = 16 : i64} {
  %0 = amp.layer_norm %x, %w, %b {axis = 2} : (tensor<7x6x35xf64>, tensor<35xf64>, tensor<35xf64>) -> tensor<7x6x35xf64>
  %1 = amp.layer_norm %x, %v {axis = 1, epsilon = 0.1} : (tensor<7x6x35xf64>, tensor<6x35xf64>) -> tensor<7x6x35xf64>
  %2 = amp.layer_norm %x {axis = 2} : (tensor<7x6x35xf64>) -> tensor<7x6x35xf64>
  %e = amp.constant dense<8.0> : tensor<f64>
  %l = amp.add %0, %e : (tensor<7x6x35xf64>, tensor<f64>) -> tensor<7x6x35xf64>
  %m = amp.add %1, %e : (tensor<7x6x35xf64>, tensor<f64>) -> tensor<7x6x35xf64>
  %n = amp.add %2, %e : (tensor<7x6x35xf64>, tensor<f64>) -> tensor<7x6x35xf64>
  %3 = amp.var %x {axes = array<i64: 2>} : (tensor<7x6x35xf64>) -> tensor<7x6xf64>
  %4 = amp.var %x {axes = array<i64: 0>, correction = 0.0} : (tensor<7x6x35xf64>) -> tensor<6x35xf64>
  %5 = amp.var %x {axes = array<i64: 0, 1, 2>} : (tensor<7x6x35xf64>) -> tensor<f64>
  %6 = amp.mse %x, %y : (tensor<7x6x35xf64>, tensor<7x6x35xf64>) -> tensor<f64>
  %7 = amp.mse %x, %y {reduction = #amp.loss_reduction<sum>} : (tensor<7x6x35xf64>, tensor<7x6x35xf64>) -> tensor<f64>
  %8 = amp.mse %x, %y {reduction = #amp.loss_reduction<none>} : (tensor<7x6x35xf64>, tensor<7x6x35xf64>) -> tensor<7x6x35xf64>
  return %l, %m, %n, %3, %4, %5, %6, %7, %8
    : tensor<7x6x35xf64>, tensor<7x6x35xf64>, tensor<7x6x35xf64>, tensor<7x6xf64>, tensor<6x35xf64>, tensor<f64>, tensor<f64>, tensor<f64>, tensor<7x6x35xf64>
}

func.func @f16(%x: tensor<7x6x35xf16>, %y: tensor<7x6x35xf16>, %w: tensor<35xf16>, %b: tensor<35xf16>, %v: tensor<6x35xf16>)
    -> (tensor<7x6x35xf16>, tensor<7x6x35xf16>, tensor<7x6x35xf16>, tensor<7x6xf16>, tensor<6x35xf16>, tensor<f16>, tensor<f16>, tensor<f16>, tensor<7x6x35xf16>)
    attributes {test.ulps = 1 : i64} {
  %0 = amp.layer_norm %x, %w, %b {axis = 2} : (tensor<7x6x35xf16>, tensor<35xf16>, tensor<35xf16>) -> tensor<7x6x35xf16>
  %1 = amp.layer_norm %x, %v {axis = 1, epsilon = 0.1} : (tensor<7x6x35xf16>, tensor<6x35xf16>) -> tensor<7x6x35xf16>
  %2 = amp.layer_norm %x {axis = 2} : (tensor<7x6x35xf16>) -> tensor<7x6x35xf16>
  %e = amp.constant dense<8.0> : tensor<f16>
  %l = amp.add %0, %e : (tensor<7x6x35xf16>, tensor<f16>) -> tensor<7x6x35xf16>
  %m = amp.add %1, %e : (tensor<7x6x35xf16>, tensor<f16>) -> tensor<7x6x35xf16>
  %n = amp.add %2, %e : (tensor<7x6x35xf16>, tensor<f16>) -> tensor<7x6x35xf16>
  %3 = amp.var %x {axes = array<i64: 2>} : (tensor<7x6x35xf16>) -> tensor<7x6xf16>
  %4 = amp.var %x {axes = array<i64: 0>, correction = 0.0} : (tensor<7x6x35xf16>) -> tensor<6x35xf16>
  %5 = amp.var %x {axes = array<i64: 0, 1, 2>} : (tensor<7x6x35xf16>) -> tensor<f16>
  %6 = amp.mse %x, %y : (tensor<7x6x35xf16>, tensor<7x6x35xf16>) -> tensor<f16>
  %7 = amp.mse %x, %y {reduction = #amp.loss_reduction<sum>} : (tensor<7x6x35xf16>, tensor<7x6x35xf16>) -> tensor<f16>
  %8 = amp.mse %x, %y {reduction = #amp.loss_reduction<none>} : (tensor<7x6x35xf16>, tensor<7x6x35xf16>) -> tensor<7x6x35xf16>
  return %l, %m, %n, %3, %4, %5, %6, %7, %8
    : tensor<7x6x35xf16>, tensor<7x6x35xf16>, tensor<7x6x35xf16>, tensor<7x6xf16>, tensor<6x35xf16>, tensor<f16>, tensor<f16>, tensor<f16>, tensor<7x6x35xf16>
}

func.func @bf16(%x: tensor<7x6x35xbf16>, %y: tensor<7x6x35xbf16>, %w: tensor<35xbf16>, %b: tensor<35xbf16>, %v: tensor<6x35xbf16>)
    -> (tensor<7x6x35xbf16>, tensor<7x6x35xbf16>, tensor<7x6x35xbf16>, tensor<7x6xbf16>, tensor<6x35xbf16>, tensor<bf16>, tensor<bf16>, tensor<bf16>, tensor<7x6x35xbf16>)
    attributes {test.ulps = 1 : i64} {
  %0 = amp.layer_norm %x, %w, %b {axis = 2} : (tensor<7x6x35xbf16>, tensor<35xbf16>, tensor<35xbf16>) -> tensor<7x6x35xbf16>
  %1 = amp.layer_norm %x, %v {axis = 1, epsilon = 0.1} : (tensor<7x6x35xbf16>, tensor<6x35xbf16>) -> tensor<7x6x35xbf16>
  %2 = amp.layer_norm %x {axis = 2} : (tensor<7x6x35xbf16>) -> tensor<7x6x35xbf16>
  %e = amp.constant dense<8.0> : tensor<bf16>
  %l = amp.add %0, %e : (tensor<7x6x35xbf16>, tensor<bf16>) -> tensor<7x6x35xbf16>
  %m = amp.add %1, %e : (tensor<7x6x35xbf16>, tensor<bf16>) -> tensor<7x6x35xbf16>
  %n = amp.add %2, %e : (tensor<7x6x35xbf16>, tensor<bf16>) -> tensor<7x6x35xbf16>
  %3 = amp.var %x {axes = array<i64: 2>} : (tensor<7x6x35xbf16>) -> tensor<7x6xbf16>
  %4 = amp.var %x {axes = array<i64: 0>, correction = 0.0} : (tensor<7x6x35xbf16>) -> tensor<6x35xbf16>
  %5 = amp.var %x {axes = array<i64: 0, 1, 2>} : (tensor<7x6x35xbf16>) -> tensor<bf16>
  %6 = amp.mse %x, %y : (tensor<7x6x35xbf16>, tensor<7x6x35xbf16>) -> tensor<bf16>
  %7 = amp.mse %x, %y {reduction = #amp.loss_reduction<sum>} : (tensor<7x6x35xbf16>, tensor<7x6x35xbf16>) -> tensor<bf16>
  %8 = amp.mse %x, %y {reduction = #amp.loss_reduction<none>} : (tensor<7x6x35xbf16>, tensor<7x6x35xbf16>) -> tensor<7x6x35xbf16>
  return %l, %m, %n, %3, %4, %5, %6, %7, %8
    : tensor<7x6x35xbf16>, tensor<7x6x35xbf16>, tensor<7x6x35xbf16>, tensor<7x6xbf16>, tensor<6x35xbf16>, tensor<bf16>, tensor<bf16>, tensor<bf16>, tensor<7x6x35xbf16>
}
