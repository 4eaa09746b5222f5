// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reductions over axes.

#ifndef AMP_REDUCTION_TD
#define AMP_REDUCTION_TD

include "amp/AmpBase.td"

defvar ReductionAxesRules = [{
    Constraints:
    - C1: the axes are distinct and lie in [0, rank).
    - C2: the result drops the axes, or keeps them with extent 1 under `keepdims`.
}];

class Amp_ReductionOp<string mnemonic, string classes, list<Trait> traits = [],
                      Type tensor = Amp_NumericTensor>
    : Amp_PureOp<mnemonic, classes, traits # [InferTypeOpInterface, InferReduction]> {
  let arguments = (ins tensor:$input, DenseI64ArrayAttr:$axes,
    UnitAttr:$keepdims, OptionalAttr<TypeAttr>:$accumulate,
    OptionalAttr<TypeAttr>:$dtype);
  let results = (outs tensor:$result);
}

def Amp_SumOp : Amp_ReductionOp<"sum", AnyDtypeClass, [Accumulates, AcceptsDtype]> {
  let summary = "Sum over axes";
  let description = !strconcat([{
    Adds the elements along the axes in the fixed order of P4, in the accumulate
    type, and rounds once. An empty sum is 0.
  }], ReductionAxesRules, [{
    - C3: the result's element type is `dtype` if given, else the operand's.
    - C4: `accumulate` is f64 for f64 operands, f32 for the other floats, i64 for
      integers.

    Example:
    ```mlir
    %0 = amp.sum %x {axes = array<i64: 1>, dtype = f32} : (tensor<4x3xbf16>) -> tensor<4xf32>
    ```
  }]);
}

def Amp_MeanOp : Amp_ReductionOp<"mean", AnyDtypeClass, [Accumulates, AcceptsDtype], Amp_FloatTensor> {
  let summary = "Arithmetic mean over axes";
  let description = !strconcat([{
    The sum of P4 divided by the number of elements, both in the accumulate type,
    rounded once. The mean of nothing is NaN.
  }], ReductionAxesRules, [{
    - C3: the result's element type is `dtype` if given, else the operand's.
    - C4: operand and result are floating-point; `accumulate` is f64 for f64, else f32.

    Example:
    ```mlir
    %0 = amp.mean %x {axes = array<i64: 0, 1>} : (tensor<4x3xf32>) -> tensor<f32>
    ```
  }]);
}

def Amp_VarOp : Amp_ReductionOp<"var", AnyDtypeClass, [Accumulates, AcceptsDtype], Amp_FloatTensor> {
  let summary = "Variance over axes";
  let description = !strconcat([{
    The sum of the squared differences from the mean, divided by the number of
    elements n less `correction` (0 if that is negative): in two passes, both in
    the order of P4 and in the accumulate type, rounded once. With n no larger
    than `correction` the result is infinite or NaN.
  }], ReductionAxesRules, [{
    - C3: the result's element type is `dtype` if given, else the operand's.
    - C4: operand and result are floating-point; `accumulate` is f64 for f64, else f32.
    - C5: `correction` is finite and at least 0.

    Example:
    ```mlir
    %0 = amp.var %x {axes = array<i64: 1>, correction = 0.0} : (tensor<4x3xf32>) -> tensor<4xf32>
    ```
  }]);
  let arguments = (ins Amp_FloatTensor:$input, DenseI64ArrayAttr:$axes,
    DefaultValuedAttr<F64Attr, "1.0">:$correction, UnitAttr:$keepdims,
    OptionalAttr<TypeAttr>:$accumulate, OptionalAttr<TypeAttr>:$dtype);
  let hasVerifier = 1;
}

def Amp_MaxOp : Amp_ReductionOp<"max", AnyFloatClass> {
  let summary = "Largest value over axes";
  let description = !strconcat([{
    The largest element along the axes; NaN if one is NaN; the lowest value of
    the type (-inf for floats) over an empty extent. The gradient is shared
    equally by the elements that attain the maximum.
  }], ReductionAxesRules, [{
    - C3: the result has the operand's element type; `accumulate` and `dtype` are absent.

    Example:
    ```mlir
    %0 = amp.max %x {axes = array<i64: 1>, keepdims} : (tensor<4x3xf32>) -> tensor<4x1xf32>
    ```
  }]);
  let hasVerifier = 1;
}

def Amp_MinOp : Amp_ReductionOp<"min", AnyFloatClass> {
  let summary = "Smallest value over axes";
  let description = !strconcat([{
    The smallest element along the axes; NaN if one is NaN; the greatest value of
    the type (inf for floats) over an empty extent. The gradient is shared
    equally by the elements that attain the minimum.
  }], ReductionAxesRules, [{
    - C3: the result has the operand's element type; `accumulate` and `dtype` are absent.

    Example:
    ```mlir
    %0 = amp.min %x {axes = array<i64: 1>, keepdims} : (tensor<4x3xf32>) -> tensor<4x1xf32>
    ```
  }]);
  let hasVerifier = 1;
}

def Amp_ArgmaxOp : Amp_PureOp<"argmax", AnyFloatClass,
    [DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "Index of the largest value along an axis";
  let description = [{
    The index of the largest element along the axis, or among all elements in
    row-major order if no axis is given. The first of equal elements wins; a NaN
    is larger than all other values.

    Constraints:
    - C1: the axis lies in [0, rank).
    - C2: the result drops the axis (all axes), or keeps it with extent 1 under
      `keepdims`; its element type is i64.
    - C3: there is an element to find: the extent is not 0, unless the result
      is empty.

    Example:
    ```mlir
    %0 = amp.argmax %x {axis = 1 : i64} : (tensor<?x10xf32>) -> tensor<?xi64>
    ```
  }];
  let arguments = (ins Amp_NumericTensor:$input, OptionalAttr<I64Attr>:$axis,
    UnitAttr:$keepdims);
  let results = (outs Amp_IndexTensor:$result);
}

#endif // AMP_REDUCTION_TD
