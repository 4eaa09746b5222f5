// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Broadcasts, reshapes, transposes, indices, sizes and constants, inside of
// kernels and as results, have the elements of their definition.

// RUN: same-bits %s | FileCheck %s
// CHECK-NOT: {{other bits|expected}}

func.func @broadcast(%x: tensor<4x1xf32>, %y: tensor<3xf32>, %s: tensor<f32>, %z: tensor<2x4x3xf32>)
    -> (tensor<2x4x3xf32>, tensor<2x4x3xf32>, tensor<5xf32>)
    attributes {test.ulps = 0 : i64} {
  %0 = amp.add %x, %y : (tensor<4x1xf32>, tensor<3xf32>) -> tensor<4x3xf32>
  %1 = amp.mul %0, %s : (tensor<4x3xf32>, tensor<f32>) -> tensor<4x3xf32>
  %2 = amp.sub %z, %1 : (tensor<2x4x3xf32>, tensor<4x3xf32>) -> tensor<2x4x3xf32>
  %3 = amp.broadcast %x : (tensor<4x1xf32>) -> tensor<2x4x3xf32>
  %4 = amp.broadcast %s : (tensor<f32>) -> tensor<5xf32>
  return %2, %3, %4 : tensor<2x4x3xf32>, tensor<2x4x3xf32>, tensor<5xf32>
}

func.func @views(%x: tensor<2x3x4xf32>)
    -> (tensor<4x6xf32>, tensor<24xf32>, tensor<24xf32>, tensor<4x2x3xf32>, tensor<4x6xf32>, tensor<1x24x1xf32>)
    attributes {test.ulps = 0 : i64} {
  %0 = amp.reshape %x : (tensor<2x3x4xf32>) -> tensor<6x4xf32>
  %1 = amp.neg %0 : (tensor<6x4xf32>) -> tensor<6x4xf32>
  %2 = amp.transpose %1 {permutation = array<i64: 1, 0>} : (tensor<6x4xf32>) -> tensor<4x6xf32>
  %3 = amp.reshape %2 : (tensor<4x6xf32>) -> tensor<24xf32>
  %4 = amp.add %3, %3 : (tensor<24xf32>, tensor<24xf32>) -> tensor<24xf32>
  %5 = amp.transpose %x {permutation = array<i64: 2, 0, 1>} : (tensor<2x3x4xf32>) -> tensor<4x2x3xf32>
  %6 = amp.reshape %x : (tensor<2x3x4xf32>) -> tensor<4x6xf32>
  %7 = amp.reshape %1 : (tensor<6x4xf32>) -> tensor<1x24x1xf32>
  return %2, %3, %4, %5, %6, %7 : tensor<4x6xf32>, tensor<24xf32>, tensor<24xf32>, tensor<4x2x3xf32>, tensor<4x6xf32>, tensor<1x24x1xf32>
}

func.func @indices_and_sizes(%y: tensor<5xi64>, %x: tensor<5x3xf32>)
    -> (tensor<5x3xi1>, tensor<2x3x4xi32>, tensor<f32>, tensor<i64>, tensor<5x3xf32>)
    attributes {test.ulps = 0 : i64} {
  %0 = amp.iota {axis = 1 : i64} : () -> tensor<5x3xi64>
  %1 = amp.reshape %y : (tensor<5xi64>) -> tensor<5x1xi64>
  %2 = amp.compare eq %0, %1 : (tensor<5x3xi64>, tensor<5x1xi64>) -> tensor<5x3xi1>
  %3 = amp.iota {axis = 0 : i64} : () -> tensor<2x3x4xi32>
  %4 = amp.size %x {axes = array<i64: 0, 1>} : (tensor<5x3xf32>) -> tensor<f32>
  %5 = amp.size %x {axes = array<i64: 0>} : (tensor<5x3xf32>) -> tensor<i64>
  %6 = amp.div %x, %4 : (tensor<5x3xf32>, tensor<f32>) -> tensor<5x3xf32>
  return %2, %3, %4, %5, %6 : tensor<5x3xi1>, tensor<2x3x4xi32>, tensor<f32>, tensor<i64>, tensor<5x3xf32>
}

func.func @constants_and_arguments(%x: tensor<3xf32>, %s: tensor<f32>)
    -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<f32>)
    attributes {test.ulps = 2 : i64} {
  %0 = amp.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %1 = amp.add %x, %0 : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %2 = amp.constant dense<4.0> : tensor<3xf32>
  %3 = amp.exp %s : (tensor<f32>) -> tensor<f32>
  %4 = amp.mul %3, %s : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %x, %0, %1, %1, %2, %4 : tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<f32>
}
