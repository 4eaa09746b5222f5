// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Derivatives of the losses. The number of samples or elements is counted at
// run time, so that code for one batch size serves the others.

#include "Transforms/Autodiff/Rules.h"

using namespace mlir;
using namespace amp;
using namespace amp::autodiff;

/// Returns where the class index equals the target: [samples, classes].
static Value buildTargetMask(Value scores, Value target, Rule &rule) {
  auto type = cast<RankedTensorType>(scores.getType());
  Location loc = target.getLoc();
  Value classes = IotaOp::create(rule.builder, loc,
                                 withElementType(type, elementType(target)),
                                 /*axis=*/1);
  Value column = rule.reshape(target, {type.getDimSize(0), 1});
  return rule.compare(Predicate::Eq, classes, column);
}

/// Returns the gradient of one sample's loss, to be broadcast to
/// [samples, classes].
static Value buildSampleGradient(Value scores, LossReduction reduction,
                                 Rule &rule) {
  Value gradient = rule.wideGradient();
  switch (reduction) {
  case LossReduction::Mean:
    return rule.div(gradient, rule.size(scores, {0}));
  case LossReduction::Sum:
    return gradient;
  case LossReduction::None: {
    auto type = cast<RankedTensorType>(scores.getType());
    return rule.reshape(gradient, {type.getDimSize(0), 1});
  }
  }
  llvm_unreachable("unknown loss reduction");
}

/// dx = (softmax(x) - [class is target]) g.
static LogicalResult buildCrossEntropy(CrossEntropyOp op, Rule &rule) {
  if (failed(rule.requireStatic()))
    return failure();
  Value logits = op.getLogits();
  Value softmax =
      SoftmaxOp::create(rule.builder, op.getLoc(), rule.wide(logits),
                        /*axis=*/1, TypeAttr::get(rule.computeType()),
                        /*dtype=*/TypeAttr());
  Value mask = buildTargetMask(logits, op.getTarget(), rule);
  Value difference = rule.sub(
      softmax, rule.select(mask, rule.constant(1.0), rule.constant(0.0)));
  Value gradient = buildSampleGradient(logits, op.getReduction(), rule);
  rule.give(0, rule.mul(difference, gradient));
  return success();
}

/// dx = -[class is target] g.
static LogicalResult buildNll(NllOp op, Rule &rule) {
  if (failed(rule.requireStatic()))
    return failure();
  Value scores = op.getLogProbabilities();
  Value mask = buildTargetMask(scores, op.getTarget(), rule);
  Value gradient = buildSampleGradient(scores, op.getReduction(), rule);
  rule.give(0, rule.select(mask, rule.neg(gradient), rule.constant(0.0)));
  return success();
}

/// dx = 2 (x - y) g = -dy.
static LogicalResult buildMse(MseOp op, Rule &rule) {
  if (failed(rule.requireStatic()))
    return failure();
  Value input = rule.wide(op.getInput());
  int64_t rank = cast<RankedTensorType>(input.getType()).getRank();
  auto axes = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  Value share = rule.mul(rule.constant(2.0), rule.wideGradient());
  if (op.getReduction() == LossReduction::Mean)
    share = rule.div(share, rule.size(input, axes));
  Value slope = rule.mul(rule.sub(input, rule.wide(op.getTarget())), share);
  if (rule.wants(0))
    rule.give(0, slope);
  if (rule.wants(1))
    rule.give(1, rule.neg(slope));
  return success();
}

void amp::autodiff::attachLossRules(MLIRContext *context) {
  attachRule<CrossEntropyOp, buildCrossEntropy>(context);
  attachRule<NllOp, buildNll>(context);
  attachRule<MseOp, buildMse>(context);
}
