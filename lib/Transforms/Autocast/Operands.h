// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the typing of stage 2 and its verifier must agree on: which operands a
// class or a promotion covers, and what type each of them demands.

#ifndef AMP_LIB_TRANSFORMS_AUTOCAST_OPERANDS_H
#define AMP_LIB_TRANSFORMS_AUTOCAST_OPERANDS_H

#include "amp/IR/Amp.h"

namespace amp {

/// Returns whether a class covers some operand of `op`: only then has it a
/// rule.
bool isCovered(mlir::Operation *op);

/// Returns the operands that a class covers and may cast: eligible ones (P1).
llvm::SmallVector<mlir::OpOperand *> eligibleOperands(mlir::Operation *op);

/// Returns the operands that native promotion brings to one element type; empty
/// for ops that do not promote.
llvm::SmallVector<mlir::OpOperand *> promotedOperands(mlir::Operation *op);

/// Returns the element type that native promotion gives operands of these
/// types on `op`: f32 for integers where the op computes in floating point.
mlir::Type promotedType(mlir::Operation *op,
                        llvm::ArrayRef<mlir::RankedTensorType> types);

/// Returns whether `op` only moves elements of its first operand, so that its
/// result holds the same values in the same type.
bool movesElements(mlir::Operation *op);

/// Returns whether the user or the context fixes the operand types of `op`
/// (returns, writes, optimizers, assertions): values that stage 2 gave another
/// type are cast back to the type as written.
bool keepsWrittenTypes(mlir::Operation *op);

/// Returns whether class full_output must name f32 as the result type of `op`:
/// its first covered operand is eligible.
bool wantsFullOutput(Castable op);

} // namespace amp

#endif // AMP_LIB_TRANSFORMS_AUTOCAST_OPERANDS_H
