// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Losses.

#ifndef AMP_LOSS_TD
#define AMP_LOSS_TD

include "amp/AmpBase.td"

defvar ClassLossRules = [{
    Constraints:
    - C1: the first operand has rank 2 [samples, classes], the target rank 1
      [samples], with equal numbers of samples.
    - C2: the result is 0-d, or [samples] under `reduction = none`, with the first
      operand's element type.
    - C3: `accumulate` is f64 for f64 operands and f32 for the other floats.
    - C4: each target lies in [0, classes); another value is an error where the
      values are seen (the interpreter, the engine's inputs).
}];

class Amp_ClassLossOp<string mnemonic>
    : Amp_PureOp<mnemonic, AnyFloatClass,
                 [DeclareOpInterfaceMethods<InferTypeOpInterface>, Accumulates]> {
  let results = (outs Amp_FloatTensor:$result);
}

def Amp_CrossEntropyOp : Amp_ClassLossOp<"cross_entropy"> {
  let summary = "Cross entropy of logits against class indices";
  let description = !strconcat([{
    The negative log-softmax of each row at its target, reduced over the samples
    (mean, sum or none), all in the accumulate type and rounded once.
  }], ClassLossRules, [{
    Example:
    ```mlir
    %0 = amp.cross_entropy %x, %y : (tensor<4x3xf32>, tensor<4xi64>) -> tensor<f32>
    ```
  }]);
  let arguments = (ins Amp_FloatTensor:$logits, Amp_IndexTensor:$target,
    DefaultValuedAttr<Amp_LossReductionAttr, "::amp::LossReduction::Mean">:$reduction,
    OptionalAttr<TypeAttr>:$accumulate);
}

def Amp_NllOp : Amp_ClassLossOp<"nll"> {
  let summary = "Negative log-likelihood of class indices";
  let description = !strconcat([{
    The negated log-probability of each row at its target, reduced over the
    samples (mean, sum or none) in the accumulate type and rounded once.
  }], ClassLossRules, [{
    Example:
    ```mlir
    %0 = amp.nll %x, %y {reduction = #amp.loss_reduction<sum>} : (tensor<4x3xf32>, tensor<4xi64>) -> tensor<f32>
    ```
  }]);
  let arguments = (ins Amp_FloatTensor:$log_probabilities, Amp_IndexTensor:$target,
    DefaultValuedAttr<Amp_LossReductionAttr, "::amp::LossReduction::Mean">:$reduction,
    OptionalAttr<TypeAttr>:$accumulate);
}

def Amp_MseOp : Amp_PureOp<"mse", AnyFloatClass,
    [DeclareOpInterfaceMethods<InferTypeOpInterface>, Accumulates, PromotesOperands]> {
  let summary = "Squared error against a target";
  let description = [{
    The square of each difference, reduced over all elements (mean, sum or none)
    in the order of P4, all in the accumulate type and rounded once. The mean of
    nothing is NaN.

    Constraints:
    - C1: both operands have one shape.
    - C2: the result is 0-d, or has the operands' shape under `reduction = none`;
      its element type is the promotion of the operands'.
    - C3: `accumulate` is f64 for f64 operands and f32 for the other floats.

    Example:
    ```mlir
    %0 = amp.mse %x, %y : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<f32>
    ```
  }];
  let arguments = (ins Amp_FloatTensor:$input, Amp_FloatTensor:$target,
    DefaultValuedAttr<Amp_LossReductionAttr, "::amp::LossReduction::Mean">:$reduction,
    OptionalAttr<TypeAttr>:$accumulate);
  let results = (outs Amp_FloatTensor:$result);
}

#endif // AMP_LOSS_TD
