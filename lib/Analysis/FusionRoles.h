// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What fusion and the lowering to device kernels see in an op, and the few
// questions about view and reduction ops that both ask.

#ifndef AMP_LIB_ANALYSIS_FUSIONROLES_H
#define AMP_LIB_ANALYSIS_FUSIONROLES_H

#include "amp/IR/Amp.h"

namespace amp {

/// Finer than FusionKind where the shapes matter.
enum class FusionRole : uint8_t {
  /// One result element from the operands' elements at the same place.
  Elementwise,
  /// One result element from an element of operand 0, which is in memory, at a
  /// place that the op computes from the position and the other operands.
  Gather,
  /// Combines elements along axes.
  Reduction,
  /// A view that a kernel absorbs as an index map: broadcast, transpose, slice,
  /// and the reshape that only adds or drops dimensions of extent 1.
  View,
  /// Any other reshape: free between two kernels, but not inside of one.
  Reshape,
  /// Made from nothing wherever it is needed: a constant of one value, an
  /// index, a size.
  Leaf,
  /// Library calls, reads, writes, constants of many values, and all others.
  Fixed
};

FusionRole getFusionRole(mlir::Operation *op);

/// Whether the op computes something a kernel can hold.
inline bool isComputation(FusionRole role) {
  return role == FusionRole::Elementwise || role == FusionRole::Gather ||
         role == FusionRole::Reduction;
}

/// The formula that an op applies to its elements, or null for all ops but one:
/// what they compute is told by their names and types.
mlir::SymbolRefAttr getFormula(mlir::Operation *op);

/// The axes and the combination of a reduction.
struct ReductionInfo {
  enum Combination { Sum, Max, Min };
  llvm::ArrayRef<int64_t> axes;
  Combination combination = Sum;
  bool keepdims = false;
  /// The type in which values are combined.
  mlir::Type accumulate;
};
ReductionInfo getReductionInfo(mlir::Operation *op);

/// Whether a view changes neither the order nor the number of elements, so that
/// its result may share its operand's buffer.
bool isAlias(mlir::Operation *op);

/// The value behind a chain of views that are aliases.
mlir::Value skipAliases(mlir::Value value);

/// The transpose, if any, that an operand of a matrix product stands for: one
/// that exchanges the last two dimensions, so that the product can read its
/// operand the other way round instead.
TransposeOp getMatrixTranspose(mlir::Value operand);

/// The shape of a value of ranked tensor type.
llvm::ArrayRef<int64_t> shapeOf(mlir::Value value);

/// Whether the value has one element: every extent is 1.
bool isSingleElement(mlir::Value value);

/// Whether an op for which `isMaker` holds makes what a reshape reads, through
/// other reshapes and views.
bool readsThroughViews(mlir::Operation *reshape,
                       llvm::function_ref<bool(mlir::Operation *)> isMaker);

/// Row-major strides of a static shape.
llvm::SmallVector<int64_t> rowMajorStrides(llvm::ArrayRef<int64_t> shape);

} // namespace amp

#endif // AMP_LIB_ANALYSIS_FUSIONROLES_H
