// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elementwise ops on one operand beyond those of Elementwise.td: rounding to
// whole numbers, further unary math and activations.

#ifndef AMP_MATH_TD
#define AMP_MATH_TD

include "amp/AmpBase.td"

def Amp_FloorOp : Amp_UnaryOp<"floor", [InferPromoted]> {
  let summary = "Elementwise rounding down to a whole number";
  let description = !strconcat([{
    The largest whole number that is not above x; integers stay as they are, as do
    infinities and signed zeros.
    No gradient passes: the derivative is 0 wherever it exists.
  }], UnaryNumberRules, [{
    Example:
    ```mlir
    %0 = amp.floor %x : (tensor<4x3xf32>) -> tensor<4x3xf32>
    ```
  }]);
}

def Amp_CeilOp : Amp_UnaryOp<"ceil", [InferPromoted]> {
  let summary = "Elementwise rounding up to a whole number";
  let description = !strconcat([{
    The smallest whole number that is not below x; integers stay as they are, as do
    infinities and signed zeros. Between -1 and 0 it is -0.
    No gradient passes: the derivative is 0 wherever it exists.
  }], UnaryNumberRules, [{
    Example:
    ```mlir
    %0 = amp.ceil %x : (tensor<4x3xf32>) -> tensor<4x3xf32>
    ```
  }]);
}

def Amp_RoundOp : Amp_UnaryOp<"round", [InferPromoted]> {
  let summary = "Elementwise rounding to the nearest whole number";
  let description = !strconcat([{
    The nearest whole number, the even one of two; integers stay as they are, as do
    infinities and signed zeros.
    No gradient passes: the derivative is 0 wherever it exists.
  }], UnaryNumberRules, [{
    Example:
    ```mlir
    %0 = amp.round %x : (tensor<4x3xf32>) -> tensor<4x3xf32>
    ```
  }]);
}

def Amp_TruncOp : Amp_UnaryOp<"trunc", [InferPromoted]> {
  let summary = "Elementwise rounding toward zero to a whole number";
  let description = !strconcat([{
    Drops the fraction and keeps the sign; integers stay as they are, as do
    infinities and signed zeros.
    No gradient passes: the derivative is 0 wherever it exists.
  }], UnaryNumberRules, [{
    Example:
    ```mlir
    %0 = amp.trunc %x : (tensor<4x3xf32>) -> tensor<4x3xf32>
    ```
  }]);
}

def Amp_SignOp : Amp_UnaryOp<"sign", [InferPromoted]> {
  let summary = "Elementwise sign as a number";
  let description = !strconcat([{
    1 above 0, -1 below, and 0 for zeros of both signs and for NaN.
    No gradient passes: the derivative is 0 wherever it exists.
  }], UnaryNumberRules, [{
    Example:
    ```mlir
    %0 = amp.sign %x : (tensor<4x3xf32>) -> tensor<4x3xf32>
    ```
  }]);
}

def Amp_RsqrtOp : Amp_UnaryOp<"rsqrt"> {
  let summary = "Elementwise reciprocal of the square root";
  let description = !strconcat([{
    1 / sqrt(x), both rounded; infinite at zeros, with their sign, NaN below 0.
  }], UnaryFloatRules, [{
    Example:
    ```mlir
    %0 = amp.rsqrt %x : (tensor<4x3xf32>) -> tensor<4x3xf32>
    ```
  }]);
}

def Amp_ReciprocalOp : Amp_UnaryOp<"reciprocal"> {
  let summary = "Elementwise multiplicative inverse";
  let description = !strconcat([{
    1 / x, correctly rounded; infinite at zeros, with their sign.
  }], UnaryFloatRules, [{
    Example:
    ```mlir
    %0 = amp.reciprocal %x : (tensor<4x3xf32>) -> tensor<4x3xf32>
    ```
  }]);
}

def Amp_SinOp : Amp_UnaryOp<"sin"> {
  let summary = "Elementwise sine";
  let description = !strconcat([{
    sin(x) of x in radians, right for large x too; NaN at infinities.
  }], UnaryFloatRules, [{
    Example:
    ```mlir
    %0 = amp.sin %x : (tensor<4x3xf32>) -> tensor<4x3xf32>
    ```
  }]);
}

def Amp_CosOp : Amp_UnaryOp<"cos"> {
  let summary = "Elementwise cosine";
  let description = !strconcat([{
    cos(x) of x in radians, right for large x too; NaN at infinities.
  }], UnaryFloatRules, [{
    Example:
    ```mlir
    %0 = amp.cos %x : (tensor<4x3xf32>) -> tensor<4x3xf32>
    ```
  }]);
}

def Amp_Log2Op : Amp_UnaryOp<"log2"> {
  let summary = "Elementwise logarithm of base 2";
  let description = !strconcat([{
    -inf at 0, NaN below 0.
  }], UnaryFloatRules, [{
    Example:
    ```mlir
    %0 = amp.log2 %x : (tensor<4x3xf32>) -> tensor<4x3xf32>
    ```
  }]);
}

def Amp_Log1pOp : Amp_UnaryOp<"log1p"> {
  let summary = "Elementwise logarithm of 1 + x";
  let description = !strconcat([{
    log(1 + x) without cancellation near 0; -inf at -1, NaN below.
  }], UnaryFloatRules, [{
    Example:
    ```mlir
    %0 = amp.log1p %x : (tensor<4x3xf32>) -> tensor<4x3xf32>
    ```
  }]);
}

def Amp_Expm1Op : Amp_UnaryOp<"expm1"> {
  let summary = "Elementwise exponential minus 1";
  let description = !strconcat([{
    exp(x) - 1 without cancellation near 0.
  }], UnaryFloatRules, [{
    Example:
    ```mlir
    %0 = amp.expm1 %x : (tensor<4x3xf32>) -> tensor<4x3xf32>
    ```
  }]);
}

def Amp_ErfcOp : Amp_UnaryOp<"erfc"> {
  let summary = "Elementwise complementary error function";
  let description = !strconcat([{
    1 - erf(x) without cancellation for large x.
  }], UnaryFloatRules, [{
    Example:
    ```mlir
    %0 = amp.erfc %x : (tensor<4x3xf32>) -> tensor<4x3xf32>
    ```
  }]);
}

def Amp_SiluOp : Amp_UnaryOp<"silu"> {
  let summary = "Sigmoid linear unit";
  let description = !strconcat([{
    x / (1 + exp(-x)); NaN at -inf.
  }], UnaryFloatRules, [{
    Example:
    ```mlir
    %0 = amp.silu %x : (tensor<4x3xf32>) -> tensor<4x3xf32>
    ```
  }]);
}

def Amp_SoftplusOp : Amp_UnaryOp<"softplus"> {
  let summary = "Smooth maximum with zero";
  let description = !strconcat([{
    log(1 + exp(x)), without overflow for large x.
  }], UnaryFloatRules, [{
    Example:
    ```mlir
    %0 = amp.softplus %x : (tensor<4x3xf32>) -> tensor<4x3xf32>
    ```
  }]);
}

#endif // AMP_MATH_TD
