// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The pass amp-fuse (stage 9).

#include "amp/Transforms/Passes.h"

#include "Analysis/StaticShapes.h"
#include "Transforms/Fusion/Grouping.h"

using namespace mlir;
using namespace amp;

namespace amp {
#define GEN_PASS_DEF_FUSEPASS
#include "TransformsPasses.h.inc"
} // namespace amp

/// Goes through a block once, checks it and finds what is to be rewritten.
static FailureOr<BlockContents> findContents(Block &block) {
  // More views in a row than a model has; each reader looks through all.
  constexpr unsigned mostViews = 32;
  BlockContents contents;
  llvm::DenseMap<Operation *, unsigned> depths;
  for (Operation &op : block) {
    if (failed(verifyStaticShapes(&op, op.getResultTypes())))
      return failure();
    FusionRole role = getFusionRole(&op);
    if (role == FusionRole::View || role == FusionRole::Reshape) {
      unsigned depth = depths.lookup(op.getOperand(0).getDefiningOp()) + 1;
      if (depth == mostViews)
        contents.deepViews.push_back(&op);
      depths[&op] = depth % mostViews;
    }
    if (auto branch = dyn_cast<IfOp>(op))
      contents.branches.push_back(branch);
    else if (auto size = dyn_cast<SizeOp>(op))
      contents.sizes.push_back(size);
    else if (auto transpose = dyn_cast<TransposeOp>(op))
      contents.transposes.push_back(transpose);
    else if (role == FusionRole::Reduction)
      contents.reductions.push_back(&op);
  }
  return contents;
}

namespace {

struct FusePass : amp::impl::FusePassBase<FusePass> {
  using FusePassBase::FusePassBase;

  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (function.isExternal())
      return;
    if (!function.getBody().hasOneBlock()) {
      function.emitError("expects a body of one block");
      return signalPassFailure();
    }
    if (failed(verifyStaticShapes(function, function.getArgumentTypes())) ||
        failed(fuseBlock(function.front())))
      signalPassFailure();
  }

private:
  LogicalResult fuseBlock(Block &block) {
    FailureOr<BlockContents> contents = findContents(block);
    if (failed(contents))
      return failure();
    // Outer branches first: what an inner one reads from far is an argument
    // then.
    for (IfOp branch : contents->branches)
      isolateBranch(branch);
    prepareForFusion(*contents);
    if (fuse && costs)
      offerTransposedCopies(contents->transposes);
    Grouping grouping(block, fuse, costs);
    if (fuse && costs)
      grouping.recompute();
    outlineRegions(block, grouping);
    if (contents->branches.empty())
      return success();
    // Those that nobody uses are gone.
    for (IfOp branch : block.getOps<IfOp>())
      for (Region &region : branch->getRegions())
        if (failed(fuseBlock(region.front())))
          return failure();
    return success();
  }
};

} // namespace
