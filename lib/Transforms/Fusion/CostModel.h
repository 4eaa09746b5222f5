// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a kernel costs, so that fusion can ask whether one kernel is better than
// two. The model counts, in nanoseconds of one thread of a reference machine:
//
// - bytes moved: each tensor that the kernel reads, once for each way of
// walking
//   it, and each result that someone else needs. What one kernel hands to the
//   next through memory is written by one and read by the other, which is what
//   fusion saves; sums up to the second-level cache are cheaper;
// - the way they are moved: vectors where an access is contiguous along the
//   innermost dimension, tiles where an elementwise kernel can transpose them,
//   and otherwise one gathered element after the other, which for a tensor that
//   does not stay in the cache costs a cache line each;
// - computation: a weight an op and element, greater for divisions and math
//   functions; and recomputation, as a row kernel computes cheap values anew
//   in each pass over a long row;
// - register pressure: values live at once beyond what the registers hold are
//   written to the stack and read back;
// - parallelism: a kernel is shared out in pieces of some 16k iterations; less
//   than a few pieces use fewer of the reference machine's four threads;
// - the launch itself.
//
// Costs decide between programs that give the same bits, so they need to be
// right in comparison only. They depend on shapes and ops, never on the machine
// at hand, so that a model compiles to the same kernels everywhere.

#ifndef AMP_LIB_TRANSFORMS_FUSION_COSTMODEL_H
#define AMP_LIB_TRANSFORMS_FUSION_COSTMODEL_H

#include "Analysis/IterationSpace.h"

namespace amp {

/// The model with what it has learnt of ops.
class CostModel {
public:
  /// The launch, which no kernel costs less than.
  static constexpr double leastCost = 150;

  /// The cost of one kernel of `ops`, in topological order, with their `space`.
  /// `isStored` says of each op, by its number, whether its result is needed
  /// outside of them.
  double estimate(llvm::ArrayRef<mlir::Operation *> ops,
                  const IterationSpace &space,
                  llvm::function_ref<bool(unsigned)> isStored);

  /// How many ops a kernel has of this one: those of the formula that it
  /// applies, else 1.
  unsigned countOps(mlir::Operation *op);

  /// Whether an op divides or calls a math function.
  bool isExpensive(mlir::Operation *op) { return getWeight(op).isExpensive; }

private:
  friend class CostEstimate;
  struct Weight {
    double nanoseconds = 0;
    bool isExpensive = false;
  };
  /// An op's weight for one element, read off its scalar body.
  Weight getWeight(mlir::Operation *op);

  /// By name, type and formula, if the op applies one.
  llvm::DenseMap<std::tuple<mlir::OperationName, mlir::Type, mlir::Attribute>,
                 Weight>
      weights;
  llvm::DenseMap<mlir::Attribute, unsigned> opsOf;
};

} // namespace amp

#endif // AMP_LIB_TRANSFORMS_FUSION_COSTMODEL_H
