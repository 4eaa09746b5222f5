// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Folds of casts that the compiler made. A cast of a cast may skip the first
// one if that was exact, as the second then rounds the same number; a cast that
// the user wrote is a rounding point and neither skipped nor removed (P5).

#include "Patterns.h"

#include "amp/IR/Amp.h"
#include "amp/IR/Types.h"

using namespace mlir;
using namespace amp;

/// Number of bits of an integer that a float type holds exactly.
static unsigned precisionOf(Type element) {
  return cast<FloatType>(element).getFPMantissaWidth();
}

/// Number of magnitude bits of an integer type: i1 is 0 or 1, the others are
/// signed, and their lowest value is a power of two.
static unsigned magnitudeBits(Type element) {
  return std::max(1u, element.getIntOrFloatBitWidth() - 1);
}

/// Whether every value of `from` is one of `to`.
static bool isExact(Type from, Type to) {
  if (from == to)
    return true;
  if (to.isInteger(1))
    return false;
  if (isa<FloatType>(from)) {
    if (!isa<FloatType>(to))
      return false;
    return from.getIntOrFloatBitWidth() < to.getIntOrFloatBitWidth();
  }
  // 2^63 lies within the range of all floats but f16, whose significand is
  // shorter than any integer for which that matters.
  if (isa<FloatType>(to))
    return magnitudeBits(from) <= precisionOf(to);
  return from.getIntOrFloatBitWidth() < to.getIntOrFloatBitWidth();
}

/// Whether casting `from` through `middle`, which holds it exactly, to `to` is
/// the cast from `from` to `to`. All conversions to floats round once. An
/// integer saturates when it comes from a float and wraps when it comes from an
/// integer.
static bool mayMerge(Type from, Type middle, Type to) {
  if (!isExact(from, middle))
    return false;
  if (from == to || isa<FloatType>(to) || to.isInteger(1))
    return true;
  return isa<FloatType>(from) == isa<FloatType>(middle);
}

namespace {

struct FoldCastOfCast : OpRewritePattern<CastOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(CastOp op,
                                PatternRewriter &rewriter) const override {
    auto inner = op.getInput().getDefiningOp<CastOp>();
    if (!inner || inner.getOrigin() == CastOrigin::User)
      return rewriter.notifyMatchFailure(op, "expected a compiler's cast");
    Value source = inner.getInput();
    if (!mayMerge(elementType(source), elementType(inner.getResult()),
                  elementType(op.getResult())))
      return rewriter.notifyMatchFailure(op, "expected an exact first cast");
    if (source.getType() == op.getResult().getType() &&
        op.getOrigin() != CastOrigin::User) {
      rewriter.replaceOp(op, source);
      return success();
    }
    rewriter.modifyOpInPlace(op, [&] { op.getInputMutable().assign(source); });
    return success();
  }
};

struct RemoveIdentityCast : OpRewritePattern<CastOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(CastOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getOrigin() == CastOrigin::User ||
        op.getInput().getType() != op.getResult().getType())
      return rewriter.notifyMatchFailure(op,
                                         "expected a cast to the same type");
    rewriter.replaceOp(op, op.getInput());
    return success();
  }
};

} // namespace

void amp::simplify::addCastPatterns(RewritePatternSet &patterns) {
  patterns.add<FoldCastOfCast, RemoveIdentityCast>(patterns.getContext());
}
