// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// amp-simplify and its verifier (stage 6). Folding, merging equal ops and
// sharing casts enable each other, so they alternate until nothing changes.

#include "EqualOps.h"
#include "Patterns.h"
#include "SharedCasts.h"

#include "amp/Transforms/Passes.h"

#include "mlir/IR/Dominance.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;

namespace amp {

#define GEN_PASS_DEF_SIMPLIFYPASS
#define GEN_PASS_DEF_VERIFYSIMPLIFYPASS
#include "TransformsPasses.h.inc"

namespace {

/// Replaces repeated casts by their originals in other blocks, which merging
/// equal ops leaves. What is left stands for both: if the user wrote one of
/// them, it is the user's. Returns how many went.
unsigned shareCasts(Operation *root, RewriterBase &rewriter) {
  DominanceInfo dominance(root);
  auto casts = simplify::findRepeatedCasts(root, dominance);
  for (auto [repeated, original] : casts) {
    if (repeated.getOrigin() == CastOrigin::User)
      rewriter.modifyOpInPlace(original,
                               [&] { original.setOrigin(CastOrigin::User); });
    rewriter.replaceOp(repeated, original.getResult());
  }
  return casts.size();
}

/// The ops whose operands or attributes a rewriter changed, in that order, and
/// that still exist.
class ChangedOps : public RewriterBase::Listener {
public:
  void notifyOperationModified(Operation *op) override {
    if (alive.insert(op).second)
      order.push_back(op);
  }
  void notifyOperationErased(Operation *op) override { alive.erase(op); }

  SmallVector<Operation *> take() {
    SmallVector<Operation *> result;
    for (Operation *op : order)
      if (alive.erase(op))
        result.push_back(op);
    order.clear();
    return result;
  }

private:
  std::vector<Operation *> order;
  llvm::DenseSet<Operation *> alive;
};

struct SimplifyPass : impl::SimplifyPassBase<SimplifyPass> {
  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet set(context);
    simplify::addCastPatterns(set);
    simplify::addAlgebraPatterns(set);
    simplify::addSlicePatterns(set);
    simplify::addBranchPatterns(set);
    patterns = std::move(set);
    return success();
  }

  void runOnOperation() override {
    ChangedOps merged;
    IRRewriter rewriter(&getContext(), &merged);
    // Every pattern shortens a chain, so no bound on the rounds is needed.
    GreedyRewriteConfig config;
    config.setMaxIterations(GreedyRewriteConfig::kNoLimit);
    // Our regions have one block and no arguments to merge.
    config.setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled);
    auto check = [&](LogicalResult ended) {
      if (succeeded(ended))
        return true;
      emitError(getOperation()->getLoc(), "simplification does not end");
      signalPassFailure();
      return false;
    };
    if (!check(applyPatternsGreedily(getOperation(), patterns, config)))
      return;
    bool changed = true;
    while (changed) {
      simplify::mergeEqualOps(getOperation(), rewriter);
      changed = shareCasts(getOperation(), rewriter) != 0;
      // Only what reads something else than before can match anew.
      SmallVector<Operation *> ops = merged.take();
      if (ops.empty())
        continue;
      bool matched = false;
      if (!check(applyOpPatternsGreedily(ops, patterns, config, &matched)))
        return;
      changed |= matched;
    }
  }

private:
  FrozenRewritePatternSet patterns;
};

struct VerifySimplifyPass : impl::VerifySimplifyPassBase<VerifySimplifyPass> {
  void runOnOperation() override {
    DominanceInfo dominance(getOperation());
    auto casts = simplify::findRepeatedCasts(getOperation(), dominance);
    for (auto [repeated, original] : casts) {
      InFlightDiagnostic error = repeated.emitOpError(
          "expects to be the only cast of its operand to this type");
      error.attachNote(original.getLoc()) << "the first cast is here";
    }
    if (!casts.empty())
      signalPassFailure();
  }
};

} // namespace
} // namespace amp
