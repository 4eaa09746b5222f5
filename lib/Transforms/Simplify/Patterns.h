// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The exact rewrites of stage 6.

#ifndef AMP_LIB_TRANSFORMS_SIMPLIFY_PATTERNS_H
#define AMP_LIB_TRANSFORMS_SIMPLIFY_PATTERNS_H

namespace mlir {
class RewritePatternSet;
} // namespace mlir

namespace amp::simplify {

/// Adds the folds of casts of casts.
void addCastPatterns(mlir::RewritePatternSet &patterns);

/// Adds the folds of views and of arithmetic that changes no bit.
void addAlgebraPatterns(mlir::RewritePatternSet &patterns);

/// Adds the folds of slices, pads and concatenations.
void addSlicePatterns(mlir::RewritePatternSet &patterns);

/// Adds the folds of branches.
void addBranchPatterns(mlir::RewritePatternSet &patterns);

} // namespace amp::simplify

#endif // AMP_LIB_TRANSFORMS_SIMPLIFY_PATTERNS_H
