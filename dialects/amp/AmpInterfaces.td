// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The four interfaces that carry the design: passes ask these, never the type
// of an op. Castable is implemented in the op declarations; the other three are
// external models, one file a family in the layer that asks.

#ifndef AMP_INTERFACES_TD
#define AMP_INTERFACES_TD

include "mlir/IR/OpBase.td"

def Castable : OpInterface<"Castable"> {
  let cppNamespace = "::amp";
  let description = [{
    What autocast (stage 2) may do to an op. Every op of the dialect has it; an op
    declared without cast classes does not compile.
  }];
  let methods = [
    StaticInterfaceMethod<[{
      Returns the classes a policy may choose for this op, the default first. The
      default holds for an op that the policy does not list.
    }], "::llvm::ArrayRef<::amp::CastClass>", "getPermittedCastClasses">,
    InterfaceMethod<[{
      Returns whether a class covers this operand, given that its type is
      eligible (P1). Optimizer state and scale factors are never covered.
    }], "bool", "isCastableOperand", (ins "unsigned":$index), "",
    [{ return !ConcreteOp::template hasTrait<::amp::FixedPrecision>(); }]>,
    InterfaceMethod<[{
      Returns whether the op sums or scans and so has an accumulate type, kept in
      its attribute `accumulate` (P3, P4).
    }], "bool", "accumulates", (ins), "",
    [{ return ConcreteOp::template hasTrait<::amp::Accumulates>(); }]>,
    InterfaceMethod<[{
      Returns whether the element type of the result can be asked for by the
      attribute `dtype`: what class full_output needs (P2).
    }], "bool", "acceptsDtype", (ins), "",
    [{ return ConcreteOp::template hasTrait<::amp::AcceptsDtype>(); }]>
  ];
}

def Differentiable : OpInterface<"Differentiable"> {
  let cppNamespace = "::amp";
  let description = [{
    How differentiation (stage 4) builds the adjoint of an op. Rules compute in
    the op's compute type, f32 for 16-bit operands (P10), and give 0 where the
    incoming gradient is exactly 0.
  }];
  let methods = [InterfaceMethod<[{
      Builds the gradients of the operands. `resultGradients[i]` has the type of
      result i and is null when no gradient reaches it; `wanted[i]` says whether
      operand i needs one. Stores into `operandGradients[i]` a value of operand
      i's type, or leaves null for a gradient that is zero everywhere.
      Emits a located error and fails where no gradient is defined.
    }], "::llvm::LogicalResult", "buildGradients",
    (ins "::mlir::OpBuilder &":$builder,
         "::llvm::ArrayRef<::mlir::Value>":$resultGradients,
         "::llvm::ArrayRef<bool>":$wanted,
         "::llvm::MutableArrayRef<::mlir::Value>":$operandGradients)>];
}

def Fusible : OpInterface<"Fusible"> {
  let cppNamespace = "::amp";
  let description = [{
    How fusion (stage 9) and the lowering to device kernels (stage 11) see an op.
    An op without it is a barrier.
  }];
  let methods = [
    InterfaceMethod<"Returns the role of the op in a fused region.",
      "::amp::FusionKind", "getFusionKind">,
    InterfaceMethod<[{
      Composite ops, and anchors that no library computes: replaces the op by
      primitive ops with the same rounding points. The rewriter stands before the
      op; the op is replaced and erased. What it becomes may depend on the op's
      attributes and types, on which of its operands are one value and on the
      values of constant ones, and on nothing else: equal ops are given copies.
    }], "::llvm::LogicalResult", "decompose",
    (ins "::mlir::RewriterBase &":$rewriter), "",
    [{ return ::mlir::failure(); }]>,
    InterfaceMethod<[{
      Elementwise ops only: whether the scalar body needs to know which element
      it computes. It then gets one operand more, an i64: the element's position
      in the result in row-major order.
    }], "bool", "readsPosition", (ins), "", [{ return false; }]>,
    InterfaceMethod<[{
      Elementwise and gather ops: the dimension of the result along which
      dimension 0 of operand `index` lies; its other dimensions follow. Operands
      are aligned at the end, as broadcasting has it, unless the op says
      otherwise.
    }], "int64_t", "getOperandOffset", (ins "unsigned":$index), "",
    [{ return ::amp::alignAtEnd($_op, index); }]>,
    InterfaceMethod<[{
      Gather ops only: how each dimension of operand 0 is walked.
    }], "::llvm::SmallVector<::amp::GatherDim>", "getGatherDims", (ins), "",
    [{ return {}; }]>,
    InterfaceMethod<[{
      Elementwise ops only: emits one element's computation in arith and math.
      `operands` are scalars of the operands' element types (i1 for booleans);
      returns the result's scalar, null on failure.
    }], "::mlir::Value", "emitScalar",
    (ins "::mlir::OpBuilder &":$builder, "::mlir::ValueRange":$operands), "",
    [{ return {}; }]>,
    InterfaceMethod<[{
      The same for ops of any number of results: one scalar a result, none on
      failure.
    }], "::llvm::SmallVector<::mlir::Value>", "emitScalars",
    (ins "::mlir::OpBuilder &":$builder, "::mlir::ValueRange":$operands), "",
    [{
      ::mlir::Value value =
          ::mlir::cast<::amp::Fusible>($_op.getOperation())
              .emitScalar(builder, operands);
      return value ? ::llvm::SmallVector<::mlir::Value>{value}
                   : ::llvm::SmallVector<::mlir::Value>();
    }]>,
    InterfaceMethod<[{
      Composite ops only: whether all that it becomes is elementwise, on tensors
      of its results' shape and on 0-d ones, so that it can be one op until its
      kernel is built.
    }], "bool", "isPointwise", (ins), "", [{ return false; }]>
  ];
}

def Evaluable : OpInterface<"Evaluable"> {
  let cppNamespace = "::amp";
  let description = [{
    The plain definition of an op, for the interpreter and for folding ops whose
    result is exact. It shares nothing with the compiled form that it checks.
  }];
  let methods = [InterfaceMethod<[{
      Computes the results from the operands. Shapes and element types of the
      operands agree with the op's operand types. Emits a located error and fails
      where the values allow no result (an index out of range).
    }], "::llvm::LogicalResult", "evaluate",
    (ins "::llvm::ArrayRef<::amp::Tensor>":$operands,
         "::llvm::SmallVectorImpl<::amp::Tensor> &":$results)>];
}

#endif // AMP_INTERFACES_TD
