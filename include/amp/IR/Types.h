// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rules on element types that several layers share: eligibility (P1), compute
// and accumulate types (P3, P4), promotion of mixed operands, broadcasting.

#ifndef AMP_IR_TYPES_H
#define AMP_IR_TYPES_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/ValueRange.h"

namespace amp {

/// Returns the element type of a ranked tensor value or type.
mlir::Type elementType(mlir::Type type);
mlir::Type elementType(mlir::Value value);

/// Returns whether `element` is f16 or bf16 (design 2: low precision).
bool isLowPrecision(mlir::Type element);

/// Returns whether autocast may cast a tensor of this element type (P1):
/// floating-point other than f64.
bool isEligible(mlir::Type element);

/// Returns the type in which an op on `element` computes and accumulates: f64
/// for f64, f32 for the other floats, i64 for integers and booleans.
mlir::Type computeType(mlir::Type element);

/// Returns `type` with another element type.
mlir::RankedTensorType withElementType(mlir::Type type, mlir::Type element);

/// Returns the element type that PyTorch's promotion gives to operands of these
/// tensor types: the highest category wins (boolean, integer, float); within it
/// a 0-d operand counts only if no operand of higher rank has that category;
/// f16 with bf16 gives f32. `types` is not empty.
mlir::Type promoteElementTypes(llvm::ArrayRef<mlir::RankedTensorType> types);

/// Broadcasts shapes by the NumPy rule, aligned at the last dimension. A
/// dynamic extent meets 1 as dynamic and another static extent as that extent.
/// Fails if two extents differ and neither is 1.
llvm::FailureOr<llvm::SmallVector<int64_t>>
broadcastShapes(llvm::ArrayRef<int64_t> lhs, llvm::ArrayRef<int64_t> rhs);

/// Gives the results of `op` the types that its own inference derives from its
/// operands and attributes as they are now. Returns false, without a change, if
/// the op infers nothing; fails with the op's own error where the operands do
/// not fit.
llvm::FailureOr<bool> inferResultTypes(mlir::Operation *op);

/// Returns the type of a [k, n] matrix of f32 or bf16 packed by amp.pack.
mlir::RankedTensorType getPackedType(int64_t k, int64_t n, mlir::Type element);

} // namespace amp

#endif // AMP_IR_TYPES_H
