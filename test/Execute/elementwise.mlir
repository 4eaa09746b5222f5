// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every elementwise op of every type agrees with its definition, and has the
// same bits fused or not. Only math functions may differ from the interpreter's,
// by few units in the last place.

// RUN: same-bits %s | FileCheck %s
// CHECK-NOT: {{other bits|expected}}

func.func @f32(%x: tensor<67x5xf32>, %y: tensor<67x5xf32>)
    -> (tensor<67x5xf32>, tensor<67x5xf32>, tensor<67x5xf32>, tensor<67x5xf32>, tensor<67x5xf32>, tensor<67x5xf32>, tensor<67x5xf32>, tensor<67x5xf32>, tensor<67x5xf32>, tensor<67x5xf32>, tensor<67x5xf32>, tensor<67x5xf32>, tensor<67x5xf32>, tensor<67x5xf32>, tensor<67x5xf32>, tensor<67x5xf32>, tensor<67x5xi1>, tensor<67x5xi1>, tensor<67x5xi1>, tensor<67x5xi1>, tensor<67x5xi1>, tensor<67x5xi1>, tensor<67x5xf32>, tensor<67x5xi1>)
    attributes {test.ulps = 4 : i64} {
  %p = amp.abs %y : (tensor<67x5xf32>) -> tensor<67x5xf32>
  %0 = amp.neg %x : (tensor<67x5xf32>) -> tensor<67x5xf32>
  %1 = amp.abs %x : (tensor<67x5xf32>) -> tensor<67x5xf32>
  %2 = amp.relu %x : (tensor<67x5xf32>) -> tensor<67x5xf32>
  %3 = amp.exp %x : (tensor<67x5xf32>) -> tensor<67x5xf32>
  %4 = amp.sqrt %p : (tensor<67x5xf32>) -> tensor<67x5xf32>
  %5 = amp.tanh %x : (tensor<67x5xf32>) -> tensor<67x5xf32>
  %6 = amp.sigmoid %x : (tensor<67x5xf32>) -> tensor<67x5xf32>
  %7 = amp.erf %x : (tensor<67x5xf32>) -> tensor<67x5xf32>
  %8 = amp.gelu %p : (tensor<67x5xf32>) -> tensor<67x5xf32>
  %9 = amp.log %p : (tensor<67x5xf32>) -> tensor<67x5xf32>
  %10 = amp.add %x, %y : (tensor<67x5xf32>, tensor<67x5xf32>) -> tensor<67x5xf32>
  %11 = amp.sub %x, %y : (tensor<67x5xf32>, tensor<67x5xf32>) -> tensor<67x5xf32>
  %12 = amp.mul %x, %y : (tensor<67x5xf32>, tensor<67x5xf32>) -> tensor<67x5xf32>
  %13 = amp.div %x, %y : (tensor<67x5xf32>, tensor<67x5xf32>) -> tensor<67x5xf32>
  %14 = amp.maximum %x, %y : (tensor<67x5xf32>, tensor<67x5xf32>) -> tensor<67x5xf32>
  %15 = amp.minimum %x, %y : (tensor<67x5xf32>, tensor<67x5xf32>) -> tensor<67x5xf32>
  %16 = amp.compare eq %x, %y : (tensor<67x5xf32>, tensor<67x5xf32>) -> tensor<67x5xi1>
  %17 = amp.compare ne %x, %y : (tensor<67x5xf32>, tensor<67x5xf32>) -> tensor<67x5xi1>
  %18 = amp.compare lt %x, %y : (tensor<67x5xf32>, tensor<67x5xf32>) -> tensor<67x5xi1>
  %19 = amp.compare le %x, %y : (tensor<67x5xf32>, tensor<67x5xf32>) -> tensor<67x5xi1>
  %20 = amp.compare gt %x, %y : (tensor<67x5xf32>, tensor<67x5xf32>) -> tensor<67x5xi1>
  %21 = amp.compare ge %x, %y : (tensor<67x5xf32>, tensor<67x5xf32>) -> tensor<67x5xi1>
  %22 = amp.select %21, %x, %y : (tensor<67x5xi1>, tensor<67x5xf32>, tensor<67x5xf32>) -> tensor<67x5xf32>
  %23 = amp.is_finite %x : (tensor<67x5xf32>) -> tensor<67x5xi1>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23
    : tensor<67x5xf32>, tensor<67x5xf32>, tensor<67x5xf32>, tensor<67x5xf32>, tensor<67x5xf32>, tensor<67x5xf32>, tensor<67x5xf32>, tensor<67x5xf32>, tensor<67x5xf32>, tensor<67x5xf32>, tensor<67x5xf32>, tensor<67x5xf32>, tensor<67x5xf32>, tensor<67x5xf32>, tensor<67x5xf32>, tensor<67x5xf32>, tensor<67x5xi1>, tensor<67x5xi1>, tensor<67x5xi1>, tensor<67x5xi1>, tensor<67x5xi1>, tensor<67x5xi1>, tensor<67x5xf32>, tensor<67x5xi1>
}

func.func @f64(%x: tensor<67x5xf64>, %y: tensor<67x5xf64>)
    -> (tensor<67x5xf64>, tensor<67x5xf64>, tensor<67x5xf64>, tensor<67x5xf64>, tensor<67x5xf64>, tensor<67x5xf64>, tensor<67x5xf64>, tensor<67x5xf64>, tensor<67x5xf64>, tensor<67x5xf64>, tensor<67x5xf64>, tensor<67x5xf64>, tensor<67x5xf64>, tensor<67x5xf64>, tensor<67x5xf64>, tensor<67x5xf64>, tensor<67x5xi1>, tensor<67x5xi1>, tensor<67x5xi1>, tensor<67x5xi1>, tensor<67x5xi1>, tensor<67x5xi1>, tensor<67x5xf64>, tensor<67x5xi1>)
    attributes {test.ulps = 4 : i64} {
  %p = amp.abs %y : (tensor<67x5xf64>) -> tensor<67x5xf64>
  %0 = amp.neg %x : (tensor<67x5xf64>) -> tensor<67x5xf64>
  %1 = amp.abs %x : (tensor<67x5xf64>) -> tensor<67x5xf64>
  %2 = amp.relu %x : (tensor<67x5xf64>) -> tensor<67x5xf64>
  %3 = amp.exp %x : (tensor<67x5xf64>) -> tensor<67x5xf64>
  %4 = amp.sqrt %p : (tensor<67x5xf64>) -> tensor<67x5xf64>
  %5 = amp.tanh %x : (tensor<67x5xf64>) -> tensor<67x5xf64>
  %6 = amp.sigmoid %x : (tensor<67x5xf64>) -> tensor<67x5xf64>
  %7 = amp.erf %x : (tensor<67x5xf64>) -> tensor<67x5xf64>
  %8 = amp.gelu %p : (tensor<67x5xf64>) -> tensor<67x5xf64>
  %9 = amp.log %p : (tensor<67x5xf64>) -> tensor<67x5xf64>
  %10 = amp.add %x, %y : (tensor<67x5xf64>, tensor<67x5xf64>) -> tensor<67x5xf64>
  %11 = amp.sub %x, %y : (tensor<67x5xf64>, tensor<67x5xf64>) -> tensor<67x5xf64>
  %12 = amp.mul %x, %y : (tensor<67x5xf64>, tensor<67x5xf64>) -> tensor<67x5xf64>
  %13 = amp.div %x, %y : (tensor<67x5xf64>, tensor<67x5xf64>) -> tensor<67x5xf64>
  %14 = amp.maximum %x, %y : (tensor<67x5xf64>, tensor<67x5xf64>) -> tensor<67x5xf64>
  %15 = amp.minimum %x, %y : (tensor<67x5xf64>, tensor<67x5xf64>) -> tensor<67x5xf64>
  %16 = amp.compare eq %x, %y : (tensor<67x5xf64>, tensor<67x5xf64>) -> tensor<67x5xi1>
  %17 = amp.compare ne %x, %y : (tensor<67x5xf64>, tensor<67x5xf64>) -> tensor<67x5xi1>
  %18 = amp.compare lt %x, %y : (tensor<67x5xf64>, tensor<67x5xf64>) -> tensor<67x5xi1>
  %19 = amp.compare le %x, %y : (tensor<67x5xf64>, tensor<67x5xf64>) -> tensor<67x5xi1>
  %20 = amp.compare gt %x, %y : (tensor<67x5xf64>, tensor<67x5xf64>) -> tensor<67x5xi1>
  %21 = amp.compare ge %x, %y : (tensor<67x5xf64>, tensor<67x5xf64>) -> tensor<67x5xi1>
  %22 = amp.select %21, %x, %y : (tensor<67x5xi1>, tensor<67x5xf64>, tensor<67x5xf64>) -> tensor<67x5xf64>
  %23 = amp.is_finite %x : (tensor<67x5xf64>) -> tensor<67x5xi1>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23
    : tensor<67x5xf64>, tensor<67x5xf64>, tensor<67x5xf64>, tensor<67x5xf64>, tensor<67x5xf64>, tensor<67x5xf64>, tensor<67x5xf64>, tensor<67x5xf64>, tensor<67x5xf64>, tensor<67x5xf64>, tensor<67x5xf64>, tensor<67x5xf64>, tensor<67x5xf64>, tensor<67x5xf64>, tensor<67x5xf64>, tensor<67x5xf64>, tensor<67x5xi1>, tensor<67x5xi1>, tensor<67x5xi1>, tensor<67x5xi1>, tensor<67x5xi1>, tensor<67x5xi1>, tensor<67x5xf64>, tensor<67x5xi1>
}

func.func @f16(%x: tensor<67x5xf16>, %y: tensor<67x5xf16>)
    -> (tensor<67x5xf16>, tensor<67x5xf16>, tensor<67x5xf16>, tensor<67x5xf16>, tensor<67x5xf16>, tensor<67x5xf16>, tensor<67x5xf16>, tensor<67x5xf16>, tensor<67x5xf16>, tensor<67x5xf16>, tensor<67x5xf16>, tensor<67x5xf16>, tensor<67x5xf16>, tensor<67x5xf16>, tensor<67x5xf16>, tensor<67x5xf16>, tensor<67x5xi1>, tensor<67x5xi1>, tensor<67x5xi1>, tensor<67x5xi1>, tensor<67x5xi1>, tensor<67x5xi1>, tensor<67x5xf16>, tensor<67x5xi1>)
    attributes {test.ulps = 4 : i64} {
  %p = amp.abs %y : (tensor<67x5xf16>) -> tensor<67x5xf16>
  %0 = amp.neg %x : (tensor<67x5xf16>) -> tensor<67x5xf16>
  %1 = amp.abs %x : (tensor<67x5xf16>) -> tensor<67x5xf16>
  %2 = amp.relu %x : (tensor<67x5xf16>) -> tensor<67x5xf16>
  %3 = amp.exp %x : (tensor<67x5xf16>) -> tensor<67x5xf16>
  %4 = amp.sqrt %p : (tensor<67x5xf16>) -> tensor<67x5xf16>
  %5 = amp.tanh %x : (tensor<67x5xf16>) -> tensor<67x5xf16>
  %6 = amp.sigmoid %x : (tensor<67x5xf16>) -> tensor<67x5xf16>
  %7 = amp.erf %x : (tensor<67x5xf16>) -> tensor<67x5xf16>
  %8 = amp.gelu %p : (tensor<67x5xf16>) -> tensor<67x5xf16>
  %9 = amp.log %p : (tensor<67x5xf16>) -> tensor<67x5xf16>
  %10 = amp.add %x, %y : (tensor<67x5xf16>, tensor<67x5xf16>) -> tensor<67x5xf16>
  %11 = amp.sub %x, %y : (tensor<67x5xf16>, tensor<67x5xf16>) -> tensor<67x5xf16>
  %12 = amp.mul %x, %y : (tensor<67x5xf16>, tensor<67x5xf16>) -> tensor<67x5xf16>
  %13 = amp.div %x, %y : (tensor<67x5xf16>, tensor<67x5xf16>) -> tensor<67x5xf16>
  %14 = amp.maximum %x, %y : (tensor<67x5xf16>, tensor<67x5xf16>) -> tensor<67x5xf16>
  %15 = amp.minimum %x, %y : (tensor<67x5xf16>, tensor<67x5xf16>) -> tensor<67x5xf16>
  %16 = amp.compare eq %x, %y : (tensor<67x5xf16>, tensor<67x5xf16>) -> tensor<67x5xi1>
  %17 = amp.compare ne %x, %y : (tensor<67x5xf16>, tensor<67x5xf16>) -> tensor<67x5xi1>
  %18 = amp.compare lt %x, %y : (tensor<67x5xf16>, tensor<67x5xf16>) -> tensor<67x5xi1>
  %19 = amp.compare le %x, %y : (tensor<67x5xf16>, tensor<67x5xf16>) -> tensor<67x5xi1>
  %20 = amp.compare gt %x, %y : (tensor<67x5xf16>, tensor<67x5xf16>) -> tensor<67x5xi1>
  %21 = amp.compare ge %x, %y : (tensor<67x5xf16>, tensor<67x5xf16>) -> tensor<67x5xi1>
  %22 = amp.select %21, %x, %y : (tensor<67x5xi1>, tensor<67x5xf16>, tensor<67x5xf16>) -> tensor<67x5xf16>
  %23 = amp.is_finite %x : (tensor<67x5xf16>) -> tensor<67x5xi1>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23
    : tensor<67x5xf16>, tensor<67x5xf16>, tensor<67x5xf16>, tensor<67x5xf16>, tensor<67x5xf16>, tensor<67x5xf16>, tensor<67x5xf16>, tensor<67x5xf16>, tensor<67x5xf16>, tensor<67x5xf16>, tensor<67x5xf16>, tensor<67x5xf16>, tensor<67x5xf16>, tensor<67x5xf16>, tensor<67x5xf16>, tensor<67x5xf16>, tensor<67x5xi1>, tensor<67x5xi1>, tensor<67x5xi1>, tensor<67x5xi1>, tensor<67x5xi1>, tensor<67x5xi1>, tensor<67x5xf16>, tensor<67x5xi1>
}

func.func @bf16(%x: tensor<67x5xbf16>, %y: tensor<67x5xbf16>)
    -> (tensor<67x5xbf16>, tensor<67x5xbf16>, tensor<67x5xbf16>, tensor<67x5xbf16>, tensor<67x5xbf16>, tensor<67x5xbf16>, tensor<67x5xbf16>, tensor<67x5xbf16>, tensor<67x5xbf16>, tensor<67x5xbf16>, tensor<67x5xbf16>, tensor<67x5xbf16>, tensor<67x5xbf16>, tensor<67x5xbf16>, tensor<67x5xbf16>, tensor<67x5xbf16>, tensor<67x5xi1>, tensor<67x5xi1>, tensor<67x5xi1>, tensor<67x5xi1>, tensor<67x5xi1>, tensor<67x5xi1>, tensor<67x5xbf16>, tensor<67x5xi1>)
    attributes {test.ulps = 4 : i64} {
  %p = amp.abs %y : (tensor<67x5xbf16>) -> tensor<67x5xbf16>
  %0 = amp.neg %x : (tensor<67x5xbf16>) -> tensor<67x5xbf16>
  %1 = amp.abs %x : (tensor<67x5xbf16>) -> tensor<67x5xbf16>
  %2 = amp.relu %x : (tensor<67x5xbf16>) -> tensor<67x5xbf16>
  %3 = amp.exp %x : (tensor<67x5xbf16>) -> tensor<67x5xbf16>
  %4 = amp.sqrt %p : (tensor<67x5xbf16>) -> tensor<67x5xbf16>
  %5 = amp.tanh %x : (tensor<67x5xbf16>) -> tensor<67x5xbf16>
  %6 = amp.sigmoid %x : (tensor<67x5xbf16>) -> tensor<67x5xbf16>
  %7 = amp.erf %x : (tensor<67x5xbf16>) -> tensor<67x5xbf16>
  %8 = amp.gelu %p : (tensor<67x5xbf16>) -> tensor<67x5xbf16>
  %9 = amp.log %p : (tensor<67x5xbf16>) -> tensor<67x5xbf16>
  %10 = amp.add %x, %y : (tensor<67x5xbf16>, tensor<67x5xbf16>) -> tensor<67x5xbf16>
  %11 = amp.sub %x, %y : (tensor<67x5xbf16>, tensor<67x5xbf16>) -> tensor<67x5xbf16>
  %12 = amp.mul %x, %y : (tensor<67x5xbf16>, tensor<67x5xbf16>) -> tensor<67x5xbf16>
  %13 = amp.div %x, %y : (tensor<67x5xbf16>, tensor<67x5xbf16>) -> tensor<67x5xbf16>
  %14 = amp.maximum %x, %y : (tensor<67x5xbf16>, tensor<67x5xbf16>) -> tensor<67x5xbf16>
  %15 = amp.minimum %x, %y : (tensor<67x5xbf16>, tensor<67x5xbf16>) -> tensor<67x5xbf16>
  %16 = amp.compare eq %x, %y : (tensor<67x5xbf16>, tensor<67x5xbf16>) -> tensor<67x5xi1>
  %17 = amp.compare ne %x, %y : (tensor<67x5xbf16>, tensor<67x5xbf16>) -> tensor<67x5xi1>
  %18 = amp.compare lt %x, %y : (tensor<67x5xbf16>, tensor<67x5xbf16>) -> tensor<67x5xi1>
  %19 = amp.compare le %x, %y : (tensor<67x5xbf16>, tensor<67x5xbf16>) -> tensor<67x5xi1>
  %20 = amp.compare gt %x, %y : (tensor<67x5xbf16>, tensor<67x5xbf16>) -> tensor<67x5xi1>
  %21 = amp.compare ge %x, %y : (tensor<67x5xbf16>, tensor<67x5xbf16>) -> tensor<67x5xi1>
  %22 = amp.select %21, %x, %y : (tensor<67x5xi1>, tensor<67x5xbf16>, tensor<67x5xbf16>) -> tensor<67x5xbf16>
  %23 = amp.is_finite %x : (tensor<67x5xbf16>) -> tensor<67x5xi1>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23
    : tensor<67x5xbf16>, tensor<67x5xbf16>, tensor<67x5xbf16>, tensor<67x5xbf16>, tensor<67x5xbf16>, tensor<67x5xbf16>, tensor<67x5xbf16>, tensor<67x5xbf16>, tensor<67x5xbf16>, tensor<67x5xbf16>, tensor<67x5xbf16>, tensor<67x5xbf16>, tensor<67x5xbf16>, tensor<67x5xbf16>, tensor<67x5xbf16>, tensor<67x5xbf16>, tensor<67x5xi1>, tensor<67x5xi1>, tensor<67x5xi1>, tensor<67x5xi1>, tensor<67x5xi1>, tensor<67x5xi1>, tensor<67x5xbf16>, tensor<67x5xi1>
}

func.func @i32(%x: tensor<67x5xi32>, %y: tensor<67x5xi32>)
    -> (tensor<67x5xi32>, tensor<67x5xi32>, tensor<67x5xi32>, tensor<67x5xi32>, tensor<67x5xi32>, tensor<67x5xi32>, tensor<67x5xi32>, tensor<67x5xi32>, tensor<67x5xi1>)
    attributes {test.ulps = 0 : i64} {
  %0 = amp.add %x, %y : (tensor<67x5xi32>, tensor<67x5xi32>) -> tensor<67x5xi32>
  %1 = amp.sub %x, %y : (tensor<67x5xi32>, tensor<67x5xi32>) -> tensor<67x5xi32>
  %2 = amp.mul %x, %y : (tensor<67x5xi32>, tensor<67x5xi32>) -> tensor<67x5xi32>
  %3 = amp.maximum %x, %y : (tensor<67x5xi32>, tensor<67x5xi32>) -> tensor<67x5xi32>
  %4 = amp.minimum %x, %y : (tensor<67x5xi32>, tensor<67x5xi32>) -> tensor<67x5xi32>
  %5 = amp.neg %x : (tensor<67x5xi32>) -> tensor<67x5xi32>
  %6 = amp.abs %x : (tensor<67x5xi32>) -> tensor<67x5xi32>
  %7 = amp.relu %x : (tensor<67x5xi32>) -> tensor<67x5xi32>
  %8 = amp.compare lt %x, %y : (tensor<67x5xi32>, tensor<67x5xi32>) -> tensor<67x5xi1>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8
    : tensor<67x5xi32>, tensor<67x5xi32>, tensor<67x5xi32>, tensor<67x5xi32>, tensor<67x5xi32>, tensor<67x5xi32>, tensor<67x5xi32>, tensor<67x5xi32>, tensor<67x5xi1>
}

func.func @i64(%x: tensor<67x5xi64>, %y: tensor<67x5xi64>)
    -> (tensor<67x5xi64>, tensor<67x5xi64>, tensor<67x5xi64>, tensor<67x5xi64>, tensor<67x5xi64>, tensor<67x5xi64>, tensor<67x5xi64>, tensor<67x5xi64>, tensor<67x5xi1>)
    attributes {test.ulps = 0 : i64} {
  %0 = amp.add %x, %y : (tensor<67x5xi64>, tensor<67x5xi64>) -> tensor<67x5xi64>
  %1 = amp.sub %x, %y : (tensor<67x5xi64>, tensor<67x5xi64>) -> tensor<67x5xi64>
  %2 = amp.mul %x, %y : (tensor<67x5xi64>, tensor<67x5xi64>) -> tensor<67x5xi64>
  %3 = amp.maximum %x, %y : (tensor<67x5xi64>, tensor<67x5xi64>) -> tensor<67x5xi64>
  %4 = amp.minimum %x, %y : (tensor<67x5xi64>, tensor<67x5xi64>) -> tensor<67x5xi64>
  %5 = amp.neg %x : (tensor<67x5xi64>) -> tensor<67x5xi64>
  %6 = amp.abs %x : (tensor<67x5xi64>) -> tensor<67x5xi64>
  %7 = amp.relu %x : (tensor<67x5xi64>) -> tensor<67x5xi64>
  %8 = amp.compare lt %x, %y : (tensor<67x5xi64>, tensor<67x5xi64>) -> tensor<67x5xi1>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8
    : tensor<67x5xi64>, tensor<67x5xi64>, tensor<67x5xi64>, tensor<67x5xi64>, tensor<67x5xi64>, tensor<67x5xi64>, tensor<67x5xi64>, tensor<67x5xi64>, tensor<67x5xi1>
}
