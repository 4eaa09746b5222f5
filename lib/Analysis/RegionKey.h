// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What decides on the iteration space and on the kernel of a fused region, as a
// key: large models repeat few structures many times, and comparing keys is
// much cheaper than inferring spaces or building kernels and comparing those.

#ifndef AMP_LIB_ANALYSIS_REGIONKEY_H
#define AMP_LIB_ANALYSIS_REGIONKEY_H

#include "amp/IR/Amp.h"

#include "llvm/ADT/Hashing.h"

#include <vector>

namespace amp {

/// The ops of a region with their attributes and types, all unique in the
/// context, and the numbers of their operands. Locations do not count.
using RegionKey = std::vector<const void *>;

struct RegionKeyHash {
  size_t operator()(const RegionKey &key) const {
    return llvm::hash_combine_range(key.begin(), key.end());
  }
};

/// Adds a number or an op without its operands: its name, its attributes and
/// the types of its results.
void addNumber(RegionKey &key, uintptr_t number);
void addOp(RegionKey &key, mlir::Operation &op);

/// Whether an operand of a region has one shape for all batches: a variable or
/// a constant, so that where it is read from is known.
bool hasFixedShape(mlir::Value operand);

/// What the body computes; decides on its iteration space.
RegionKey makeBodyKey(FusedOp region);

/// The body and which operands have fixed shapes; decides on the kernel.
RegionKey makeRegionKey(FusedOp region);

} // namespace amp

#endif // AMP_LIB_ANALYSIS_REGIONKEY_H
