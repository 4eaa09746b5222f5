// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which variables stage 8 packs: what products read, how often between two
// refreshes, and the rule for when a packed copy pays.

#ifndef AMP_LIB_TRANSFORMS_LAYOUT_LAYOUTPLAN_H
#define AMP_LIB_TRANSFORMS_LAYOUT_LAYOUTPLAN_H

#include "amp/IR/Amp.h"

#include "mlir/IR/BuiltinOps.h"

namespace amp {

/// One packed variable to be.
struct PackedCopy {
  /// What is packed: an original, or its low-precision copy.
  VariableOp variable;
  /// Whether `variable` holds the [k, n] operand of its products as [n, k].
  bool transposed = false;
  /// The products (linear, matmul) that will read the packed one.
  llvm::SmallVector<mlir::Operation *> products;
  /// Whether `variable` itself goes away, since nothing else reads it.
  bool replaces = false;
};

/// Where the functions of a module read and write each variable.
struct VariableAccesses {
  llvm::DenseMap<mlir::StringAttr, llvm::SmallVector<ReadOp>> reads;
  llvm::DenseMap<mlir::StringAttr, llvm::SmallVector<WriteOp>> writes;

  explicit VariableAccesses(mlir::ModuleOp module);
};

/// What is known of the target and the program.
struct LayoutModel {
  /// Element types whose products the library does with packed operands.
  llvm::SmallDenseSet<mlir::Type> types;
  /// Micro-batches that are expected between two updates.
  int64_t microBatches = 4;
};

/// Decides on packed copies for `module`, in the order of its variables. At
/// most one of a variable and type: a low-precision copy is replaced by the
/// packed one, or stays as it is (P9). Depends on types, sizes of weights and
/// uses, never on the batch, so that programs for several batches share copies.
llvm::SmallVector<PackedCopy> planLayout(mlir::ModuleOp module,
                                         const LayoutModel &model);

/// Keeps low-precision copies that only products read, in a type that the
/// library does not multiply, as f32 that hold the rounded values: the products
/// become f32 ones (P3), and no product widens the copy again. `native` are the
/// types that the library multiplies.
void widenCopies(mlir::ModuleOp module,
                 const llvm::SmallDenseSet<mlir::Type> &native);

} // namespace amp

#endif // AMP_LIB_TRANSFORMS_LAYOUT_LAYOUTPLAN_H
