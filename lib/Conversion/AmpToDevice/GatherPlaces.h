// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where a gather op reads: the scalar code of the positions that it computes
// and of the condition under which there is an element at all.

#ifndef AMP_LIB_CONVERSION_AMPTODEVICE_GATHERPLACES_H
#define AMP_LIB_CONVERSION_AMPTODEVICE_GATHERPLACES_H

#include "amp/IR/Amp.h"

#include "mlir/IR/Builders.h"

namespace amp {

/// What a kernel knows about the iteration and the operand, as i64 values.
struct GatherContext {
  /// The position along a dimension of the op's result.
  llvm::function_ref<mlir::Value(unsigned)> position;
  /// A number of elements along a dimension of operand 0, which along the
  /// outermost one may depend on the batch.
  llvm::function_ref<mlir::Value(unsigned, int64_t)> count;
};

/// One element's place.
struct GatherPlace {
  /// Whether there is an element, i1; null if there always is.
  mlir::Value condition;
  /// For each dimension of operand 0 the computed position, i64, which is added
  /// where the operand moves with the result as well; null if there is none.
  llvm::SmallVector<mlir::Value> positions;
  /// The result where there is no element.
  mlir::TypedAttr otherwise;
};

/// Emits the place of one element of a gather op. `indices` are the scalars of
/// the operands after the first. Computed positions are only meaningful where
/// the condition holds.
GatherPlace emitGatherPlace(mlir::OpBuilder &builder, mlir::Operation *op,
                            mlir::ValueRange indices,
                            const GatherContext &context);

} // namespace amp

#endif // AMP_LIB_CONVERSION_AMPTODEVICE_GATHERPLACES_H
