// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// amp-simplify and its verifier (stage 6). Folding and merging equal ops enable
// each other, so they alternate until nothing changes.

#include "EqualOps.h"
#include "Patterns.h"
#include "SharedCasts.h"

#include "amp/Transforms/Passes.h"

#include "mlir/IR/Dominance.h"
#include "mlir/Rewrite/PatternApplicator.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;

namespace amp {

#define GEN_PASS_DEF_SIMPLIFYPASS
#define GEN_PASS_DEF_VERIFYSIMPLIFYPASS
#include "TransformsPasses.h.inc"

namespace {

/// The ops that a rewriter made, or whose operands or attributes it changed, in
/// that order, and that still exist.
class ChangedOps : public RewriterBase::Listener {
public:
  void notifyOperationModified(Operation *op) override {
    if (alive.insert(op).second)
      order.push_back(op);
  }
  void notifyOperationInserted(Operation *op, OpBuilder::InsertPoint) override {
    notifyOperationModified(op);
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
    ChangedOps changes;
    IRRewriter rewriter(&getContext(), &changes);
    // Every pattern shortens a chain, so no bound on the rounds is needed.
    GreedyRewriteConfig config;
    config.setMaxIterations(GreedyRewriteConfig::kNoLimit);
    // Our regions have one block and no arguments to merge.
    config.setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled);
    // Most ops match nothing, so a plain walk finds what folds and the first
    // matches; from there on, only what changed can match anew.
    PatternApplicator applicator(patterns);
    applicator.applyDefaultCostModel();
    PatternRewriter once(&getContext());
    once.setListener(&changes);
    simplify::BranchingBlocks branching;
    for (Region &region : getOperation()->getRegions())
      visit(region, applicator, once, changes, branching);
    FailureOr<bool> changed = rewriteChanged(changes, config);
    while (succeeded(changed)) {
      simplify::mergeEqualOps(getOperation(), branching, rewriter);
      changed = rewriteChanged(changes, config);
      if (succeeded(changed) && !*changed)
        return;
    }
    emitError(getOperation()->getLoc(), "simplification does not end");
    signalPassFailure();
  }

private:
  /// Visits every op once, regions before the ops they are of and users before
  /// what they read, so that what only dead ops use is dead as well. Erases an
  /// op that nothing reads; folds others in place, such as constants to the
  /// right of what commutes, and notes those that fold, to other values as
  /// well; else applies the patterns, which erase no other op of the block.
  void visit(Region &region, PatternApplicator &applicator,
             PatternRewriter &rewriter, ChangedOps &changes,
             simplify::BranchingBlocks &branching) {
    SmallVector<OpFoldResult> folded;
    for (Block &block : llvm::reverse(region))
      for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block))) {
        for (Region &nested : op.getRegions()) {
          branching.insert(&block);
          visit(nested, applicator, rewriter, changes, branching);
        }
        // What has no results is there for what it does.
        if (op.getNumResults() == 0 && op.getNumRegions() == 0)
          continue;
        folded.clear();
        rewriter.setInsertionPoint(&op);
        if (isOpTriviallyDead(&op))
          rewriter.eraseOp(&op);
        else if (op.hasTrait<OpTrait::ConstantLike>() ||
                 failed(op.fold(folded)))
          // To fail is to match no pattern, as most ops do; of what a pattern
          // does the rewriter tells `changes`.
          std::ignore = applicator.matchAndRewrite(&op, rewriter);
        else
          changes.notifyOperationModified(&op);
      }
  }

  /// Applies the patterns to what has changed and to what that changes. Returns
  /// whether any matched.
  FailureOr<bool> rewriteChanged(ChangedOps &changes,
                                 const GreedyRewriteConfig &config) {
    bool matched = false;
    SmallVector<Operation *> ops = changes.take();
    if (!ops.empty() &&
        failed(applyOpPatternsGreedily(ops, patterns, config, &matched)))
      return failure();
    return matched;
  }

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
