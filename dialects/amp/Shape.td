// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shape ops: they move or count elements and compute nothing.

#ifndef AMP_SHAPE_TD
#define AMP_SHAPE_TD

include "amp/AmpBase.td"

defvar ShapeClasses = "::amp::CastClass::Inherit, ::amp::CastClass::Clear, "
                      "::amp::CastClass::Follow";

def Amp_ReshapeOp : Amp_PureOp<"reshape", ShapeClasses> {
  let summary = "The same elements, in row-major order, under another shape";
  let description = [{
    Constraints:
    - C1: the result has the operand's element type.
    - C2: both have the same number of elements, as far as that is known.
    - C3: the result has at most one dynamic dimension; it takes what is left.

    Example:
    ```mlir
    %0 = amp.reshape %x : (tensor<?x2x3xf32>) -> tensor<?x6xf32>
    ```
  }];
  let arguments = (ins Amp_Tensor:$input);
  let results = (outs Amp_Tensor:$result);
  let hasVerifier = 1;
}

def Amp_TransposeOp : Amp_PureOp<"transpose", ShapeClasses,
    [DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "Permutation of the dimensions";
  let description = [{
    Dimension i of the result is dimension permutation[i] of the operand.

    Constraints:
    - C1: the permutation is one of [0, rank).

    Example:
    ```mlir
    %0 = amp.transpose %x {permutation = array<i64: 1, 0>} : (tensor<4x3xf32>) -> tensor<3x4xf32>
    ```
  }];
  let arguments = (ins Amp_Tensor:$input, DenseI64ArrayAttr:$permutation);
  let results = (outs Amp_Tensor:$result);
}

def Amp_BroadcastOp : Amp_PureOp<"broadcast", ShapeClasses> {
  let summary = "Repetition along dimensions of extent one";
  let description = [{
    Repeats the operand to the result's shape by the NumPy rule.

    Constraints:
    - C1: the result has the operand's element type.
    - C2: aligned at the last dimension, each extent of the operand is 1 or the
      result's.

    Example:
    ```mlir
    %0 = amp.broadcast %x : (tensor<4x1xf32>) -> tensor<2x4x3xf32>
    ```
  }];
  let arguments = (ins Amp_Tensor:$input);
  let results = (outs Amp_Tensor:$result);
  let hasVerifier = 1;
}

def Amp_SliceOp : Amp_PureOp<"slice", ShapeClasses,
    [DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "Every so many elements of a range, along some axes";
  let description = [{
    Along axes[i], the elements at starts[i], starts[i] + steps[i], ... before
    ends[i]; other axes are kept whole. Steps are 1 if not given. A negative
    step walks backwards, down to but without the end. A negative start or end
    counts from the end of the axis; both are then clamped: to [0, extent] or,
    for a negative step, to [-1, extent - 1]. So the end that means "down to the
    first element" is one below -extent.

    Constraints:
    - C1: the axes are distinct and lie in [0, rank).
    - C2: there is one start, one end and, if steps are given, one step an axis.
    - C3: no step is 0.

    Example:
    ```mlir
    %0 = amp.slice %x {axes = array<i64: 1>, ends = array<i64: -1>, starts = array<i64: 2>} : (tensor<?x8xf32>) -> tensor<?x5xf32>
    %1 = amp.slice %x {axes = array<i64: 1>, ends = array<i64: -9>, starts = array<i64: -1>, steps = array<i64: -1>} : (tensor<?x8xf32>) -> tensor<?x8xf32>
    ```
  }];
  let arguments = (ins Amp_Tensor:$input, DenseI64ArrayAttr:$axes,
    DenseI64ArrayAttr:$starts, DenseI64ArrayAttr:$ends,
    OptionalAttr<DenseI64ArrayAttr>:$steps);
  let results = (outs Amp_Tensor:$result);
  let extraClassDeclaration = [{
    /// Where the slice begins and how it steps along each dimension of an
    /// operand of this shape, whose sliced extents are static.
    void getOffsetsAndSteps(::llvm::ArrayRef<int64_t> shape,
                            ::llvm::SmallVectorImpl<int64_t> &offsets,
                            ::llvm::SmallVectorImpl<int64_t> &steps);

    /// The end that leaves `count` elements of a slice from `start` in `step`s:
    /// `start` is not negative, and the elements are there.
    static int64_t getEnd(int64_t start, int64_t step, int64_t count);
  }];
}

def Amp_PadOp : Amp_PureOp<"pad", ShapeClasses,
    [DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "A border of one value around the elements, and between them";
  let description = [{
    Puts low[i] elements of `value` before, high[i] after and interior[i] between
    neighbouring elements of dimension i. The value is converted as by
    `amp.cast`.

    Constraints:
    - C1: low, high and interior have one number a dimension, none negative.

    Example:
    ```mlir
    %0 = amp.pad %x {high = array<i64: 0, 2>, interior = array<i64: 0, 1>, low = array<i64: 0, 1>} : (tensor<?x3xf32>) -> tensor<?x8xf32>
    ```
  }];
  let arguments = (ins Amp_Tensor:$input, DenseI64ArrayAttr:$low,
    DenseI64ArrayAttr:$high, DenseI64ArrayAttr:$interior,
    DefaultValuedAttr<F64Attr, "0.0">:$value);
  let results = (outs Amp_Tensor:$result);
}

def Amp_ConcatOp : Amp_PureOp<"concat", AnyFloatClass,
    [DeclareOpInterfaceMethods<InferTypeOpInterface>, PromotesOperands]> {
  let summary = "Tensors one after the other along an axis";
  let description = [{
    The operands are promoted to one element type.

    Constraints:
    - C1: there is at least one operand, and all have one rank.
    - C2: the axis lies in [0, rank).
    - C3: the extents of the other dimensions are equal.

    Example:
    ```mlir
    %0 = amp.concat %x, %y {axis = 1 : i64} : (tensor<?x3xf32>, tensor<?x2xf32>) -> tensor<?x5xf32>
    ```
  }];
  let arguments = (ins Variadic<Amp_Tensor>:$inputs, I64Attr:$axis);
  let results = (outs Amp_Tensor:$result);
}

def Amp_SizeOp : Amp_PureOp<"size", ShapeClasses, [FixedPrecision]> {
  let summary = "Product of the extents of some axes, as a number";
  let description = [{
    The number of elements that a reduction over the axes would combine. It is
    never folded into a constant, so that code compiled for one batch size serves
    the others.

    Constraints:
    - C1: the axes are distinct and lie in [0, rank).
    - C2: the result is 0-d, of element type f32, f64 or i64.

    Example:
    ```mlir
    %0 = amp.size %x {axes = array<i64: 0>} : (tensor<?x3xf32>) -> tensor<f32>
    ```
  }];
  let arguments = (ins Amp_Tensor:$input, DenseI64ArrayAttr:$axes);
  let results = (outs Amp_Tensor:$result);
  let hasVerifier = 1;
}

def Amp_IotaOp : Amp_PureOp<"iota", OnlyInherit> {
  let summary = "Index of each element along an axis";
  let description = [{
    Constraints:
    - C1: the axis lies in [0, rank).
    - C2: the result's shape is static and its element type i32 or i64.

    Example:
    ```mlir
    %0 = amp.iota {axis = 1 : i64} : () -> tensor<4x3xi64>
    ```
  }];
  let arguments = (ins I64Attr:$axis);
  let results = (outs Amp_IndexTensor:$result);
  let hasVerifier = 1;
}

#endif // AMP_SHAPE_TD
