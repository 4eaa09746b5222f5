// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A 16-bit contraction as an f32 one, which P3 defines it by.

#ifndef AMP_LIB_TRANSFORMS_LOWERING_WIDENCONTRACTION_H
#define AMP_LIB_TRANSFORMS_LOWERING_WIDENCONTRACTION_H

#include "mlir/IR/PatternMatch.h"

namespace amp {

/// Rewrites one contraction to work in `element`: casts around a clone whose
/// attributes, transposes among them, stay. `accumulate` names the compute
/// type, which is the same for both element types. Returns the clone.
mlir::Operation *widenContraction(mlir::Operation *op, mlir::Type element,
                                  mlir::RewriterBase &rewriter);

} // namespace amp

#endif // AMP_LIB_TRANSFORMS_LOWERING_WIDENCONTRACTION_H
