// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Normalisations along one axis.

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

#endif // AMP_NORMALIZATION_TD
