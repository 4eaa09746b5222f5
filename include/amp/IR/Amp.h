// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The amp dialect for users in C++: dialect, enumerations, attributes,
// interfaces and the ops of all families.

#ifndef AMP_IR_AMP_H
#define AMP_IR_AMP_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "amp/AmpDialect.h.inc"
#include "amp/AmpEnums.h.inc"
#define GET_ATTRDEF_CLASSES
#include "amp/AmpAttrs.h.inc"

namespace amp {

class Tensor;

/// Role of an op in a fused region.
enum class FusionKind {
  /// Never part of a region.
  Barrier,
  /// One result element from the operands' elements at the same place.
  Elementwise,
  /// Combines elements along axes.
  Reduction,
  /// One result element from one element of the first operand, at a place that
  /// the op computes, and the other operands' elements at the same place.
  Gather,
  /// A product by a library; elementwise neighbours may hang on it.
  Anchor,
  /// A call of the runtime's own code, which takes every element type.
  Call,
  /// Renames elements; costs nothing inside a region.
  View,
  /// Is replaced by primitive ops before fusion.
  Composite
};

/// How a gather op walks one dimension of operand 0.
struct GatherDim {
  /// The dimension of the result that it moves with, at position minus `shift`;
  /// -1 where the position is computed.
  int resultDim = -1;
  int64_t shift = 0;
  /// Whether a computed number is added to the position, or is all of it.
  bool isComputed = false;
  /// The dimension of the result whose position decides whether there is an
  /// element at all (pad); -1 if none does.
  int checkedDim = -1;
};

/// The dimension of the op's only result along which dimension 0 of operand
/// `index` lies if their last dimensions are the same.
int64_t alignAtEnd(mlir::Operation *op, unsigned index);

} // namespace amp

#include "amp/IR/Traits.h"

#include "amp/AmpInterfaces.h.inc"

#define GET_OP_CLASSES
#include "amp/Elementwise.h.inc"
#define GET_OP_CLASSES
#include "amp/Math.h.inc"
#define GET_OP_CLASSES
#include "amp/Contraction.h.inc"
#define GET_OP_CLASSES
#include "amp/Reduction.h.inc"
#define GET_OP_CLASSES
#include "amp/Normalization.h.inc"
#define GET_OP_CLASSES
#include "amp/Loss.h.inc"
#define GET_OP_CLASSES
#include "amp/Shape.h.inc"
#define GET_OP_CLASSES
#include "amp/Index.h.inc"
#define GET_OP_CLASSES
#include "amp/Control.h.inc"
#define GET_OP_CLASSES
#include "amp/Optimizer.h.inc"
#define GET_OP_CLASSES
#include "amp/Scaling.h.inc"
#define GET_OP_CLASSES
#include "amp/Random.h.inc"
#define GET_OP_CLASSES
#include "amp/Layout.h.inc"

#endif // AMP_IR_AMP_H
