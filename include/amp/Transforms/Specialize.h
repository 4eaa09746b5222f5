// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stage 3: static shapes for a function's arguments.

#ifndef AMP_TRANSFORMS_SPECIALIZE_H
#define AMP_TRANSFORMS_SPECIALIZE_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/ArrayRef.h"

namespace amp {

/// Gives argument i of `function` the shape `shapes[i]` and infers every type
/// of the body anew. Emits a located error and fails where a shape contradicts
/// the function; the function is then half rewritten and must be dropped.
llvm::LogicalResult
specializeFunction(mlir::func::FuncOp function,
                   llvm::ArrayRef<llvm::SmallVector<int64_t>> shapes);

} // namespace amp

#endif // AMP_TRANSFORMS_SPECIALIZE_H
