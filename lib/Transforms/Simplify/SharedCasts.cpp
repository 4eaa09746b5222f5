// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds casts that repeat another one. Casts that are not repeated are kept by
// value and type; one block holds at most one of them, so that the search looks
// at blocks, not at uses.

#include "SharedCasts.h"

#include "mlir/IR/Dominance.h"

using namespace mlir;
using namespace amp;

SmallVector<simplify::RepeatedCast>
amp::simplify::findRepeatedCasts(Operation *root, DominanceInfo &dominance) {
  llvm::DenseMap<std::pair<Value, Type>, SmallVector<CastOp, 1>> originals;
  SmallVector<RepeatedCast> repeated;
  // Preorder meets a dominating op first, as SSA blocks are listed in an order
  // in which definitions come before uses within our structured regions.
  root->walk<WalkOrder::PreOrder>([&](CastOp op) {
    if (op.getInput().hasOneUse()) // as is common
      return;
    SmallVector<CastOp, 1> &known =
        originals[{op.getInput(), op.getResult().getType()}];
    auto *original = llvm::find_if(known, [&](CastOp other) {
      return dominance.properlyDominates(other.getOperation(), op);
    });
    if (original == known.end())
      known.push_back(op);
    else
      repeated.push_back({op, *original});
  });
  return repeated;
}
