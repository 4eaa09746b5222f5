// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The search for a small module that is still interesting.

#ifndef AMP_TOOLS_REDUCE_REDUCER_H
#define AMP_TOOLS_REDUCE_REDUCER_H

#include "Interestingness.h"
#include "Reductions.h"

#include "mlir/IR/OwningOpRef.h"

/// Applies all reductions, many edits at once and then fewer, until none makes
/// a module that is simpler, valid and interesting. `report` is called with a
/// line for each step that was taken.
mlir::OwningOpRef<mlir::ModuleOp>
reduceModule(mlir::OwningOpRef<mlir::ModuleOp> module, Interestingness &test,
             llvm::function_ref<void(const std::string &)> report);

#endif // AMP_TOOLS_REDUCE_REDUCER_H
