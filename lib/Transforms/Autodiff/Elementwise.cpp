// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Derivatives of the elementwise family. Where the result tells the derivative
// the rule uses it, so that the operand need not be kept; NaN never stops a
// gradient: comparisons are written so that it takes the side that passes. An
// operand of a binary op may be broadcast, which only known extents tell.

#include "Transforms/Autodiff/Rules.h"

using namespace mlir;
using namespace amp;
using namespace amp::autodiff;

static LogicalResult buildAdd(AddOp op, Rule &rule) {
  if (failed(rule.requireStatic()))
    return failure();
  for (unsigned i : {0, 1})
    if (rule.wants(i))
      rule.give(i, rule.gradient());
  return success();
}

static LogicalResult buildSub(SubOp op, Rule &rule) {
  if (failed(rule.requireStatic()))
    return failure();
  if (rule.wants(0))
    rule.give(0, rule.gradient());
  if (rule.wants(1))
    rule.give(1, rule.neg(rule.wideGradient()));
  return success();
}

static LogicalResult buildMul(MulOp op, Rule &rule) {
  if (failed(rule.requireStatic()))
    return failure();
  if (rule.wants(0))
    rule.give(0, rule.mul(rule.wideGradient(), rule.wide(op.getRhs())));
  if (rule.wants(1))
    rule.give(1, rule.mul(rule.wideGradient(), rule.wide(op.getLhs())));
  return success();
}

/// d(a/b) = da / b - (a/b) * db / b.
static LogicalResult buildDiv(DivOp op, Rule &rule) {
  if (failed(rule.requireStatic()))
    return failure();
  Value lhs = rule.wide(op.getLhs()), rhs = rule.wide(op.getRhs());
  Value share = rule.div(rule.wideGradient(), rhs);
  if (rule.wants(0))
    rule.give(0, rule.guarded(share));
  if (rule.wants(1))
    rule.give(1, rule.guarded(rule.neg(rule.mul(share, rule.div(lhs, rhs)))));
  return success();
}

/// d(x^y) = y x^(y-1) dx + x^y log(x) dy. The first is 0 for y = 0 and the
/// second for x = 0 with y >= 0, where the power is constant: as PyTorch has
/// it.
static LogicalResult buildPow(PowOp op, Rule &rule) {
  if (failed(rule.requireStatic()))
    return failure();
  Value base = rule.wide(op.getLhs()), power = rule.wide(op.getRhs());
  Value gradient = rule.wideGradient(), zero = rule.constant(0.0);
  auto pow = [&](Value exponent) -> Value {
    return PowOp::create(rule.builder, op.getLoc(), base, exponent);
  };
  if (rule.wants(0)) {
    Value lowered = pow(rule.sub(power, rule.constant(1.0)));
    Value slope = rule.mul(gradient, rule.mul(power, lowered));
    Value constant = rule.compare(Predicate::Eq, power, zero);
    rule.give(0, rule.guarded(rule.select(constant, zero, slope)));
  }
  if (rule.wants(1)) {
    Value log = LogOp::create(rule.builder, op.getLoc(), base);
    Value slope = rule.mul(gradient, rule.mul(pow(power), log));
    Value inner =
        rule.select(rule.compare(Predicate::Ge, power, zero), zero, slope);
    Value root = rule.compare(Predicate::Eq, base, zero);
    rule.give(1, rule.guarded(rule.select(root, inner, slope)));
  }
  return success();
}

/// Gives the gradient to the operand that won; equal operands get half each.
/// `loses` holds between an operand and the other one where it was not taken.
static LogicalResult buildExtremum(Operation *op, Rule &rule, Predicate loses) {
  if (failed(rule.requireStatic()))
    return failure();
  Value gradient = rule.wideGradient(), zero = rule.constant(0.0);
  Value half = rule.mul(gradient, rule.constant(0.5));
  Value lhs = rule.wide(op->getOperand(0)), rhs = rule.wide(op->getOperand(1));
  Value shared =
      rule.select(rule.compare(Predicate::Eq, lhs, rhs), half, gradient);
  if (rule.wants(0))
    rule.give(0, rule.select(rule.compare(loses, lhs, rhs), zero, shared));
  if (rule.wants(1))
    rule.give(1, rule.select(rule.compare(loses, rhs, lhs), zero, shared));
  return success();
}

static LogicalResult buildMaximum(MaximumOp op, Rule &rule) {
  return buildExtremum(op, rule, Predicate::Lt);
}

static LogicalResult buildMinimum(MinimumOp op, Rule &rule) {
  return buildExtremum(op, rule, Predicate::Gt);
}

static LogicalResult buildSelect(SelectOp op, Rule &rule) {
  if (failed(rule.requireStatic()))
    return failure();
  Value gradient = rule.wideGradient(), zero = rule.constant(0.0);
  if (rule.wants(1))
    rule.give(1, rule.select(op.getCondition(), gradient, zero));
  if (rule.wants(2))
    rule.give(2, rule.select(op.getCondition(), zero, gradient));
  return success();
}

/// The adjoint of a rounding is the conversion of the gradient back.
static LogicalResult buildCast(CastOp, Rule &rule) {
  rule.give(0, rule.gradient());
  return success();
}

static LogicalResult buildNeg(NegOp, Rule &rule) {
  rule.give(0, rule.neg(rule.wideGradient()));
  return success();
}

static LogicalResult buildAbs(AbsOp op, Rule &rule) {
  Value input = rule.wide(op.getInput()), gradient = rule.wideGradient();
  Value zero = rule.constant(0.0);
  Value left = rule.select(rule.compare(Predicate::Lt, input, zero),
                           rule.neg(gradient), gradient);
  rule.give(0,
            rule.select(rule.compare(Predicate::Eq, input, zero), zero, left));
  return success();
}

static LogicalResult buildRelu(ReluOp op, Rule &rule) {
  Value zero = rule.constant(0.0);
  Value off = rule.compare(Predicate::Le, rule.wide(op.getResult()), zero);
  rule.give(0, rule.select(off, zero, rule.wideGradient()));
  return success();
}

static LogicalResult buildExp(ExpOp op, Rule &rule) {
  rule.give(0, rule.guarded(
                   rule.mul(rule.wideGradient(), rule.wide(op.getResult()))));
  return success();
}

static LogicalResult buildLog(LogOp op, Rule &rule) {
  rule.give(
      0, rule.guarded(rule.div(rule.wideGradient(), rule.wide(op.getInput()))));
  return success();
}

/// d sqrt(x) = dx / (2 sqrt(x)).
static LogicalResult buildSqrt(SqrtOp op, Rule &rule) {
  Value twice = rule.mul(rule.constant(2.0), rule.wide(op.getResult()));
  rule.give(0, rule.guarded(rule.div(rule.wideGradient(), twice)));
  return success();
}

/// d tanh(x) = (1 - tanh(x)^2) dx.
static LogicalResult buildTanh(TanhOp op, Rule &rule) {
  Value result = rule.wide(op.getResult());
  Value slope = rule.sub(rule.constant(1.0), rule.mul(result, result));
  rule.give(0, rule.mul(rule.wideGradient(), slope));
  return success();
}

/// d s(x) = s(x) (1 - s(x)) dx.
static LogicalResult buildSigmoid(SigmoidOp op, Rule &rule) {
  Value result = rule.wide(op.getResult());
  Value slope = rule.mul(result, rule.sub(rule.constant(1.0), result));
  rule.give(0, rule.mul(rule.wideGradient(), slope));
  return success();
}

/// d erf(x) = 2/sqrt(pi) exp(-x^2) dx.
static LogicalResult buildErf(ErfOp op, Rule &rule) {
  Value input = rule.wide(op.getInput());
  Value bell = rule.exp(rule.neg(rule.mul(input, input)));
  Value slope = rule.mul(rule.constant(M_2_SQRTPI), bell);
  rule.give(0, rule.mul(rule.wideGradient(), slope));
  return success();
}

/// d (x P(x)) = (P(x) + x p(x)) dx, P and p the normal distribution and its
/// density. P(x) = erfc(-x/sqrt(2))/2 does not cancel for negative x.
static Value buildErfSlope(Value input, Rule &rule) {
  Value scaled = rule.mul(input, rule.constant(-M_SQRT1_2));
  Value erfc = ErfcOp::create(rule.builder, input.getLoc(), scaled);
  Value half = rule.constant(0.5);
  Value cdf = rule.mul(half, erfc);
  Value bell = rule.exp(rule.neg(rule.mul(half, rule.mul(input, input))));
  Value pdf = rule.mul(rule.constant(0.5 * M_2_SQRTPI * M_SQRT1_2), bell);
  return rule.add(cdf, rule.mul(input, pdf));
}

/// With u = k (x + c x^3), k = sqrt(2/pi), t = tanh(u):
/// (1 + t)/2 + x/2 (1 - t^2) k (1 + 3 c x^2).
static Value buildTanhSlope(Value input, Rule &rule) {
  constexpr double cubic = 0.044715, k = M_2_SQRTPI * M_SQRT1_2;
  Value one = rule.constant(1.0), half = rule.constant(0.5);
  Value square = rule.mul(input, input);
  Value bent =
      rule.mul(input, rule.add(one, rule.mul(rule.constant(cubic), square)));
  Value tanh = TanhOp::create(rule.builder, input.getLoc(),
                              rule.mul(rule.constant(k), bent));
  Value left = rule.mul(half, rule.add(one, tanh));
  Value flank = rule.sub(one, rule.mul(tanh, tanh));
  Value inner = rule.add(rule.constant(k),
                         rule.mul(rule.constant(3.0 * k * cubic), square));
  Value right = rule.mul(rule.mul(half, input), rule.mul(flank, inner));
  return rule.add(left, right);
}

static LogicalResult buildGelu(GeluOp op, Rule &rule) {
  Value input = rule.wide(op.getInput());
  Value slope = op.getApproximate() == GeluKind::Erf
                    ? buildErfSlope(input, rule)
                    : buildTanhSlope(input, rule);
  rule.give(0, rule.guarded(rule.mul(rule.wideGradient(), slope)));
  return success();
}

void amp::autodiff::attachElementwiseRules(MLIRContext *context) {
  attachRule<AddOp, buildAdd>(context);
  attachRule<SubOp, buildSub>(context);
  attachRule<MulOp, buildMul>(context);
  attachRule<DivOp, buildDiv>(context);
  attachRule<PowOp, buildPow>(context);
  attachRule<MaximumOp, buildMaximum>(context);
  attachRule<MinimumOp, buildMinimum>(context);
  attachRule<SelectOp, buildSelect>(context);
  attachRule<CastOp, buildCast>(context);
  attachRule<NegOp, buildNeg>(context);
  attachRule<AbsOp, buildAbs>(context);
  attachRule<ReluOp, buildRelu>(context);
  attachRule<ExpOp, buildExp>(context);
  attachRule<LogOp, buildLog>(context);
  attachRule<SqrtOp, buildSqrt>(context);
  attachRule<TanhOp, buildTanh>(context);
  attachRule<SigmoidOp, buildSigmoid>(context);
  attachRule<ErfOp, buildErf>(context);
  attachRule<GeluOp, buildGelu>(context);
}
