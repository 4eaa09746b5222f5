// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rounding, sign and logic agree with their definition bit for bit, in every type.

// RUN: same-bits %s | FileCheck %s
// CHECK-NOT: {{other bits|expected}}

func.func @rounding_f32(%x: tensor<67x5xf32>)
    -> (tensor<67x5xf32>, tensor<67x5xf32>, tensor<67x5xf32>, tensor<67x5xf32>, tensor<67x5xf32>)
    attributes {test.ulps = 0 : i64} {
  %0 = amp.floor %x : (tensor<67x5xf32>) -> tensor<67x5xf32>
  %1 = amp.ceil %x : (tensor<67x5xf32>) -> tensor<67x5xf32>
  %2 = amp.round %x : (tensor<67x5xf32>) -> tensor<67x5xf32>
  %3 = amp.trunc %x : (tensor<67x5xf32>) -> tensor<67x5xf32>
  %4 = amp.sign %x : (tensor<67x5xf32>) -> tensor<67x5xf32>
  return %0, %1, %2, %3, %4
    : tensor<67x5xf32>, tensor<67x5xf32>, tensor<67x5xf32>, tensor<67x5xf32>, tensor<67x5xf32>
}

func.func @rounding_f64(%x: tensor<67x5xf64>)
    -> (tensor<67x5xf64>, tensor<67x5xf64>, tensor<67x5xf64>, tensor<67x5xf64>, tensor<67x5xf64>)
    attributes {test.ulps = 0 : i64} {
  %0 = amp.floor %x : (tensor<67x5xf64>) -> tensor<67x5xf64>
  %1 = amp.ceil %x : (tensor<67x5xf64>) -> tensor<67x5xf64>
  %2 = amp.round %x : (tensor<67x5xf64>) -> tensor<67x5xf64>
  %3 = amp.trunc %x : (tensor<67x5xf64>) -> tensor<67x5xf64>
  %4 = amp.sign %x : (tensor<67x5xf64>) -> tensor<67x5xf64>
  return %0, %1, %2, %3, %4
    : tensor<67x5xf64>, tensor<67x5xf64>, tensor<67x5xf64>, tensor<67x5xf64>, tensor<67x5xf64>
}

func.func @rounding_f16(%x: tensor<67x5xf16>)
    -> (tensor<67x5xf16>, tensor<67x5xf16>, tensor<67x5xf16>, tensor<67x5xf16>, tensor<67x5xf16>)
    attributes {test.ulps = 0 : i64} {
  %0 = amp.floor %x : (tensor<67x5xf16>) -> tensor<67x5xf16>
  %1 = amp.ceil %x : (tensor<67x5xf16>) -> tensor<67x5xf16>
  %2 = amp.round %x : (tensor<67x5xf16>) -> tensor<67x5xf16>
  %3 = amp.trunc %x : (tensor<67x5xf16>) -> tensor<67x5xf16>
  %4 = amp.sign %x : (tensor<67x5xf16>) -> tensor<67x5xf16>
  return %0, %1, %2, %3, %4
    : tensor<67x5xf16>, tensor<67x5xf16>, tensor<67x5xf16>, tensor<67x5xf16>, tensor<67x5xf16>
}

func.func @rounding_bf16(%x: tensor<67x5xbf16>)
    -> (tensor<67x5xbf16>, tensor<67x5xbf16>, tensor<67x5xbf16>, tensor<67x5xbf16>, tensor<67x5xbf16>)
    attributes {test.ulps = 0 : i64} {
  %0 = amp.floor %x : (tensor<67x5xbf16>) -> tensor<67x5xbf16>
  %1 = amp.ceil %x : (tensor<67x5xbf16>) -> tensor<67x5xbf16>
  %2 = amp.round %x : (tensor<67x5xbf16>) -> tensor<67x5xbf16>
  %3 = amp.trunc %x : (tensor<67x5xbf16>) -> tensor<67x5xbf16>
  %4 = amp.sign %x : (tensor<67x5xbf16>) -> tensor<67x5xbf16>
  return %0, %1, %2, %3, %4
    : tensor<67x5xbf16>, tensor<67x5xbf16>, tensor<67x5xbf16>, tensor<67x5xbf16>, tensor<67x5xbf16>
}

func.func @rounding_i32(%x: tensor<67x5xi32>)
    -> (tensor<67x5xi32>, tensor<67x5xi32>, tensor<67x5xi32>, tensor<67x5xi32>, tensor<67x5xi32>)
    attributes {test.ulps = 0 : i64} {
  %0 = amp.floor %x : (tensor<67x5xi32>) -> tensor<67x5xi32>
  %1 = amp.ceil %x : (tensor<67x5xi32>) -> tensor<67x5xi32>
  %2 = amp.round %x : (tensor<67x5xi32>) -> tensor<67x5xi32>
  %3 = amp.trunc %x : (tensor<67x5xi32>) -> tensor<67x5xi32>
  %4 = amp.sign %x : (tensor<67x5xi32>) -> tensor<67x5xi32>
  return %0, %1, %2, %3, %4
    : tensor<67x5xi32>, tensor<67x5xi32>, tensor<67x5xi32>, tensor<67x5xi32>, tensor<67x5xi32>
}

func.func @rounding_i64(%x: tensor<67x5xi64>)
    -> (tensor<67x5xi64>, tensor<67x5xi64>, tensor<67x5xi64>, tensor<67x5xi64>, tensor<67x5xi64>)
    attributes {test.ulps = 0 : i64} {
  %0 = amp.floor %x : (tensor<67x5xi64>) -> tensor<67x5xi64>
  %1 = amp.ceil %x : (tensor<67x5xi64>) -> tensor<67x5xi64>
  %2 = amp.round %x : (tensor<67x5xi64>) -> tensor<67x5xi64>
  %3 = amp.trunc %x : (tensor<67x5xi64>) -> tensor<67x5xi64>
  %4 = amp.sign %x : (tensor<67x5xi64>) -> tensor<67x5xi64>
  return %0, %1, %2, %3, %4
    : tensor<67x5xi64>, tensor<67x5xi64>, tensor<67x5xi64>, tensor<67x5xi64>, tensor<67x5xi64>
}

func.func @logic(%x: tensor<67x5xf32>, %y: tensor<67x5xf32>, %r: tensor<5xi1>)
    -> (tensor<67x5xi1>, tensor<67x5xi1>, tensor<67x5xi1>, tensor<67x5xi1>, tensor<67x5xf32>)
    attributes {test.ulps = 0 : i64} {
  %a = amp.compare lt %x, %y : (tensor<67x5xf32>, tensor<67x5xf32>) -> tensor<67x5xi1>
  %0 = amp.logical_and %a, %r : (tensor<67x5xi1>, tensor<5xi1>) -> tensor<67x5xi1>
  %1 = amp.logical_or %r, %a : (tensor<5xi1>, tensor<67x5xi1>) -> tensor<67x5xi1>
  %2 = amp.logical_xor %0, %a : (tensor<67x5xi1>, tensor<67x5xi1>) -> tensor<67x5xi1>
  %3 = amp.logical_not %2 : (tensor<67x5xi1>) -> tensor<67x5xi1>
  %4 = amp.select %3, %x, %y : (tensor<67x5xi1>, tensor<67x5xf32>, tensor<67x5xf32>) -> tensor<67x5xf32>
  return %0, %1, %2, %3, %4
    : tensor<67x5xi1>, tensor<67x5xi1>, tensor<67x5xi1>, tensor<67x5xi1>, tensor<67x5xf32>
}
