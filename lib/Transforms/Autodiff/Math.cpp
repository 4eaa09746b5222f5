// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Derivatives of the unary ops of Math.td. Rounding and sign are constant but
// for jumps, so no gradient passes them.

#include "Transforms/Autodiff/Rules.h"

using namespace mlir;
using namespace amp;
using namespace amp::autodiff;

template <typename ConcreteOp>
static LogicalResult stopGradient(ConcreteOp, Rule &) {
  return success();
}

/// d x^-1/2 = -1/2 x^-3/2 dx.
static LogicalResult buildRsqrt(RsqrtOp op, Rule &rule) {
  Value result = rule.wide(op.getResult());
  Value cube = rule.mul(rule.mul(result, result), result);
  Value slope = rule.mul(rule.constant(-0.5), cube);
  rule.give(0, rule.guarded(rule.mul(rule.wideGradient(), slope)));
  return success();
}

/// d x^-1 = -x^-2 dx.
static LogicalResult buildReciprocal(ReciprocalOp op, Rule &rule) {
  Value result = rule.wide(op.getResult());
  Value slope = rule.neg(rule.mul(result, result));
  rule.give(0, rule.guarded(rule.mul(rule.wideGradient(), slope)));
  return success();
}

static LogicalResult buildSin(SinOp op, Rule &rule) {
  Value input = rule.wide(op.getInput());
  Value slope = CosOp::create(rule.builder, op.getLoc(), input);
  rule.give(0, rule.guarded(rule.mul(rule.wideGradient(), slope)));
  return success();
}

static LogicalResult buildCos(CosOp op, Rule &rule) {
  Value input = rule.wide(op.getInput());
  Value slope = rule.neg(SinOp::create(rule.builder, op.getLoc(), input));
  rule.give(0, rule.guarded(rule.mul(rule.wideGradient(), slope)));
  return success();
}

/// d log2(x) = dx / (x log(2)).
static LogicalResult buildLog2(Log2Op op, Rule &rule) {
  Value share = rule.div(rule.wideGradient(), rule.wide(op.getInput()));
  rule.give(0, rule.guarded(rule.mul(share, rule.constant(M_LOG2E))));
  return success();
}

/// d log(1 + x) = dx / (1 + x).
static LogicalResult buildLog1p(Log1pOp op, Rule &rule) {
  Value sum = rule.add(rule.constant(1.0), rule.wide(op.getInput()));
  rule.give(0, rule.guarded(rule.div(rule.wideGradient(), sum)));
  return success();
}

/// d (e^x - 1) = e^x dx, from the result.
static LogicalResult buildExpm1(Expm1Op op, Rule &rule) {
  Value slope = rule.add(rule.wide(op.getResult()), rule.constant(1.0));
  rule.give(0, rule.guarded(rule.mul(rule.wideGradient(), slope)));
  return success();
}

/// d erfc(x) = -2/sqrt(pi) exp(-x^2) dx.
static LogicalResult buildErfc(ErfcOp op, Rule &rule) {
  Value input = rule.wide(op.getInput());
  Value bell = rule.exp(rule.neg(rule.mul(input, input)));
  Value slope = rule.mul(rule.constant(-M_2_SQRTPI), bell);
  rule.give(0, rule.mul(rule.wideGradient(), slope));
  return success();
}

/// With s = sigmoid(x): d (x s) = s (1 + x (1 - s)) dx.
static LogicalResult buildSilu(SiluOp op, Rule &rule) {
  Value input = rule.wide(op.getInput()), one = rule.constant(1.0);
  Value sigmoid = SigmoidOp::create(rule.builder, op.getLoc(), input);
  Value inner = rule.add(one, rule.mul(input, rule.sub(one, sigmoid)));
  Value slope = rule.mul(sigmoid, inner);
  rule.give(0, rule.guarded(rule.mul(rule.wideGradient(), slope)));
  return success();
}

/// d log(1 + e^x) = sigmoid(x) dx.
static LogicalResult buildSoftplus(SoftplusOp op, Rule &rule) {
  Value input = rule.wide(op.getInput());
  Value slope = SigmoidOp::create(rule.builder, op.getLoc(), input);
  rule.give(0, rule.mul(rule.wideGradient(), slope));
  return success();
}

void amp::autodiff::attachMathRules(MLIRContext *context) {
  attachRule<FloorOp, stopGradient>(context);
  attachRule<CeilOp, stopGradient>(context);
  attachRule<RoundOp, stopGradient>(context);
  attachRule<TruncOp, stopGradient>(context);
  attachRule<SignOp, stopGradient>(context);
  attachRule<RsqrtOp, buildRsqrt>(context);
  attachRule<ReciprocalOp, buildReciprocal>(context);
  attachRule<SinOp, buildSin>(context);
  attachRule<CosOp, buildCos>(context);
  attachRule<Log2Op, buildLog2>(context);
  attachRule<Log1pOp, buildLog1p>(context);
  attachRule<Expm1Op, buildExpm1>(context);
  attachRule<ErfcOp, buildErfc>(context);
  attachRule<SiluOp, buildSilu>(context);
  attachRule<SoftplusOp, buildSoftplus>(context);
}
