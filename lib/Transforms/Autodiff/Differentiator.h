// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The differentiation of one function: what its walk over a block and its
// treatment of branches share. Private to this folder.

#ifndef AMP_LIB_TRANSFORMS_AUTODIFF_DIFFERENTIATOR_H
#define AMP_LIB_TRANSFORMS_AUTODIFF_DIFFERENTIATOR_H

#include "Analysis/ValueMap.h"
#include "amp/IR/Amp.h"
#include "amp/Transforms/Autodiff.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include "llvm/ADT/MapVector.h"

namespace amp {

/// The differentiation of one function.
class Differentiator {
public:
  Differentiator(mlir::func::FuncOp function, mlir::SymbolTable &symbols,
                 GradientTags &tags, bool consumes)
      : function(function), symbols(symbols), tags(tags), consumes(consumes),
        builder(function.getContext()) {}

  llvm::FailureOr<mlir::func::FuncOp> run();

private:
  llvm::LogicalResult checkFunction();
  /// Marks the values that depend on a trainable variable.
  llvm::LogicalResult findActiveValues(mlir::Block &block);
  llvm::LogicalResult findActiveValues(IfOp branch);
  /// Marks, from `wanted` values backwards, the ops that pass a gradient on.
  void findNeededOps(mlir::Block &block, ValueSet &wanted);
  void findNeededOps(IfOp branch, ValueSet &wanted);
  /// Builds the gradients of the needed ops of a block, the last op first.
  llvm::LogicalResult buildBackward(mlir::Block &block);
  llvm::LogicalResult buildOpGradients(mlir::Operation *op);
  llvm::LogicalResult buildBranchGradients(IfOp branch);
  /// Runs a region of a branch again in `backward` and builds the gradients of
  /// the values around it there; returns them by value.
  llvm::FailureOr<ValueMap<mlir::Value>>
  buildRegionGradients(mlir::Region &forward, mlir::Block &backward);
  /// Adds to the gradient of a value, in the value's type.
  void addGradient(mlir::Value value, mlir::Value gradient);
  void collectResults(mlir::func::FuncOp result);

  mlir::Value lookupGradient(mlir::Value value) {
    return gradients.lookup(value);
  }

  mlir::func::FuncOp function;
  mlir::SymbolTable &symbols;
  GradientTags &tags;
  bool consumes;
  mlir::OpBuilder builder;
  /// Values of float type that depend on a trainable variable.
  ValueSet active;
  /// Ops with an active result that the loss depends on.
  llvm::DenseSet<mlir::Operation *> needed;
  /// The gradient of a value, complete once all of its users were visited.
  ValueMap<mlir::Value> gradients;
  /// The reads of each trainable variable that is active, and their gradients.
  llvm::MapVector<mlir::StringAttr, llvm::SmallVector<ReadOp>> reads;
  int32_t nodes = 0;
};

} // namespace amp

#endif // AMP_LIB_TRANSFORMS_AUTODIFF_DIFFERENTIATOR_H
