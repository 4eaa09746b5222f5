// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Unary math ops keep the shape; rounding and sign keep integers, the others
// make them f32.

// RUN: amp-opt %s | amp-opt | FileCheck %s

// CHECK-LABEL: func.func @types(
// CHECK-SAME: %[[X:.*]]: tensor<?x3xbf16>, %[[I:.*]]: tensor<4xi64>)
func.func @types(%x: tensor<?x3xbf16>, %i: tensor<4xi64>) {
  // CHECK: amp.floor %[[X]] : (tensor<?x3xbf16>) -> tensor<?x3xbf16>
  // CHECK: amp.floor %[[I]] : (tensor<4xi64>) -> tensor<4xi64>
  %0 = amp.floor %x : (tensor<?x3xbf16>) -> tensor<?x3xbf16>
  %1 = amp.floor %i : (tensor<4xi64>) -> tensor<4xi64>
  // CHECK: amp.ceil %[[X]] : (tensor<?x3xbf16>) -> tensor<?x3xbf16>
  // CHECK: amp.ceil %[[I]] : (tensor<4xi64>) -> tensor<4xi64>
  %2 = amp.ceil %x : (tensor<?x3xbf16>) -> tensor<?x3xbf16>
  %3 = amp.ceil %i : (tensor<4xi64>) -> tensor<4xi64>
  // CHECK: amp.round %[[X]] : (tensor<?x3xbf16>) -> tensor<?x3xbf16>
  // CHECK: amp.round %[[I]] : (tensor<4xi64>) -> tensor<4xi64>
  %4 = amp.round %x : (tensor<?x3xbf16>) -> tensor<?x3xbf16>
  %5 = amp.round %i : (tensor<4xi64>) -> tensor<4xi64>
  // CHECK: amp.trunc %[[X]] : (tensor<?x3xbf16>) -> tensor<?x3xbf16>
  // CHECK: amp.trunc %[[I]] : (tensor<4xi64>) -> tensor<4xi64>
  %6 = amp.trunc %x : (tensor<?x3xbf16>) -> tensor<?x3xbf16>
  %7 = amp.trunc %i : (tensor<4xi64>) -> tensor<4xi64>
  // CHECK: amp.sign %[[X]] : (tensor<?x3xbf16>) -> tensor<?x3xbf16>
  // CHECK: amp.sign %[[I]] : (tensor<4xi64>) -> tensor<4xi64>
  %8 = amp.sign %x : (tensor<?x3xbf16>) -> tensor<?x3xbf16>
  %9 = amp.sign %i : (tensor<4xi64>) -> tensor<4xi64>
  // CHECK: amp.rsqrt %[[X]] : (tensor<?x3xbf16>) -> tensor<?x3xbf16>
  // CHECK: amp.rsqrt %[[I]] : (tensor<4xi64>) -> tensor<4xf32>
  %10 = amp.rsqrt %x : (tensor<?x3xbf16>) -> tensor<?x3xbf16>
  %11 = amp.rsqrt %i : (tensor<4xi64>) -> tensor<4xf32>
  // CHECK: amp.reciprocal %[[X]] : (tensor<?x3xbf16>) -> tensor<?x3xbf16>
  // CHECK: amp.reciprocal %[[I]] : (tensor<4xi64>) -> tensor<4xf32>
  %12 = amp.reciprocal %x : (tensor<?x3xbf16>) -> tensor<?x3xbf16>
  %13 = amp.reciprocal %i : (tensor<4xi64>) -> tensor<4xf32>
  // CHECK: amp.sin %[[X]] : (tensor<?x3xbf16>) -> tensor<?x3xbf16>
  // CHECK: amp.sin %[[I]] : (tensor<4xi64>) -> tensor<4xf32>
  %14 = amp.sin %x : (tensor<?x3xbf16>) -> tensor<?x3xbf16>
  %15 = amp.sin %i : (tensor<4xi64>) -> tensor<4xf32>
  // CHECK: amp.cos %[[X]] : (tensor<?x3xbf16>) -> tensor<?x3xbf16>
  // CHECK: amp.cos %[[I]] : (tensor<4xi64>) -> tensor<4xf32>
  %16 = amp.cos %x : (tensor<?x3xbf16>) -> tensor<?x3xbf16>
  %17 = amp.cos %i : (tensor<4xi64>) -> tensor<4xf32>
  // CHECK: amp.log2 %[[X]] : (tensor<?x3xbf16>) -> tensor<?x3xbf16>
  // CHECK: amp.log2 %[[I]] : (tensor<4xi64>) -> tensor<4xf32>
  %18 = amp.log2 %x : (tensor<?x3xbf16>) -> tensor<?x3xbf16>
  %19 = amp.log2 %i : (tensor<4xi64>) -> tensor<4xf32>
  // CHECK: amp.log1p %[[X]] : (tensor<?x3xbf16>) -> tensor<?x3xbf16>
  // CHECK: amp.log1p %[[I]] : (tensor<4xi64>) -> tensor<4xf32>
  %20 = amp.log1p %x : (tensor<?x3xbf16>) -> tensor<?x3xbf16>
  %21 = amp.log1p %i : (tensor<4xi64>) -> tensor<4xf32>
  // CHECK: amp.expm1 %[[X]] : (tensor<?x3xbf16>) -> tensor<?x3xbf16>
  // CHECK: amp.expm1 %[[I]] : (tensor<4xi64>) -> tensor<4xf32>
  %22 = amp.expm1 %x : (tensor<?x3xbf16>) -> tensor<?x3xbf16>
  %23 = amp.expm1 %i : (tensor<4xi64>) -> tensor<4xf32>
  // CHECK: amp.erfc %[[X]] : (tensor<?x3xbf16>) -> tensor<?x3xbf16>
  // CHECK: amp.erfc %[[I]] : (tensor<4xi64>) -> tensor<4xf32>
  %24 = amp.erfc %x : (tensor<?x3xbf16>) -> tensor<?x3xbf16>
  %25 = amp.erfc %i : (tensor<4xi64>) -> tensor<4xf32>
  // CHECK: amp.silu %[[X]] : (tensor<?x3xbf16>) -> tensor<?x3xbf16>
  // CHECK: amp.silu %[[I]] : (tensor<4xi64>) -> tensor<4xf32>
  %26 = amp.silu %x : (tensor<?x3xbf16>) -> tensor<?x3xbf16>
  %27 = amp.silu %i : (tensor<4xi64>) -> tensor<4xf32>
  // CHECK: amp.softplus %[[X]] : (tensor<?x3xbf16>) -> tensor<?x3xbf16>
  // CHECK: amp.softplus %[[I]] : (tensor<4xi64>) -> tensor<4xf32>
  %28 = amp.softplus %x : (tensor<?x3xbf16>) -> tensor<?x3xbf16>
  %29 = amp.softplus %i : (tensor<4xi64>) -> tensor<4xf32>
  return
}
