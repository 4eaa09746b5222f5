// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Folds of views and of arithmetic that leave every bit as it is, signs of
// zeros included: x * 1, x / 1, x - 0, -(-x), rounding of what is rounded, and
// a choice between equals. x + 0 is not among them, as it turns -0 into +0.

#include "Patterns.h"

#include "amp/IR/Amp.h"

using namespace mlir;
using namespace amp;

/// Whether the value is a splat constant equal to `expected`, with its sign.
static bool isConstant(Value value, double expected) {
  SplatElementsAttr elements;
  if (!matchPattern(value, m_Constant(&elements)))
    return false;
  if (isa<FloatType>(elements.getElementType())) {
    APFloat splat = elements.getSplatValue<APFloat>();
    return splat.isExactlyValue(expected) ||
           (expected == 0 && splat.isPosZero());
  }
  if (elements.getElementType().isInteger(1))
    return false;
  return elements.getSplatValue<APInt>() == int64_t(expected);
}

namespace {

/// Replaces an op by an operand of the result's type.
LogicalResult replaceBy(Operation *op, Value value, PatternRewriter &rewriter) {
  if (value.getType() != op->getResult(0).getType())
    return rewriter.notifyMatchFailure(op, "expected a value of its own type");
  rewriter.replaceOp(op, value);
  return success();
}

struct MultiplyByOne : OpRewritePattern<MulOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(MulOp op,
                                PatternRewriter &rewriter) const override {
    if (isConstant(op.getRhs(), 1))
      return replaceBy(op, op.getLhs(), rewriter);
    if (isConstant(op.getLhs(), 1))
      return replaceBy(op, op.getRhs(), rewriter);
    return rewriter.notifyMatchFailure(op, "expected a factor of one");
  }
};

struct DivideByOne : OpRewritePattern<DivOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(DivOp op,
                                PatternRewriter &rewriter) const override {
    if (!isConstant(op.getRhs(), 1))
      return rewriter.notifyMatchFailure(op, "expected a divisor of one");
    return replaceBy(op, op.getLhs(), rewriter);
  }
};

struct SubtractZero : OpRewritePattern<SubOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(SubOp op,
                                PatternRewriter &rewriter) const override {
    if (!isConstant(op.getRhs(), 0))
      return rewriter.notifyMatchFailure(op, "expected to subtract +0");
    return replaceBy(op, op.getLhs(), rewriter);
  }
};

/// f(f(x)) is x.
template <typename Op> struct RemoveTwice : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;

  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    auto inner = op.getInput().template getDefiningOp<Op>();
    if (!inner)
      return rewriter.notifyMatchFailure(op, "expected the same op twice");
    return replaceBy(op, inner.getInput(), rewriter);
  }
};

/// f(f(x)) is f(x).
template <typename Op> struct RemoveRepeated : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;

  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    if (!op.getInput().template getDefiningOp<Op>())
      return rewriter.notifyMatchFailure(op, "expected the same op twice");
    return replaceBy(op, op.getInput(), rewriter);
  }
};

struct SelectBetweenEquals : OpRewritePattern<SelectOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(SelectOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getTrueValue() != op.getFalseValue())
      return rewriter.notifyMatchFailure(op, "expected equal values");
    return replaceBy(op, op.getTrueValue(), rewriter);
  }
};

/// A view to the operand's own type is the operand: with at most one dynamic
/// extent a reshape cannot exchange two, and a broadcast has nothing else to
/// take a dynamic extent from.
template <typename ViewOp>
struct RemoveIdentityView : OpRewritePattern<ViewOp> {
  using OpRewritePattern<ViewOp>::OpRewritePattern;

  LogicalResult matchAndRewrite(ViewOp op,
                                PatternRewriter &rewriter) const override {
    return replaceBy(op, op.getInput(), rewriter);
  }
};

struct ReshapeOfReshape : OpRewritePattern<ReshapeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ReshapeOp op,
                                PatternRewriter &rewriter) const override {
    auto inner = op.getInput().getDefiningOp<ReshapeOp>();
    if (!inner)
      return rewriter.notifyMatchFailure(op, "expected a reshape of a reshape");
    rewriter.modifyOpInPlace(
        op, [&] { op.getInputMutable().assign(inner.getInput()); });
    return success();
  }
};

struct BroadcastOfBroadcast : OpRewritePattern<BroadcastOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(BroadcastOp op,
                                PatternRewriter &rewriter) const override {
    auto inner = op.getInput().getDefiningOp<BroadcastOp>();
    if (!inner)
      return rewriter.notifyMatchFailure(op,
                                         "expected a broadcast of a broadcast");
    rewriter.modifyOpInPlace(
        op, [&] { op.getInputMutable().assign(inner.getInput()); });
    return success();
  }
};

struct FoldTranspose : OpRewritePattern<TransposeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(TransposeOp op,
                                PatternRewriter &rewriter) const override {
    ArrayRef<int64_t> outer = op.getPermutation();
    if (llvm::equal(outer, llvm::seq<int64_t>(0, outer.size())))
      return replaceBy(op, op.getInput(), rewriter);
    auto inner = op.getInput().getDefiningOp<TransposeOp>();
    if (!inner)
      return rewriter.notifyMatchFailure(op,
                                         "expected a transpose of a transpose");
    SmallVector<int64_t> permutation = llvm::map_to_vector(
        outer, [&](int64_t i) { return inner.getPermutation()[i]; });
    rewriter.modifyOpInPlace(op, [&] {
      op.getInputMutable().assign(inner.getInput());
      op.setPermutation(permutation);
    });
    return success();
  }
};

} // namespace

void amp::simplify::addAlgebraPatterns(RewritePatternSet &patterns) {
  patterns.add<MultiplyByOne, DivideByOne, SubtractZero, RemoveTwice<NegOp>,
               RemoveTwice<LogicalNotOp>, RemoveRepeated<FloorOp>,
               RemoveRepeated<CeilOp>, RemoveRepeated<RoundOp>,
               RemoveRepeated<TruncOp>, RemoveRepeated<SignOp>,
               RemoveRepeated<ReluOp>, SelectBetweenEquals,
               RemoveIdentityView<ReshapeOp>, RemoveIdentityView<BroadcastOp>,
               ReshapeOfReshape, BroadcastOfBroadcast, FoldTranspose>(
      patterns.getContext());
}
