// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The plan of a row kernel: what each pass over the row computes, and which
// values are kept between passes. Decides only; Row.cpp emits.

#ifndef AMP_LIB_CONVERSION_DEVICETOLLVM_ROWPLAN_H
#define AMP_LIB_CONVERSION_DEVICETOLLVM_ROWPLAN_H

#include "BodyEmitter.h"

namespace amp {

/// One pass over the row.
struct RowPhase {
  int64_t number = 0;
  /// The reductions that the pass completes.
  llvm::SmallVector<device::ReduceOp> reduces;
  /// The element-level stores, all in the last pass: an output that is also an
  /// input must not change while a later pass reads it again.
  llvm::SmallVector<device::StoreOp> stores;
  /// The values that the pass must compute.
  llvm::SmallVector<mlir::Value> roots;
};

/// What a row kernel does, pass by pass.
struct RowPlan {
  /// Values are kept only if the row is not `inRegisters`, where every value
  /// stays at hand, and if they fit on the stack.
  RowPlan(const BodyEmitter &emitter, bool inRegisters);

  llvm::SmallVector<RowPhase> phases;
  /// The stores of reduced-level values, after the last pass.
  llvm::SmallVector<device::StoreOp> rowStores;
  /// Element-level values that a later pass reads back: those that a math
  /// function or a division went into.
  llvm::SmallVector<mlir::Value> kept;
};

} // namespace amp

#endif // AMP_LIB_CONVERSION_DEVICETOLLVM_ROWPLAN_H
