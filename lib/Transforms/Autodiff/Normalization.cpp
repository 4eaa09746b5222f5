// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Derivatives of normalisations, from the result y and the gradient g.

#include "Transforms/Autodiff/Rules.h"

using namespace mlir;
using namespace amp;
using namespace amp::autodiff;

/// dx = y (g - sum(g y)).
static LogicalResult buildSoftmax(SoftmaxOp op, Rule &rule) {
  Value result = rule.wide(op.getResult()), gradient = rule.wideGradient();
  int64_t axis = op.getAxis();
  Value total = rule.sum(rule.mul(gradient, result), axis, /*keepdims=*/true);
  rule.give(0, rule.mul(result, rule.sub(gradient, total)));
  return success();
}

/// dx = g - exp(y) sum(g).
static LogicalResult buildLogSoftmax(LogSoftmaxOp op, Rule &rule) {
  Value gradient = rule.wideGradient();
  int64_t axis = op.getAxis();
  Value total = rule.sum(gradient, axis, /*keepdims=*/true);
  Value weight = rule.exp(rule.wide(op.getResult()));
  rule.give(0, rule.sub(gradient, rule.mul(weight, total)));
  return success();
}

/// With z the normalised input, r the reciprocal deviation and h = g times the
/// weight: dx = r (h - mean(h) - z mean(h z)), dweight = sum(g z), dbias =
/// sum(g). Mean and deviation are those of the forward, which later stages
/// share.
static LogicalResult buildLayerNorm(LayerNormOp op, Rule &rule) {
  if (failed(rule.requireStatic()))
    return failure();
  SmallVector<int64_t> axes = op.getAxes();
  Value input = rule.wide(op.getInput()), gradient = rule.wideGradient();
  Value centered = rule.sub(input, rule.mean(input, axes));
  Value variance = rule.mean(rule.mul(centered, centered), axes);
  Value epsilon = rule.constant(op.getEpsilon().convertToDouble());
  Value deviation =
      SqrtOp::create(rule.builder, op.getLoc(), rule.add(variance, epsilon));
  Value inverse = rule.div(rule.constant(1.0), deviation);
  Value normalized = rule.mul(centered, inverse);
  if (rule.wants(0)) {
    Value scaled = gradient;
    if (Value weight = op.getWeight())
      scaled = rule.mul(gradient, rule.wide(weight));
    Value mean = rule.mean(scaled, axes);
    Value slope = rule.mean(rule.mul(scaled, normalized), axes);
    Value rest = rule.sub(rule.sub(scaled, mean), rule.mul(normalized, slope));
    rule.give(0, rule.mul(inverse, rest));
  }
  if (op.getWeight() && rule.wants(1))
    rule.give(1, rule.mul(gradient, normalized));
  if (op.getBias() && rule.wants(2))
    rule.give(2, gradient);
  return success();
}

void amp::autodiff::attachNormalizationRules(MLIRContext *context) {
  attachRule<SoftmaxOp, buildSoftmax>(context);
  attachRule<LayerNormOp, buildLayerNorm>(context);
  attachRule<LogSoftmaxOp, buildLogSoftmax>(context);
}
