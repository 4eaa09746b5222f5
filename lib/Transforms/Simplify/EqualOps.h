// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Merging of equal ops, as MLIR's CSE, and of casts of one value to one type,
// whoever asked for them, in the same walk: operands are merged before their
// users are met, so that one walk finds all.

#ifndef AMP_LIB_TRANSFORMS_SIMPLIFY_EQUALOPS_H
#define AMP_LIB_TRANSFORMS_SIMPLIFY_EQUALOPS_H

#include "amp/IR/Amp.h"

namespace mlir {
class RewriterBase;
} // namespace mlir

namespace amp::simplify {

/// Blocks with an op that has regions.
using BranchingBlocks = llvm::SmallPtrSet<mlir::Block *, 8>;

/// Replaces ops by equal ones that come before them in their block or one that
/// encloses it. What stands for several casts is the user's if one of them was.
/// Ops with regions stay; `branching` holds the blocks in `root` that have
/// some.
void mergeEqualOps(mlir::Operation *root, const BranchingBlocks &branching,
                   mlir::RewriterBase &rewriter);

} // namespace amp::simplify

#endif // AMP_LIB_TRANSFORMS_SIMPLIFY_EQUALOPS_H
