// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Index ops: elements picked or added up at places that a tensor of indices
// names. An index outside of the axis is an error where the values are seen (the
// interpreter, the engine's inputs); compiled code touches no memory for it.

#ifndef AMP_INDEX_TD
#define AMP_INDEX_TD

include "amp/AmpBase.td"

defvar IndexClasses = "::amp::CastClass::Inherit, ::amp::CastClass::Clear, "
                      "::amp::CastClass::Follow";

class Amp_IndexOp<string mnemonic>
    : Amp_PureOp<mnemonic, IndexClasses,
                 [DeclareOpInterfaceMethods<InferTypeOpInterface>]>;

def Amp_GatherOp : Amp_IndexOp<"gather"> {
  let summary = "Slices of a tensor along one axis, picked by index";
  let description = [{
    The axis is replaced by the dimensions of the indices: with x of shape
    [a, n, b] and indices of shape [i, j], element [p, q, r, s] of the result is
    x[p, indices[q, r], s]. A 0-d index drops the axis. (PyTorch's index_select
    and embedding-like indexing, ONNX's Gather.)

    Constraints:
    - C1: the axis lies in [0, rank) of the operand.
    - C2: each index lies in [0, n); another value is an error where the values
      are seen, and gives NaN (0 in integers) in compiled code.

    Example:
    ```mlir
    %0 = amp.gather %x, %i {axis = 1 : i64} : (tensor<4x9xf32>, tensor<2x3xi64>) -> tensor<4x2x3xf32>
    ```
  }];
  let arguments = (ins Amp_Tensor:$input, Amp_IndexTensor:$indices,
    I64Attr:$axis);
  let results = (outs Amp_Tensor:$result);
}

def Amp_GatherElementsOp : Amp_IndexOp<"gather_elements"> {
  let summary = "Elements along one axis, each picked by an index of its own";
  let description = [{
    The result has the indices' shape; with axis 1 of three, element [p, q, r] of
    the result is x[p, indices[p, q, r], r]. (PyTorch's gather and
    take_along_dim, ONNX's GatherElements.)

    Constraints:
    - C1: the axis lies in [0, rank) of the operand.
    - C2: the indices have the operand's rank and, but for the axis, its extents.
    - C3: each index lies in [0, n), n the operand's extent of the axis; another
      value is an error where the values are seen, and gives NaN (0 in integers)
      in compiled code.

    Example:
    ```mlir
    %0 = amp.gather_elements %x, %i {axis = 1 : i64} : (tensor<?x9xf32>, tensor<?x2xi64>) -> tensor<?x2xf32>
    ```
  }];
  let arguments = (ins Amp_Tensor:$input, Amp_IndexTensor:$indices,
    I64Attr:$axis);
  let results = (outs Amp_Tensor:$result);
}

def Amp_EmbeddingOp : Amp_IndexOp<"embedding"> {
  let summary = "Rows of a table, one for each index";
  let description = [{
    The indices' shape with one more dimension, that of the rows. The gradient
    adds the rows of equal index in the order of the indices, from +0, in the
    compute type, and rounds once: its bits depend on nothing else. The row that
    `padding_index` names takes part in the forward, but gets a gradient of 0.

    Constraints:
    - C1: the weight has rank 2, [rows, width].
    - C2: each index lies in [0, rows); another value is an error where the
      values are seen, gives NaN in compiled code, and has no gradient there.
    - C3: `padding_index` lies in [0, rows).

    Example:
    ```mlir
    %0 = amp.embedding %w, %i : (tensor<100x16xf32>, tensor<?x7xi64>) -> tensor<?x7x16xf32>
    ```
  }];
  let arguments = (ins Amp_FloatTensor:$weight, Amp_IndexTensor:$indices,
    OptionalAttr<I64Attr>:$padding_index);
  let results = (outs Amp_FloatTensor:$result);
}

class Amp_ScatterOp<string mnemonic>
    : Amp_PureOp<mnemonic, AnyFloatClass, [Accumulates]> {
  let arguments = (ins Amp_NumericTensor:$updates, Amp_IndexTensor:$indices,
    I64Attr:$axis, OptionalAttr<TypeAttr>:$accumulate);
  let results = (outs Amp_NumericTensor:$result);
  let hasVerifier = 1;
}

def Amp_ScatterAddOp : Amp_ScatterOp<"scatter_add"> {
  let summary = "Sum of the slices that carry the same index along an axis";
  let description = [{
    The adjoint of `amp.gather`: each slice of the updates is added to the slice
    of the result that its index names. Slices of one index are added in the
    order of the indices, from +0, in the accumulate type; the sum is rounded
    once. What no index names is 0.

    Constraints:
    - C1: the axis lies in [0, rank) of the result.
    - C2: the updates have the result's shape with the axis replaced by the
      dimensions of the indices.
    - C3: the result has the updates' element type.
    - C4: `accumulate` is f64 for f64, f32 for the other floats, i64 for integers.
    - C5: each index lies in [0, n), n the result's extent of the axis; another
      value is an error where the values are seen, and adds nothing in compiled
      code.

    Example:
    ```mlir
    %0 = amp.scatter_add %u, %i {axis = 0 : i64} : (tensor<4x3xbf16>, tensor<4xi64>) -> tensor<9x3xbf16>
    ```
  }];
}

def Amp_ScatterAddElementsOp : Amp_ScatterOp<"scatter_add_elements"> {
  let summary = "Sum of the elements that carry the same index along an axis";
  let description = [{
    The adjoint of `amp.gather_elements`: with axis 1 of three, update [p, q, r]
    is added to element [p, indices[p, q, r], r] of the result. Updates of one
    element are added in the order of q, from +0, in the accumulate type; the sum
    is rounded once. What no index names is 0.

    Constraints:
    - C1: the axis lies in [0, rank) of the result.
    - C2: updates and indices have one shape: but for the axis, the result's.
    - C3: the result has the updates' element type.
    - C4: `accumulate` is f64 for f64, f32 for the other floats, i64 for integers.
    - C5: each index lies in [0, n), n the result's extent of the axis; another
      value is an error where the values are seen, and adds nothing in compiled
      code.

    Example:
    ```mlir
    %0 = amp.scatter_add_elements %u, %i {axis = 1 : i64} : (tensor<4x2xf32>, tensor<4x2xi64>) -> tensor<4x9xf32>
    ```
  }];
}

#endif // AMP_INDEX_TD
