// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the families share: tensor type constraints, traits and base classes,
// unary ops among them.

#ifndef AMP_BASE_TD
#define AMP_BASE_TD

include "amp/AmpDialect.td"
include "amp/AmpAttrs.td"
include "amp/AmpInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Amp_Tensor : RankedTensorOf<[F16, BF16, F32, F64, I1, I8, I32, I64]>;
def Amp_NumericTensor : RankedTensorOf<[F16, BF16, F32, F64, I32, I64]>;
def Amp_FloatTensor : RankedTensorOf<[F16, BF16, F32, F64]>;
def Amp_BoolTensor : RankedTensorOf<[I1]>;
def Amp_IndexTensor : RankedTensorOf<[I32, I64]>;
class Amp_Scalar<Type element>
    : Type<And<[RankedTensorOf<[element]>.predicate,
                CPred<"::llvm::cast<::mlir::RankedTensorType>($_self).getRank() == 0">]>,
           "0-d tensor of " # element.summary, "::mlir::RankedTensorType">;

// The cast classes a policy may choose for an op, the default first.
class Permits<string classes> : ParamNativeOpTrait<"Permits", classes> {
  let cppNamespace = "::amp";
}
class Amp_Trait<string name> : NativeOpTrait<name> {
  let cppNamespace = "::amp";
}
// The op has an `accumulate` attribute: f32, or f64 for f64 operands (P3, P4).
def Accumulates : Amp_Trait<"Accumulates">;
// The op has a `dtype` attribute: the element type of its result.
def AcceptsDtype : Amp_Trait<"AcceptsDtype">;
// No operand is ever cast by autocast.
def FixedPrecision : Amp_Trait<"FixedPrecision">;
// Operands of mixed element types are promoted to one by autocast, by a rule of
// the op's own and not one of the traits below.
def PromotesOperands : Amp_Trait<"PromotesOperands">;

// Type inference shared by families: elementwise promotion (P2, `inherit`), the
// same with integers made f32, comparison to i1,
// reductions, row-wise normalisations.
def InferPromoted : Amp_Trait<"InferPromoted">;
def InferFloat : Amp_Trait<"InferFloat">;
def InferPredicate : Amp_Trait<"InferPredicate">;
def InferReduction : Amp_Trait<"InferReduction">;
def InferNormalization : Amp_Trait<"InferNormalization">;

defvar AnyFloatClass = "::amp::CastClass::Inherit, ::amp::CastClass::Low, "
                       "::amp::CastClass::Full, ::amp::CastClass::Promote, "
                       "::amp::CastClass::Follow, ::amp::CastClass::Clear, "
                       "::amp::CastClass::Banned";
defvar AnyDtypeClass = AnyFloatClass # ", ::amp::CastClass::FullOutput";
defvar OnlyInherit = "::amp::CastClass::Inherit";

// Types that cannot be inferred or are others than inferred are one error. It
// stands before the interface that would report them twice.
def VerifiesInference : Amp_Trait<"VerifiesInference">;

class Amp_Op<string mnemonic, string classes, list<Trait> traits = []>
    : Op<Amp_Dialect, mnemonic,
         [VerifiesInference] # traits # [Castable, Permits<classes>]>;

// A pure op on tensors whose printed form is operands, attributes, types.
class Amp_PureOp<string mnemonic, string classes, list<Trait> traits = []>
    : Amp_Op<mnemonic, classes, traits # [Pure]> {
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
}

// What every unary elementwise op promises, for ops with float results and for
// ops that keep integers; each description adds its own.
defvar UnaryRules = [{
    A 16-bit operand is widened to f32, computed there and rounded once.

    Constraints:
    - C1: the result has the operand's shape.
}];
defvar UnaryFloatRules = UnaryRules # [{
    - C2: the result has the operand's element type, f32 for integers.

}];
defvar UnaryNumberRules = UnaryRules # [{
    - C2: the result has the operand's element type.

}];

class Amp_UnaryOp<string mnemonic, list<Trait> traits = [InferFloat]>
    : Amp_PureOp<mnemonic, AnyFloatClass, traits # [InferTypeOpInterface]> {
  let arguments = (ins Amp_NumericTensor:$input);
  let results = (outs Amp_NumericTensor:$result);
}

#endif // AMP_BASE_TD
