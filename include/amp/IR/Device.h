// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The device dialect for users of it: dialect, enumerations, ops, and the one
// analysis that every target needs of a kernel's body (which value changes
// along which dimension, and after how many reductions it is known).

#ifndef AMP_IR_DEVICE_H
#define AMP_IR_DEVICE_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "llvm/ADT/DenseMap.h"

#include "device/DeviceEnums.h.inc"

#include "device/DeviceDialect.h.inc"

#define GET_OP_CLASSES
#include "device/DeviceOps.h.inc"

namespace amp::device {

/// The extents that are known only at run time carry this value.
inline constexpr int64_t runTimeExtent = -1;

/// Row reductions use this many accumulators, in groups of `rowLanes` (P4).
inline constexpr int64_t rowAccumulators = 64;
inline constexpr int64_t rowLanes = 32;
/// Longer rows are reduced in chunks of this many elements (P4).
inline constexpr int64_t rowChunk = 4096;
/// Columns are reduced in chunks of this many rows (P4).
inline constexpr int64_t columnChunk = 256;

/// The dimension along which accesses of `body` are contiguous that are not
/// along the last one, if a kernel of these extents without reduction is worth
/// computing in tiles of the two: what makes it a transpose. Of several, the
/// first one accessed so.
std::optional<int64_t> getTransposeDim(llvm::ArrayRef<int64_t> extents,
                                       mlir::Block &body);

/// Whether an access with `strides` is contiguous along `transposeDim` only.
bool isTransposed(llvm::ArrayRef<int64_t> strides, int64_t transposeDim);

/// The number of bytes one element takes in a buffer; a boolean takes one.
int64_t getElementBytes(mlir::Type elementType);

/// The neutral element from which every accumulator of a reduction starts: +0
/// for a floating-point sum, 1 for a product, -inf and +inf for max and min,
/// the smallest and greatest integer, all ones and zero for `and` and `or`.
mlir::TypedAttr getNeutralElement(ReduceKind kind, mlir::Type type);

/// How the values of a kernel's body depend on the domain. Computed once from
/// the text; a kernel that changes needs a new one.
class KernelLevels {
public:
  explicit KernelLevels(KernelOp kernel);

  /// The dimensions along which `value` may change, as bits.
  uint64_t getDims(mlir::Value value) const { return get(value).dims; }
  /// Whether `value` may differ between iterations that differ in `dim` only.
  bool variesAlong(mlir::Value value, int64_t dim) const {
    return dim >= 0 && (get(value).dims >> dim & 1);
  }
  /// Whether `value` changes along the reduction dimension.
  bool isElementLevel(mlir::Value value) const {
    return variesAlong(value, reductionDim);
  }
  /// The number of reductions that must be complete before `value` can be
  /// computed: 0 for what depends on loads only, n + 1 for a reduction of a
  /// value of phase n.
  int64_t getPhase(mlir::Value value) const { return get(value).phase; }
  /// The dimensions along which an access moves, as bits.
  static uint64_t getDims(llvm::ArrayRef<int64_t> strides);

private:
  struct Dependence {
    uint64_t dims = 0;
    int64_t phase = 0;
  };
  Dependence get(mlir::Value value) const { return values.lookup(value); }

  llvm::DenseMap<mlir::Value, Dependence> values;
  int64_t reductionDim;
};

} // namespace amp::device

#endif // AMP_IR_DEVICE_H
