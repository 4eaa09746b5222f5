// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Layout: weights in the order in which a library reads them, made by stage 8
// (amp-layout) for targets whose library says that it has such an order.

#ifndef AMP_LAYOUT_TD
#define AMP_LAYOUT_TD

include "amp/AmpBase.td"

def Amp_PackableTensor : RankedTensorOf<[BF16, F32]>;

def Amp_PackOp : Amp_PureOp<"pack", OnlyInherit,
    [DeclareOpInterfaceMethods<InferTypeOpInterface>, FixedPrecision]> {
  let summary = "Right operand of a product in the order a library reads it";
  let description = [{
    Moves the elements of a [k, n] matrix, stored as [n, k] with `transpose`,
    into blocks of 64 columns and 16 words of 32 bits; a word is one f32 or two
    bf16 of consecutive rows. The result is [n / 64, k / 16, 16, 64] for f32 and
    [n / 64, k / 32, 16, 64, 2] for bf16, quotients rounded up; places beyond the
    edges hold zeros. No element changes (P8 has nothing to round).

    Constraints:
    - C1: the operand has rank 2 and static extents.

    Example:
    ```mlir
    %0 = amp.pack %w {transpose} : (tensor<100x40xbf16>) -> tensor<2x2x16x64x2xbf16>
    ```
  }];
  let arguments = (ins Amp_PackableTensor:$input, UnitAttr:$transpose);
  let results = (outs Amp_PackableTensor:$result);
}

def Amp_PackedLinearOp : Amp_PureOp<"packed_linear", OnlyInherit,
    [DeclareOpInterfaceMethods<InferTypeOpInterface>, FixedPrecision,
     Accumulates]> {
  let summary = "Affine map of rows by a packed weight";
  let description = [{
    input * weight + bias for every row of the input, where the weight is the [k, columns] matrix that
    `amp.pack` made; summed and rounded as `amp.linear` does (P3).

    Constraints:
    - C1: the input has a rank of at least 2 and static columns, the bias has
      rank 1.
    - C2: the weight has the shape that packing a matrix of the input's columns
      and `columns` gives.
    - C3: the bias has `columns` elements.
    - C4: all operands have one element type.
    - C5: `accumulate` is f32.

    Example:
    ```mlir
    %0 = amp.packed_linear %x, %w, %b {columns = 100 : i64} : (tensor<?x40xbf16>, tensor<2x2x16x64x2xbf16>, tensor<100xbf16>) -> tensor<?x100xbf16>
    ```
  }];
  let arguments = (ins Amp_PackableTensor:$input, Amp_PackableTensor:$weight,
    Optional<Amp_PackableTensor>:$bias, I64Attr:$columns,
    OptionalAttr<TypeAttr>:$accumulate);
  let results = (outs Amp_PackableTensor:$result);
}

#endif // AMP_LAYOUT_TD
