// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ways to make a module smaller. None keeps what the module computes; all keep
// names and locations of what is left.

#ifndef AMP_TOOLS_REDUCE_REDUCTIONS_H
#define AMP_TOOLS_REDUCE_REDUCTIONS_H

#include "mlir/IR/BuiltinOps.h"

#include <functional>
#include <vector>

/// Independent changes of one module. They are made from the last to the first,
/// as one may erase what lies inside or behind its place, never before it.
using Edits = std::vector<std::function<void()>>;

struct Reduction {
  /// For the progress that is printed.
  const char *name;
  /// Lists the edits of a module, always in the same order.
  Edits (*find)(mlir::ModuleOp module);
};

// Functions.cpp
Edits findUnusedFunctions(mlir::ModuleOp module);
/// Drops results of functions; their uses become constants.
Edits findResults(mlir::ModuleOp module);
Edits findUnusedArguments(mlir::ModuleOp module);
/// Adds an argument to a function and to all that call it.
mlir::Value addArgument(mlir::Operation *function, mlir::Type type,
                        mlir::Location location);

// Operations.cpp
/// Replaces ops by an operand of the same type.
Edits findBypasses(mlir::ModuleOp module);
/// Replaces ops by constants.
Edits findConstants(mlir::ModuleOp module);
/// Replaces ops by new arguments of their function.
Edits findCuts(mlir::ModuleOp module);
/// Replaces ops with regions by what is in the first or last of them.
Edits findFirstRegions(mlir::ModuleOp module);
Edits findLastRegions(mlir::ModuleOp module);
/// A constant of ones, or null where the type has no constant.
mlir::Value makeOnes(mlir::Operation *before, mlir::Type type);

// Types.cpp
/// Replaces an extent by 1, by 2 or by half of it, wherever it occurs; dynamic
/// extents by 1 or 2.
Edits findExtents(mlir::ModuleOp module);
/// Replaces an element type by f32 wherever it occurs.
Edits findElementTypes(mlir::ModuleOp module);

// Attributes.cpp
/// Drops attributes that are not needed; never names.
Edits findAttributes(mlir::ModuleOp module);
/// Makes constants and initial values uniform.
Edits findElements(mlir::ModuleOp module);

#endif // AMP_TOOLS_REDUCE_REDUCTIONS_H
