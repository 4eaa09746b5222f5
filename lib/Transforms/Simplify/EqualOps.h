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

/// Replaces ops by equal ones that come before them in their block or one that
/// encloses it, and erases those that nobody uses. What stands for several
/// casts is the user's if one of them was. Ops with regions stay.
void mergeEqualOps(mlir::Operation *root, mlir::RewriterBase &rewriter);

} // namespace amp::simplify

#endif // AMP_LIB_TRANSFORMS_SIMPLIFY_EQUALOPS_H
