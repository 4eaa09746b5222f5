// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rewrites f32 math ops into their bodies. One pattern template serves all
// functions; the bodies themselves are in the other files of this folder.

#include "amp/Conversion/MathBodies.h"

#include "Formula.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

using namespace mlir;
using namespace amp;

namespace {

/// Replaces one unary op on f32 by the body that `emitBody` emits.
template <typename Op, Value (*emitBody)(OpBuilder &, Location, Value)>
struct ExpandMath : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;

  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    Type type = op.getType();
    auto vector = dyn_cast<VectorType>(type);
    if (!type.isF32() &&
        !(vector && vector.getElementType().isF32() && !vector.isScalable()))
      return rewriter.notifyMatchFailure(
          op, "expects f32 or a fixed vector of f32");
    rewriter.replaceOp(op, emitBody(rewriter, op.getLoc(), op.getOperand()));
    return success();
  }
};

} // namespace

Value amp::emitRsqrt(OpBuilder &builder, Location loc, Value argument) {
  Formula f(builder, loc, argument.getType());
  Term root = f.wrap(math::SqrtOp::create(builder, loc, argument));
  return (f.real(1) / root).value;
}

void amp::populateMathBodyPatterns(RewritePatternSet &patterns) {
  patterns.add<
      ExpandMath<math::ExpOp, emitExp>, ExpandMath<math::Exp2Op, emitExp2>,
      ExpandMath<math::ExpM1Op, emitExpM1>, ExpandMath<math::LogOp, emitLog>,
      ExpandMath<math::Log2Op, emitLog2>, ExpandMath<math::Log1pOp, emitLog1p>,
      ExpandMath<math::TanhOp, emitTanh>, ExpandMath<math::ErfOp, emitErf>,
      ExpandMath<math::ErfcOp, emitErfc>, ExpandMath<math::SinOp, emitSin>,
      ExpandMath<math::CosOp, emitCos>, ExpandMath<math::RsqrtOp, emitRsqrt>>(
      patterns.getContext());
}

void amp::expandMathBodies(Operation *root) {
  RewritePatternSet patterns(root->getContext());
  populateMathBodyPatterns(patterns);
  walkAndApplyPatterns(root, std::move(patterns));
}
