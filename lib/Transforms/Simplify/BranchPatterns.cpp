// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Folds of branches: one whose condition is known is the region that it takes.

#include "Patterns.h"

#include "amp/IR/Amp.h"

using namespace mlir;
using namespace amp;

namespace {

struct TakeKnownBranch : OpRewritePattern<IfOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(IfOp op,
                                PatternRewriter &rewriter) const override {
    DenseElementsAttr condition;
    if (!matchPattern(op.getCondition(), m_Constant(&condition)))
      return rewriter.notifyMatchFailure(op, "expected a known condition");
    Region &taken =
        condition.getSplatValue<bool>() ? op.getThenBody() : op.getElseBody();
    Operation *yield = taken.front().getTerminator();
    rewriter.inlineBlockBefore(&taken.front(), op, op.getInputs());
    rewriter.replaceOp(op, yield->getOperands());
    rewriter.eraseOp(yield);
    return success();
  }
};

} // namespace

void amp::simplify::addBranchPatterns(RewritePatternSet &patterns) {
  patterns.add<TakeKnownBranch>(patterns.getContext());
}
