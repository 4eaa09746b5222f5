// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tables of values and ops for passes over large graphs. MLIR's own spread
// values all over a table, so that each look-up waits for memory; these keep
// what was made one after the other close together, as a pass visits it.

#ifndef AMP_LIB_ANALYSIS_VALUEMAP_H
#define AMP_LIB_ANALYSIS_VALUEMAP_H

#include "mlir/IR/Operation.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace amp {

/// A hash that differs by one from op to op, roughly: an op and its results
/// take some 64 bytes or more.
inline unsigned hashOfPlace(const void *address) {
  auto place = reinterpret_cast<uintptr_t>(address) / 64;
  return unsigned(place) ^ unsigned(place >> 16);
}

/// Hash values and ops by their addresses.
struct ValueInfo : llvm::DenseMapInfo<mlir::Value> {
  static unsigned getHashValue(mlir::Value value) {
    return hashOfPlace(value.getAsOpaquePointer());
  }
};
struct OperationInfo : llvm::DenseMapInfo<mlir::Operation *> {
  static unsigned getHashValue(const mlir::Operation *op) {
    return hashOfPlace(op);
  }
};

template <typename T>
using ValueMap = llvm::DenseMap<mlir::Value, T, ValueInfo>;
template <typename T, unsigned size>
using SmallValueMap = llvm::SmallDenseMap<mlir::Value, T, size, ValueInfo>;
template <typename T>
using OperationMap = llvm::DenseMap<mlir::Operation *, T, OperationInfo>;
using ValueSet = llvm::DenseSet<mlir::Value, ValueInfo>;

} // namespace amp

#endif // AMP_LIB_ANALYSIS_VALUEMAP_H
