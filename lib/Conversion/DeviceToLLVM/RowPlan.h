// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The plan of a row kernel: what each pass over the row computes, and which
// values are kept between passes. Decides only; Row.cpp emits.

#ifndef AMP_LIB_CONVERSION_DEVICETOLLVM_ROWPLAN_H
#define AMP_LIB_CONVERSION_DEVICETOLLVM_ROWPLAN_H

#include "BodyEmitter.h"

#include "Conversion/RowPhases.h"

namespace amp {

/// What a row kernel does, pass by pass.
struct RowPlan : RowPhases {
  /// Values are kept only if the row is not `inRegisters`, where every value
  /// stays at hand, and if they fit on the stack.
  RowPlan(const BodyEmitter &emitter, bool inRegisters);

  /// Element-level values that a later pass reads back: those that a math
  /// function or a division went into.
  llvm::SmallVector<mlir::Value> kept;
};

} // namespace amp

#endif // AMP_LIB_CONVERSION_DEVICETOLLVM_ROWPLAN_H
