// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// amp-decompose: composite ops to primitive ones, through Fusible.

#include "amp/IR/Amp.h"
#include "amp/Transforms/Passes.h"

#include "mlir/IR/PatternMatch.h"

using namespace mlir;

namespace amp {

#define GEN_PASS_DEF_DECOMPOSEPASS
#include "TransformsPasses.h.inc"

namespace {

/// Collects the composite ops nested in `root`.
SmallVector<Fusible> findComposites(Operation *root) {
  SmallVector<Fusible> composites;
  root->walk([&](Fusible op) {
    if (op.getFusionKind() == FusionKind::Composite)
      composites.push_back(op);
  });
  return composites;
}

struct DecomposePass : impl::DecomposePassBase<DecomposePass> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    // A decomposition may use other composite ops: repeat until none is left.
    for (auto composites = findComposites(getOperation()); !composites.empty();
         composites = findComposites(getOperation())) {
      for (Fusible op : composites) {
        rewriter.setInsertionPoint(op);
        // What it is made of still says what it was: kernels are named by it.
        op->setLoc(NameLoc::get(op->getName().getIdentifier(), op->getLoc()));
        if (failed(op.decompose(rewriter)))
          return signalPassFailure();
      }
    }
  }
};

} // namespace
} // namespace amp
