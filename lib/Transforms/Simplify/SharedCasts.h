// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which casts repeat another: the property that stage 6 establishes and its
// verifier checks.

#ifndef AMP_LIB_TRANSFORMS_SIMPLIFY_SHAREDCASTS_H
#define AMP_LIB_TRANSFORMS_SIMPLIFY_SHAREDCASTS_H

#include "amp/IR/Amp.h"

namespace mlir {
class DominanceInfo;
} // namespace mlir

namespace amp::simplify {

/// A cast and one that dominates it, of the same value to the same type.
struct RepeatedCast {
  CastOp repeated, original;
};

/// Finds the repeated casts nested in `root`, in program order. An original is
/// never itself repeated.
llvm::SmallVector<RepeatedCast>
findRepeatedCasts(mlir::Operation *root, mlir::DominanceInfo &dominance);

} // namespace amp::simplify

#endif // AMP_LIB_TRANSFORMS_SIMPLIFY_SHAREDCASTS_H
