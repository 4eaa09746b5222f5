// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The stages behind amp-specialize count elements and bytes, so they check that
// all shapes are known.

#ifndef AMP_LIB_ANALYSIS_STATICSHAPES_H
#define AMP_LIB_ANALYSIS_STATICSHAPES_H

#include "mlir/IR/Operation.h"

namespace amp {

/// Fails, with an error at `op`, if one of the types is a tensor whose shape is
/// not static. Types that are no ranked tensors pass.
llvm::LogicalResult verifyStaticShapes(mlir::Operation *op,
                                       mlir::TypeRange types);

} // namespace amp

#endif // AMP_LIB_ANALYSIS_STATICSHAPES_H
