// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conversions between all types have the bits of their definition (P8).

// RUN: same-bits %s | FileCheck %s
// CHECK-NOT: {{other bits|expected}}

func.func @f16(%x: tensor<70xf16>)
    -> (tensor<70xbf16>, tensor<70xf32>, tensor<70xf64>, tensor<70xi1>, tensor<70xi32>, tensor<70xi64>)
    attributes {test.ulps = 0 : i64} {
  %c0 = amp.cast %x : (tensor<70xf16>) -> tensor<70xbf16>
  %c1 = amp.cast %x : (tensor<70xf16>) -> tensor<70xf32>
  %c2 = amp.cast %x : (tensor<70xf16>) -> tensor<70xf64>
  %c3 = amp.cast %x : (tensor<70xf16>) -> tensor<70xi1>
  %c4 = amp.cast %x : (tensor<70xf16>) -> tensor<70xi32>
  %c5 = amp.cast %x : (tensor<70xf16>) -> tensor<70xi64>
  return %c0, %c1, %c2, %c3, %c4, %c5
    : tensor<70xbf16>, tensor<70xf32>, tensor<70xf64>, tensor<70xi1>, tensor<70xi32>, tensor<70xi64>
}

func.func @bf16(%x: tensor<70xbf16>)
    -> (tensor<70xf16>, tensor<70xf32>, tensor<70xf64>, tensor<70xi1>, tensor<70xi32>, tensor<70xi64>)
    attributes {test.ulps = 0 : i64} {
  %c0 = amp.cast %x : (tensor<70xbf16>) -> tensor<70xf16>
  %c1 = amp.cast %x : (tensor<70xbf16>) -> tensor<70xf32>
  %c2 = amp.cast %x : (tensor<70xbf16>) -> tensor<70xf64>
  %c3 = amp.cast %x : (tensor<70xbf16>) -> tensor<70xi1>
  %c4 = amp.cast %x : (tensor<70xbf16>) -> tensor<70xi32>
  %c5 = amp.cast %x : (tensor<70xbf16>) -> tensor<70xi64>
  return %c0, %c1, %c2, %c3, %c4, %c5
    : tensor<70xf16>, tensor<70xf32>, tensor<70xf64>, tensor<70xi1>, tensor<70xi32>, tensor<70xi64>
}

func.func @f32(%x: tensor<70xf32>)
    -> (tensor<70xf16>, tensor<70xbf16>, tensor<70xf64>, tensor<70xi1>, tensor<70xi32>, tensor<70xi64>)
    attributes {test.ulps = 0 : i64} {
  %c0 = amp.cast %x : (tensor<70xf32>) -> tensor<70xf16>
  %c1 = amp.cast %x : (tensor<70xf32>) -> tensor<70xbf16>
  %c2 = amp.cast %x : (tensor<70xf32>) -> tensor<70xf64>
  %c3 = amp.cast %x : (tensor<70xf32>) -> tensor<70xi1>
  %c4 = amp.cast %x : (tensor<70xf32>) -> tensor<70xi32>
  %c5 = amp.cast %x : (tensor<70xf32>) -> tensor<70xi64>
  return %c0, %c1, %c2, %c3, %c4, %c5
    : tensor<70xf16>, tensor<70xbf16>, tensor<70xf64>, tensor<70xi1>, tensor<70xi32>, tensor<70xi64>
}

func.func @f64(%x: tensor<70xf64>)
    -> (tensor<70xf16>, tensor<70xbf16>, tensor<70xf32>, tensor<70xi1>, tensor<70xi32>, tensor<70xi64>)
    attributes {test.ulps = 0 : i64} {
  %c0 = amp.cast %x : (tensor<70xf64>) -> tensor<70xf16>
  %c1 = amp.cast %x : (tensor<70xf64>) -> tensor<70xbf16>
  %c2 = amp.cast %x : (tensor<70xf64>) -> tensor<70xf32>
  %c3 = amp.cast %x : (tensor<70xf64>) -> tensor<70xi1>
  %c4 = amp.cast %x : (tensor<70xf64>) -> tensor<70xi32>
  %c5 = amp.cast %x : (tensor<70xf64>) -> tensor<70xi64>
  return %c0, %c1, %c2, %c3, %c4, %c5
    : tensor<70xf16>, tensor<70xbf16>, tensor<70xf32>, tensor<70xi1>, tensor<70xi32>, tensor<70xi64>
}

func.func @i1(%x: tensor<70xi1>)
    -> (tensor<70xf16>, tensor<70xbf16>, tensor<70xf32>, tensor<70xf64>, tensor<70xi32>, tensor<70xi64>)
    attributes {test.ulps = 0 : i64} {
  %c0 = amp.cast %x : (tensor<70xi1>) -> tensor<70xf16>
  %c1 = amp.cast %x : (tensor<70xi1>) -> tensor<70xbf16>
  %c2 = amp.cast %x : (tensor<70xi1>) -> tensor<70xf32>
  %c3 = amp.cast %x : (tensor<70xi1>) -> tensor<70xf64>
  %c4 = amp.cast %x : (tensor<70xi1>) -> tensor<70xi32>
  %c5 = amp.cast %x : (tensor<70xi1>) -> tensor<70xi64>
  return %c0, %c1, %c2, %c3, %c4, %c5
    : tensor<70xf16>, tensor<70xbf16>, tensor<70xf32>, tensor<70xf64>, tensor<70xi32>, tensor<70xi64>
}

func.func @i32(%x: tensor<70xi32>)
    -> (tensor<70xf16>, tensor<70xbf16>, tensor<70xf32>, tensor<70xf64>, tensor<70xi1>, tensor<70xi64>)
    attributes {test.ulps = 0 : i64} {
  %c0 = amp.cast %x : (tensor<70xi32>) -> tensor<70xf16>
  %c1 = amp.cast %x : (tensor<70xi32>) -> tensor<70xbf16>
  %c2 = amp.cast %x : (tensor<70xi32>) -> tensor<70xf32>
  %c3 = amp.cast %x : (tensor<70xi32>) -> tensor<70xf64>
  %c4 = amp.cast %x : (tensor<70xi32>) -> tensor<70xi1>
  %c5 = amp.cast %x : (tensor<70xi32>) -> tensor<70xi64>
  return %c0, %c1, %c2, %c3, %c4, %c5
    : tensor<70xf16>, tensor<70xbf16>, tensor<70xf32>, tensor<70xf64>, tensor<70xi1>, tensor<70xi64>
}

func.func @i64(%x: tensor<70xi64>)
    -> (tensor<70xf16>, tensor<70xbf16>, tensor<70xf32>, tensor<70xf64>, tensor<70xi1>, tensor<70xi32>)
    attributes {test.ulps = 0 : i64} {
  %c0 = amp.cast %x : (tensor<70xi64>) -> tensor<70xf16>
  %c1 = amp.cast %x : (tensor<70xi64>) -> tensor<70xbf16>
  %c2 = amp.cast %x : (tensor<70xi64>) -> tensor<70xf32>
  %c3 = amp.cast %x : (tensor<70xi64>) -> tensor<70xf64>
  %c4 = amp.cast %x : (tensor<70xi64>) -> tensor<70xi1>
  %c5 = amp.cast %x : (tensor<70xi64>) -> tensor<70xi32>
  return %c0, %c1, %c2, %c3, %c4, %c5
    : tensor<70xf16>, tensor<70xbf16>, tensor<70xf32>, tensor<70xf64>, tensor<70xi1>, tensor<70xi32>
}
