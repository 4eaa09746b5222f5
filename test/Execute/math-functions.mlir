// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The unary math ops of every type agree with their definition, and have the
// same bits fused or not. Only math functions may differ from the interpreter's,
// by their stated bounds; in f64 they are the library's, and gelu passes it an
// operand that is already rounded.

// RUN: same-bits %s | FileCheck %s
// CHECK-NOT: {{other bits|expected}}

func.func @f32(%x: tensor<67x5xf32>)
    -> (tensor<67x5xf32>, tensor<67x5xf32>, tensor<67x5xf32>, tensor<67x5xf32>, tensor<67x5xf32>, tensor<67x5xf32>, tensor<67x5xf32>, tensor<67x5xf32>, tensor<67x5xf32>, tensor<67x5xf32>, tensor<67x5xf32>, tensor<67x5xf32>)
    attributes {test.ulps = 4 : i64} {
  %p = amp.abs %x : (tensor<67x5xf32>) -> tensor<67x5xf32>
  %0 = amp.rsqrt %p : (tensor<67x5xf32>) -> tensor<67x5xf32>
  %1 = amp.reciprocal %x : (tensor<67x5xf32>) -> tensor<67x5xf32>
  %2 = amp.sin %x : (tensor<67x5xf32>) -> tensor<67x5xf32>
  %3 = amp.cos %x : (tensor<67x5xf32>) -> tensor<67x5xf32>
  %4 = amp.log2 %p : (tensor<67x5xf32>) -> tensor<67x5xf32>
  %5 = amp.log1p %p : (tensor<67x5xf32>) -> tensor<67x5xf32>
  %6 = amp.expm1 %x : (tensor<67x5xf32>) -> tensor<67x5xf32>
  %7 = amp.erfc %x : (tensor<67x5xf32>) -> tensor<67x5xf32>
  %8 = amp.silu %x : (tensor<67x5xf32>) -> tensor<67x5xf32>
  %9 = amp.softplus %x : (tensor<67x5xf32>) -> tensor<67x5xf32>
  %10 = amp.gelu %x : (tensor<67x5xf32>) -> tensor<67x5xf32>
  %11 = amp.gelu %x {approximate = #amp.gelu<tanh>} : (tensor<67x5xf32>) -> tensor<67x5xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11
    : tensor<67x5xf32>, tensor<67x5xf32>, tensor<67x5xf32>, tensor<67x5xf32>, tensor<67x5xf32>, tensor<67x5xf32>, tensor<67x5xf32>, tensor<67x5xf32>, tensor<67x5xf32>, tensor<67x5xf32>, tensor<67x5xf32>, tensor<67x5xf32>
}

func.func @f64(%x: tensor<67x5xf64>)
    -> (tensor<67x5xf64>, tensor<67x5xf64>, tensor<67x5xf64>, tensor<67x5xf64>, tensor<67x5xf64>, tensor<67x5xf64>, tensor<67x5xf64>, tensor<67x5xf64>, tensor<67x5xf64>, tensor<67x5xf64>, tensor<67x5xf64>, tensor<67x5xf64>)
    attributes {test.ulps = 8 : i64} {
  %p = amp.abs %x : (tensor<67x5xf64>) -> tensor<67x5xf64>
  %0 = amp.rsqrt %p : (tensor<67x5xf64>) -> tensor<67x5xf64>
  %1 = amp.reciprocal %x : (tensor<67x5xf64>) -> tensor<67x5xf64>
  %2 = amp.sin %x : (tensor<67x5xf64>) -> tensor<67x5xf64>
  %3 = amp.cos %x : (tensor<67x5xf64>) -> tensor<67x5xf64>
  %4 = amp.log2 %p : (tensor<67x5xf64>) -> tensor<67x5xf64>
  %5 = amp.log1p %p : (tensor<67x5xf64>) -> tensor<67x5xf64>
  %6 = amp.expm1 %x : (tensor<67x5xf64>) -> tensor<67x5xf64>
  %7 = amp.erfc %x : (tensor<67x5xf64>) -> tensor<67x5xf64>
  %8 = amp.silu %x : (tensor<67x5xf64>) -> tensor<67x5xf64>
  %9 = amp.softplus %x : (tensor<67x5xf64>) -> tensor<67x5xf64>
  %10 = amp.gelu %x : (tensor<67x5xf64>) -> tensor<67x5xf64>
  %11 = amp.gelu %x {approximate = #amp.gelu<tanh>} : (tensor<67x5xf64>) -> tensor<67x5xf64>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11
    : tensor<67x5xf64>, tensor<67x5xf64>, tensor<67x5xf64>, tensor<67x5xf64>, tensor<67x5xf64>, tensor<67x5xf64>, tensor<67x5xf64>, tensor<67x5xf64>, tensor<67x5xf64>, tensor<67x5xf64>, tensor<67x5xf64>, tensor<67x5xf64>
}

func.func @f16(%x: tensor<67x5xf16>)
    -> (tensor<67x5xf16>, tensor<67x5xf16>, tensor<67x5xf16>, tensor<67x5xf16>, tensor<67x5xf16>, tensor<67x5xf16>, tensor<67x5xf16>, tensor<67x5xf16>, tensor<67x5xf16>, tensor<67x5xf16>, tensor<67x5xf16>, tensor<67x5xf16>)
    attributes {test.ulps = 1 : i64} {
  %p = amp.abs %x : (tensor<67x5xf16>) -> tensor<67x5xf16>
  %0 = amp.rsqrt %p : (tensor<67x5xf16>) -> tensor<67x5xf16>
  %1 = amp.reciprocal %x : (tensor<67x5xf16>) -> tensor<67x5xf16>
  %2 = amp.sin %x : (tensor<67x5xf16>) -> tensor<67x5xf16>
  %3 = amp.cos %x : (tensor<67x5xf16>) -> tensor<67x5xf16>
  %4 = amp.log2 %p : (tensor<67x5xf16>) -> tensor<67x5xf16>
  %5 = amp.log1p %p : (tensor<67x5xf16>) -> tensor<67x5xf16>
  %6 = amp.expm1 %x : (tensor<67x5xf16>) -> tensor<67x5xf16>
  %7 = amp.erfc %x : (tensor<67x5xf16>) -> tensor<67x5xf16>
  %8 = amp.silu %x : (tensor<67x5xf16>) -> tensor<67x5xf16>
  %9 = amp.softplus %x : (tensor<67x5xf16>) -> tensor<67x5xf16>
  %10 = amp.gelu %x : (tensor<67x5xf16>) -> tensor<67x5xf16>
  %11 = amp.gelu %x {approximate = #amp.gelu<tanh>} : (tensor<67x5xf16>) -> tensor<67x5xf16>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11
    : tensor<67x5xf16>, tensor<67x5xf16>, tensor<67x5xf16>, tensor<67x5xf16>, tensor<67x5xf16>, tensor<67x5xf16>, tensor<67x5xf16>, tensor<67x5xf16>, tensor<67x5xf16>, tensor<67x5xf16>, tensor<67x5xf16>, tensor<67x5xf16>
}

func.func @bf16(%x: tensor<67x5xbf16>)
    -> (tensor<67x5xbf16>, tensor<67x5xbf16>, tensor<67x5xbf16>, tensor<67x5xbf16>, tensor<67x5xbf16>, tensor<67x5xbf16>, tensor<67x5xbf16>, tensor<67x5xbf16>, tensor<67x5xbf16>, tensor<67x5xbf16>, tensor<67x5xbf16>, tensor<67x5xbf16>)
    attributes {test.ulps = 1 : i64} {
  %p = amp.abs %x : (tensor<67x5xbf16>) -> tensor<67x5xbf16>
  %0 = amp.rsqrt %p : (tensor<67x5xbf16>) -> tensor<67x5xbf16>
  %1 = amp.reciprocal %x : (tensor<67x5xbf16>) -> tensor<67x5xbf16>
  %2 = amp.sin %x : (tensor<67x5xbf16>) -> tensor<67x5xbf16>
  %3 = amp.cos %x : (tensor<67x5xbf16>) -> tensor<67x5xbf16>
  %4 = amp.log2 %p : (tensor<67x5xbf16>) -> tensor<67x5xbf16>
  %5 = amp.log1p %p : (tensor<67x5xbf16>) -> tensor<67x5xbf16>
  %6 = amp.expm1 %x : (tensor<67x5xbf16>) -> tensor<67x5xbf16>
  %7 = amp.erfc %x : (tensor<67x5xbf16>) -> tensor<67x5xbf16>
  %8 = amp.silu %x : (tensor<67x5xbf16>) -> tensor<67x5xbf16>
  %9 = amp.softplus %x : (tensor<67x5xbf16>) -> tensor<67x5xbf16>
  %10 = amp.gelu %x : (tensor<67x5xbf16>) -> tensor<67x5xbf16>
  %11 = amp.gelu %x {approximate = #amp.gelu<tanh>} : (tensor<67x5xbf16>) -> tensor<67x5xbf16>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11
    : tensor<67x5xbf16>, tensor<67x5xbf16>, tensor<67x5xbf16>, tensor<67x5xbf16>, tensor<67x5xbf16>, tensor<67x5xbf16>, tensor<67x5xbf16>, tensor<67x5xbf16>, tensor<67x5xbf16>, tensor<67x5xbf16>, tensor<67x5xbf16>, tensor<67x5xbf16>
}

// More elements than a block of threads takes, also where a long body takes few.
func.func @f16_many(%x: tensor<67x64xf16>) -> (tensor<67x64xf16>, tensor<67x64xf16>)
    attributes {test.ulps = 1 : i64} {
  %0 = amp.sin %x : (tensor<67x64xf16>) -> tensor<67x64xf16>
  %1 = amp.cos %x : (tensor<67x64xf16>) -> tensor<67x64xf16>
  return %0, %1 : tensor<67x64xf16>, tensor<67x64xf16>
}

// The same.
func.func @bf16_many(%x: tensor<67x64xbf16>) -> (tensor<67x64xbf16>, tensor<67x64xbf16>)
    attributes {test.ulps = 1 : i64} {
  %0 = amp.sin %x : (tensor<67x64xbf16>) -> tensor<67x64xbf16>
  %1 = amp.cos %x : (tensor<67x64xbf16>) -> tensor<67x64xbf16>
  return %0, %1 : tensor<67x64xbf16>, tensor<67x64xbf16>
}
