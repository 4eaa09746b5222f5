// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Composite ops that are kept as one op until their kernel is built: optimizer
// steps, of which a model has one a variable. What they become is taken apart
// once for all that are alike, into a formula for one element, a formula for
// the scalars that each has for itself, and the scalars that all share.

#ifndef AMP_LIB_TRANSFORMS_LOWERING_FORMULAS_H
#define AMP_LIB_TRANSFORMS_LOWERING_FORMULAS_H

#include "Analysis/ValueMap.h"
#include "amp/IR/Amp.h"

#include "mlir/IR/IRMapping.h"

#include <map>
#include <memory>

namespace amp {

class Formulas {
public:
  /// Formulas become symbols of `module`. `composites` are all the ops that
  /// will be given to `replace`; they stay what they are until then.
  Formulas(mlir::Operation *module, llvm::ArrayRef<Fusible> composites);

  /// Whether the op can be replaced: it is pointwise and has elements.
  static bool canReplace(Fusible op);

  /// Replaces the op by applications of formulas and by shared scalars. Fails
  /// where the op's own decomposition does.
  llvm::LogicalResult replace(Fusible op, mlir::RewriterBase &rewriter);

private:
  /// A formula and what it reads and makes, in the terms of a Split.
  struct Part {
    mlir::FlatSymbolRefAttr formula;
    llvm::SmallVector<mlir::Value> inputs, results;
  };
  /// What ops that are alike become. `block` holds the decomposition of an op
  /// like them on vectors of any length, with one argument an operand.
  struct Split {
    std::unique_ptr<mlir::Block> block;
    /// The scalars that follow from no operand of the op's own, in order.
    llvm::SmallVector<mlir::Operation *> shared;
    Part scalars, elements;
    llvm::SmallVector<mlir::Value> results;
    /// Where the shared scalars were made last, from which operands, and what
    /// they are there.
    mlir::Block *place = nullptr;
    llvm::SmallVector<mlir::Value> operands;
    mlir::IRMapping made;
  };
  using Key = llvm::SmallVector<const void *>;

  /// Whether no other op reads this 0-d operand.
  bool isOwn(mlir::Value operand) const;
  Key makeKey(mlir::Operation *op) const;
  llvm::FailureOr<Split> makeSplit(Fusible op);
  Part makePart(llvm::StringRef name, llvm::ArrayRef<mlir::Operation *> ops,
                llvm::ArrayRef<mlir::Value> results);
  void makeShared(Split &split, mlir::Operation *op, mlir::OpBuilder &builder);

  mlir::Operation *module;
  mlir::SymbolTable symbols;
  size_t count;
  ValueMap<unsigned> readers;
  std::map<Key, Split> splits;
};

} // namespace amp

#endif // AMP_LIB_TRANSFORMS_LOWERING_FORMULAS_H
