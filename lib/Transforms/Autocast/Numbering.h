// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers of random ops, given at the start of stage 2.

#ifndef AMP_LIB_TRANSFORMS_AUTOCAST_NUMBERING_H
#define AMP_LIB_TRANSFORMS_AUTOCAST_NUMBERING_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace amp {

/// Gives the random ops of `function` that have no number the smallest free
/// ones, in program order. Copies that later stages make keep them, and draw
/// the same.
void numberRandomOps(mlir::func::FuncOp function);

} // namespace amp

#endif // AMP_LIB_TRANSFORMS_AUTOCAST_NUMBERING_H
