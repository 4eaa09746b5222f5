// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Contractions: ops that become library calls on every target.

#ifndef AMP_CONTRACTION_TD
#define AMP_CONTRACTION_TD

include "amp/AmpBase.td"

defvar ContractionClasses = "::amp::CastClass::Inherit, ::amp::CastClass::Low, "
                            "::amp::CastClass::Full, ::amp::CastClass::Promote, "
                            "::amp::CastClass::Follow, ::amp::CastClass::Banned";

class Amp_ContractionOp<string mnemonic>
    : Amp_PureOp<mnemonic, ContractionClasses,
                 [DeclareOpInterfaceMethods<InferTypeOpInterface>, Accumulates]>;

def Amp_MatmulOp : Amp_ContractionOp<"matmul"> {
  let summary = "Product of two matrices, or of many pairs of them";
  let description = [{
    Multiplies the matrices in the last two dimensions of the operands, either of
    which may be read with these two exchanged. The dimensions before them count
    matrices and broadcast by the NumPy rule. 16-bit products are summed in f32
    and rounded once, at the result (P3).

    The gradient of an operand that is repeated along such a dimension sums over
    it within the same contraction: it is rounded once as well.

    Constraints:
    - C1: both operands have rank 2 or more.
    - C2: the contracting dimensions are equal.
    - C3: both operands have one element type.
    - C4: `accumulate` is f64 for f64 operands and f32 for the other floats.
    - C5: the dimensions before the last two broadcast.

    Example:
    ```mlir
    %0 = amp.matmul %x, %y {accumulate = f32, transpose_rhs} : (tensor<4x3xbf16>, tensor<5x3xbf16>) -> tensor<4x5xbf16>
    %1 = amp.matmul %u, %v : (tensor<2x1x4x3xf32>, tensor<6x3x5xf32>) -> tensor<2x6x4x5xf32>
    ```
  }];
  let arguments = (ins Amp_NumericTensor:$lhs, Amp_NumericTensor:$rhs,
    UnitAttr:$transpose_lhs, UnitAttr:$transpose_rhs,
    OptionalAttr<TypeAttr>:$accumulate);
  let results = (outs Amp_NumericTensor:$result);
}

def Amp_LinearOp : Amp_ContractionOp<"linear"> {
  let summary = "Affine map of vectors";
  let description = [{
    input * transpose(weight) + bias for every vector along the input's last
    dimension: the weight is stored [out, in]. The dimensions before it are
    those of the result; all vectors are rows of one product. 16-bit products are
    summed in f32, the bias is added there, and the sum is rounded once (P3).

    Constraints:
    - C1: the input has rank 1 or more, the weight rank 2, the bias rank 1.
    - C2: the input's last extent equals the weight's columns.
    - C3: the bias has one element per row of the weight.
    - C4: all operands have one float element type.
    - C5: `accumulate` is f64 for f64 operands and f32 for the other floats.

    Example:
    ```mlir
    %0 = amp.linear %x, %w, %b : (tensor<?x3xf32>, tensor<5x3xf32>, tensor<5xf32>) -> tensor<?x5xf32>
    %1 = amp.linear %t, %w : (tensor<?x7x3xf32>, tensor<5x3xf32>) -> tensor<?x7x5xf32>
    ```
  }];
  let arguments = (ins Amp_FloatTensor:$input, Amp_FloatTensor:$weight,
    Optional<Amp_FloatTensor>:$bias, OptionalAttr<TypeAttr>:$accumulate);
  let results = (outs Amp_FloatTensor:$result);
}

#endif // AMP_CONTRACTION_TD
