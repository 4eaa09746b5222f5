// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Normalisations along axes.

#ifndef AMP_NORMALIZATION_TD
#define AMP_NORMALIZATION_TD

include "amp/AmpBase.td"

defvar SoftmaxRules = [{
    Constraints:
    - C1: the axis lies in [0, rank).
    - C2: the result has the operand's shape; its element type is `dtype` if given,
      else the operand's.
    - C3: `accumulate` is f64 for f64 operands and f32 for the other floats.
}];

class Amp_SoftmaxLikeOp<string mnemonic>
    : Amp_PureOp<mnemonic, AnyDtypeClass,
                 [InferTypeOpInterface, InferNormalization, Accumulates, AcceptsDtype]> {
  let arguments = (ins Amp_FloatTensor:$input, I64Attr:$axis,
    OptionalAttr<TypeAttr>:$accumulate, OptionalAttr<TypeAttr>:$dtype);
  let results = (outs Amp_FloatTensor:$result);
}

def Amp_SoftmaxOp : Amp_SoftmaxLikeOp<"softmax"> {
  let summary = "Exponentials that sum to one along an axis";
  let description = !strconcat([{
    exp(x - m) / sum(exp(x - m)) with m the maximum along the axis, all in the
    accumulate type, the sum in the order of P4, rounded once.
  }], SoftmaxRules, [{
    Example:
    ```mlir
    %0 = amp.softmax %x {axis = 1, dtype = f32} : (tensor<4x3xbf16>) -> tensor<4x3xf32>
    ```
  }]);
}

def Amp_LogSoftmaxOp : Amp_SoftmaxLikeOp<"log_softmax"> {
  let summary = "Logarithm of softmax along an axis";
  let description = !strconcat([{
    (x - m) - log(sum(exp(x - m))) with m the maximum along the axis, all in the
    accumulate type, the sum in the order of P4, rounded once.
  }], SoftmaxRules, [{
    Example:
    ```mlir
    %0 = amp.log_softmax %x {axis = 1} : (tensor<4x3xf32>) -> tensor<4x3xf32>
    ```
  }]);
}

def Amp_LayerNormOp : Amp_PureOp<"layer_norm", AnyFloatClass,
    [DeclareOpInterfaceMethods<InferTypeOpInterface>, Accumulates]> {
  let summary = "Normalisation to zero mean and unit variance over the last axes";
  let description = [{
    (x - mean) / sqrt(var + epsilon), with mean and variance (correction 0) over
    the axes from `axis` on; then times the weight and plus the bias, where given.
    All of it in the accumulate type, the sums in two passes in the order of P4,
    rounded once.

    Constraints:
    - C1: the axis lies in [0, rank).
    - C2: behind the input stand nothing, a weight, or a weight and a bias; each
      has the shape of the normalised axes.
    - C3: weight and bias have the input's float element type, or f32 beside a
      16-bit input; the result has the input's type.
    - C4: `accumulate` is f64 for f64 operands and f32 for the other floats.
    - C5: `epsilon` is finite and at least 0.

    Example:
    ```mlir
    %0 = amp.layer_norm %x, %w, %b {axis = 1} : (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<4x3xf32>
    ```
  }];
  let arguments = (ins Amp_FloatTensor:$input, Variadic<Amp_FloatTensor>:$affine,
    I64Attr:$axis, DefaultValuedAttr<F64Attr, "1e-5">:$epsilon,
    OptionalAttr<TypeAttr>:$accumulate);
  let results = (outs Amp_FloatTensor:$result);
  let extraClassDeclaration = [{
    /// Null where not given.
    ::mlir::Value getWeight() { return getAffine().empty() ? ::mlir::Value() : getAffine()[0]; }
    ::mlir::Value getBias() { return getAffine().size() < 2 ? ::mlir::Value() : getAffine()[1]; }
    /// The axes that are normalised, in order.
    ::llvm::SmallVector<int64_t> getAxes();
  }];
  let hasVerifier = 1;
}

#endif // AMP_NORMALIZATION_TD
