// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Derivatives of reductions: the gradient goes back to every element that it
// came from.

#include "Transforms/Autodiff/Rules.h"

using namespace mlir;
using namespace amp;
using namespace amp::autodiff;

static LogicalResult buildSum(SumOp op, Rule &rule) {
  if (failed(rule.requireStatic()))
    return failure();
  rule.give(0, rule.spread(rule.wideGradient(), op.getAxes()));
  return success();
}

static LogicalResult buildMean(MeanOp op, Rule &rule) {
  if (failed(rule.requireStatic()))
    return failure();
  Value share =
      rule.div(rule.wideGradient(), rule.size(op.getInput(), op.getAxes()));
  rule.give(0, rule.spread(share, op.getAxes()));
  return success();
}

/// dx = 2 (x - mean) g / divisor, with the divisor of the forward.
static LogicalResult buildVar(VarOp op, Rule &rule) {
  if (failed(rule.requireStatic()))
    return failure();
  Value input = rule.wide(op.getInput());
  Value centered = rule.sub(input, rule.mean(input, op.getAxes()));
  Value correction = rule.constant(op.getCorrection().convertToDouble());
  Value count = rule.sub(rule.size(op.getInput(), op.getAxes()), correction);
  Value divisor =
      MaximumOp::create(rule.builder, op.getLoc(), count, rule.constant(0.0));
  Value twice = rule.mul(rule.constant(2.0), rule.wideGradient());
  Value share = rule.guarded(rule.div(twice, divisor));
  rule.give(0, rule.mul(centered, rule.spread(share, op.getAxes())));
  return success();
}

/// The elements equal to the extreme share its gradient. `beyond` holds for
/// those that are not, and "not beyond" instead of "equal" lets a NaN through,
/// which is beyond nothing.
template <typename ExtremeOp>
static LogicalResult buildExtreme(ExtremeOp op, Predicate beyond, Rule &rule) {
  if (failed(rule.requireStatic()))
    return failure();
  Value zero = rule.constant(0.0);
  Value extreme = rule.spread(rule.wide(op.getResult()), op.getAxes());
  Value isOther = rule.compare(beyond, rule.wide(op.getInput()), extreme);
  Value count = rule.sum(rule.select(isOther, zero, rule.constant(1.0)),
                         op.getAxes(), op.getKeepdims());
  Value share = rule.spread(rule.div(rule.wideGradient(), count), op.getAxes());
  rule.give(0, rule.select(isOther, zero, share));
  return success();
}

static LogicalResult buildMax(MaxOp op, Rule &rule) {
  return buildExtreme(op, Predicate::Lt, rule);
}

static LogicalResult buildMin(MinOp op, Rule &rule) {
  return buildExtreme(op, Predicate::Gt, rule);
}

void amp::autodiff::attachReductionRules(MLIRContext *context) {
  attachRule<SumOp, buildSum>(context);
  attachRule<MeanOp, buildMean>(context);
  attachRule<VarOp, buildVar>(context);
  attachRule<MaxOp, buildMax>(context);
  attachRule<MinOp, buildMin>(context);
}
