// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Folds of ops that cut tensors apart and put them together: what is whole
// disappears, slices of slices become one, and a slice of a concatenation looks
// only at the operand that it lies in.

#include "Patterns.h"

#include "amp/IR/Amp.h"

using namespace mlir;
using namespace amp;

static RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

/// A slice of `input` by offsets and steps along all axes, of static `type`.
static SliceOp createSlice(PatternRewriter &rewriter, Location location,
                           RankedTensorType type, Value input,
                           ArrayRef<int64_t> offsets, ArrayRef<int64_t> steps) {
  SmallVector<int64_t> axes, ends;
  for (auto [axis, extent] : llvm::enumerate(type.getShape())) {
    axes.push_back(axis);
    ends.push_back(SliceOp::getEnd(offsets[axis], steps[axis], extent));
  }
  return SliceOp::create(rewriter, location, type, input, axes, offsets, ends,
                         rewriter.getDenseI64ArrayAttr(steps));
}

namespace {

/// Nothing is cut off where every extent stays.
struct RemoveWholeSlice : OpRewritePattern<SliceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(SliceOp op,
                                PatternRewriter &rewriter) const override {
    RankedTensorType input = typeOf(op.getInput());
    bool isKnown = llvm::none_of(
        op.getAxes(), [&](int64_t axis) { return input.isDynamicDim(axis); });
    SmallVector<int64_t> offsets, steps;
    if (isKnown)
      op.getOffsetsAndSteps(input.getShape(), offsets, steps);
    bool isForward = llvm::all_of(llvm::zip(steps, input.getShape()),
                                  [](auto stepAndExtent) {
                                    return std::get<0>(stepAndExtent) > 0 ||
                                           std::get<1>(stepAndExtent) <= 1;
                                  });
    if (!isKnown || !isForward || input != op.getResult().getType())
      return rewriter.notifyMatchFailure(op, "expected a slice of everything");
    rewriter.replaceOp(op, op.getInput());
    return success();
  }
};

struct SliceOfSlice : OpRewritePattern<SliceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(SliceOp op,
                                PatternRewriter &rewriter) const override {
    auto inner = op.getInput().getDefiningOp<SliceOp>();
    if (!inner || !typeOf(inner.getInput()).hasStaticShape())
      return rewriter.notifyMatchFailure(op, "expected a slice of a slice");
    SmallVector<int64_t> offsets, steps, outerOffsets, outerSteps;
    inner.getOffsetsAndSteps(typeOf(inner.getInput()).getShape(), offsets,
                             steps);
    op.getOffsetsAndSteps(typeOf(inner.getResult()).getShape(), outerOffsets,
                          outerSteps);
    for (auto [axis, extent] :
         llvm::enumerate(typeOf(op.getResult()).getShape())) {
      // Steps between elements that there are lie inside of the operand.
      offsets[axis] += extent > 0 ? outerOffsets[axis] * steps[axis] : 0;
      steps[axis] = extent > 1 ? steps[axis] * outerSteps[axis] : 1;
    }
    rewriter.replaceOp(op, createSlice(rewriter, op.getLoc(),
                                       typeOf(op.getResult()), inner.getInput(),
                                       offsets, steps));
    return success();
  }
};

struct SliceOfConcat : OpRewritePattern<SliceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(SliceOp op,
                                PatternRewriter &rewriter) const override {
    auto concat = op.getInput().getDefiningOp<ConcatOp>();
    RankedTensorType result = typeOf(op.getResult());
    if (!concat || !typeOf(concat.getResult()).hasStaticShape())
      return rewriter.notifyMatchFailure(op,
                                         "expected a slice of a concatenation");
    int64_t axis = concat.getAxis(), extent = result.getDimSize(axis);
    SmallVector<int64_t> offsets, steps;
    op.getOffsetsAndSteps(typeOf(concat.getResult()).getShape(), offsets,
                          steps);
    int64_t begin = 0;
    for (Value input : concat.getInputs()) {
      RankedTensorType type = typeOf(input);
      int64_t end = begin + type.getDimSize(axis);
      int64_t first = offsets[axis];
      int64_t last = first + std::max<int64_t>(extent - 1, 0) * steps[axis];
      if (type.hasStaticShape() && extent > 0 &&
          std::min(first, last) >= begin && std::max(first, last) < end &&
          type.getElementType() == result.getElementType()) {
        offsets[axis] -= begin;
        rewriter.replaceOp(op, createSlice(rewriter, op.getLoc(), result, input,
                                           offsets, steps));
        return success();
      }
      begin = end;
    }
    return rewriter.notifyMatchFailure(op, "expected a slice of one operand");
  }
};

struct RemoveEmptyPad : OpRewritePattern<PadOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(PadOp op,
                                PatternRewriter &rewriter) const override {
    auto isZero = [](int64_t count) { return count == 0; };
    if (!llvm::all_of(op.getLow(), isZero) ||
        !llvm::all_of(op.getHigh(), isZero) ||
        !llvm::all_of(op.getInterior(), isZero))
      return rewriter.notifyMatchFailure(op, "expected a border of nothing");
    rewriter.replaceOp(op, op.getInput());
    return success();
  }
};

struct RemoveSingleConcat : OpRewritePattern<ConcatOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ConcatOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getInputs().size() != 1 ||
        op.getInputs().front().getType() != op.getResult().getType())
      return rewriter.notifyMatchFailure(op, "expected a single operand");
    rewriter.replaceOp(op, op.getInputs().front());
    return success();
  }
};

} // namespace

void amp::simplify::addSlicePatterns(RewritePatternSet &patterns) {
  patterns.add<RemoveWholeSlice, SliceOfSlice, SliceOfConcat, RemoveEmptyPad,
               RemoveSingleConcat>(patterns.getContext());
}
