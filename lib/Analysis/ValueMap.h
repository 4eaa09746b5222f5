// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tables of values for passes over large graphs. MLIR's own spread values all
// over a table, so that each look-up waits for memory; these keep values that
// were made one after the other close together, as a pass visits them.

#ifndef AMP_LIB_ANALYSIS_VALUEMAP_H
#define AMP_LIB_ANALYSIS_VALUEMAP_H

#include "mlir/IR/Value.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace amp {

/// Hashes a value by its address, as LLVM does pointers.
struct ValueInfo : llvm::DenseMapInfo<mlir::Value> {
  static unsigned getHashValue(mlir::Value value) {
    return llvm::DenseMapInfo<const void *>::getHashValue(
        value.getAsOpaquePointer());
  }
};

template <typename T>
using ValueMap = llvm::DenseMap<mlir::Value, T, ValueInfo>;
template <typename T, unsigned size>
using SmallValueMap = llvm::SmallDenseMap<mlir::Value, T, size, ValueInfo>;
using ValueSet = llvm::DenseSet<mlir::Value, ValueInfo>;

} // namespace amp

#endif // AMP_LIB_ANALYSIS_VALUEMAP_H
