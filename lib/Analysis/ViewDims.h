// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Views as maps of dimensions: what fusion and the inference of iteration
// spaces need to know of a view, whichever op it is.

#ifndef AMP_LIB_ANALYSIS_VIEWDIMS_H
#define AMP_LIB_ANALYSIS_VIEWDIMS_H

#include "amp/IR/Amp.h"

namespace amp {

/// What lies along one dimension of a view's result.
struct ViewDim {
  /// The dimension of the operand that is walked, or -1 for none: there is one
  /// element, or one is repeated.
  int64_t from = -1;
  /// Whether not all of the operand's elements come, or not in order. Element i
  /// is then the operand's element `start` + i * `step`; with one element or
  /// none the step is 1.
  bool isPart = false;
  int64_t start = 0, step = 1;
};

/// The dimensions of the result of an op whose role is FusionRole::View. Shapes
/// are static.
llvm::SmallVector<ViewDim, 4> getViewDims(mlir::Operation *view);

/// Whether a view leaves elements out or reverses their order along some
/// dimension.
bool takesPart(mlir::Operation *view);

} // namespace amp

#endif // AMP_LIB_ANALYSIS_VIEWDIMS_H
