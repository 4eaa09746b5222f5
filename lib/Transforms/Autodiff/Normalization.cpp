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

void amp::autodiff::attachNormalizationRules(MLIRContext *context) {
  attachRule<SoftmaxOp, buildSoftmax>(context);
  attachRule<LogSoftmaxOp, buildLogSoftmax>(context);
}
