// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Inlining of calls at the start of stage 2.

#ifndef AMP_LIB_TRANSFORMS_AUTOCAST_INLINE_H
#define AMP_LIB_TRANSFORMS_AUTOCAST_INLINE_H

#include "mlir/IR/BuiltinOps.h"

namespace amp {

/// Replaces each call in `module` by a copy of the callee's body, so that ops
/// are typed under the scope of their caller. Functions stay, called or not.
/// Emits a located error and fails for recursion, for callees that are external
/// or have several blocks, and where copies of copies grow beyond all measure.
llvm::LogicalResult inlineCalls(mlir::ModuleOp module);

} // namespace amp

#endif // AMP_LIB_TRANSFORMS_AUTOCAST_INLINE_H
