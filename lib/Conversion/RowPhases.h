// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The passes that a row kernel makes over its row, on every target.

#ifndef AMP_LIB_CONVERSION_ROWPHASES_H
#define AMP_LIB_CONVERSION_ROWPHASES_H

#include "amp/IR/Device.h"

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

/// All passes, one for each number of reductions that a value waits for.
struct RowPhases {
  /// For rows of `kernel` along dimension `dim`.
  RowPhases(device::KernelOp kernel, const device::KernelLevels &levels,
            int64_t dim);

  llvm::SmallVector<RowPhase> phases;
  /// The stores of reduced-level values, after the last pass.
  llvm::SmallVector<device::StoreOp> rowStores;
};

} // namespace amp

#endif // AMP_LIB_CONVERSION_ROWPHASES_H
