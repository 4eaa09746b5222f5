// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ops that a policy may have typed by their parts, as a framework does that
// knows them as functions over other ops.

#ifndef AMP_LIB_TRANSFORMS_AUTOCAST_PARTS_H
#define AMP_LIB_TRANSFORMS_AUTOCAST_PARTS_H

#include "amp/IR/Amp.h"

namespace amp {

/// The names of the ops that have parts, without the dialect's.
llvm::ArrayRef<llvm::StringLiteral> getOpsWithParts();

/// Writes the parts of `op`, which is one of getOpsWithParts(), before it and
/// gives them in order; the last one computes the op's result. `written` is the
/// type of its first operand as the user wrote it, which the parts have, too,
/// until they are typed. The op stays, with its uses.
llvm::SmallVector<mlir::Operation *> writeParts(mlir::Operation *op,
                                                mlir::Type written);

} // namespace amp

#endif // AMP_LIB_TRANSFORMS_AUTOCAST_PARTS_H
