// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Derivatives of ops that pick elements: the gradient goes back to where its
// elements came from, in its own type, with zeros around it. Where an element
// was picked more than once its gradients are added in the order of the picks.

#include "Transforms/Autodiff/Rules.h"

using namespace mlir;
using namespace amp;
using namespace amp::autodiff;

static RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

/// The tensor with the elements along `axes` in the opposite order.
static Value reverse(Value value, ArrayRef<int64_t> axes, Rule &rule) {
  if (axes.empty())
    return value;
  SmallVector<int64_t> starts(axes.size(), -1), steps(axes.size(), -1);
  SmallVector<int64_t> ends(axes.size(), INT64_MIN);
  return SliceOp::create(rule.builder, value.getLoc(), value, axes, starts,
                         ends, rule.builder.getDenseI64ArrayAttr(steps));
}

static LogicalResult buildSlice(SliceOp op, Rule &rule) {
  if (failed(rule.requireStatic()))
    return failure();
  SmallVector<int64_t> low, steps, high, interior, backwards;
  ArrayRef<int64_t> shape = typeOf(op.getInput()).getShape();
  op.getOffsetsAndSteps(shape, low, steps);
  for (auto [i, extent] : llvm::enumerate(typeOf(op.getResult()).getShape())) {
    // Steps that a single element makes no use of would overflow the extent.
    int64_t between = extent > 1 ? std::abs(steps[i]) - 1 : 0;
    int64_t covered = extent > 0 ? (extent - 1) * (between + 1) + 1 : 0;
    interior.push_back(between);
    if (extent > 1 && steps[i] < 0) {
      backwards.push_back(i);
      low[i] -= covered - 1;
    }
    high.push_back(shape[i] - low[i] - covered);
  }
  rule.give(0, PadOp::create(rule.builder, op.getLoc(),
                             reverse(rule.gradient(), backwards, rule), low,
                             high, interior, llvm::APFloat(0.0)));
  return success();
}

static LogicalResult buildPad(PadOp op, Rule &rule) {
  if (failed(rule.requireStatic()))
    return failure();
  SmallVector<int64_t> axes, starts(op.getLow()), ends, steps;
  for (auto [i, extent] : llvm::enumerate(typeOf(op.getInput()).getShape())) {
    axes.push_back(i);
    steps.push_back(op.getInterior()[i] + 1);
    ends.push_back(starts[i] +
                   (extent > 0 ? (extent - 1) * steps.back() + 1 : 0));
  }
  rule.give(0, SliceOp::create(rule.builder, op.getLoc(), rule.gradient(), axes,
                               starts, ends,
                               rule.builder.getDenseI64ArrayAttr(steps)));
  return success();
}

static LogicalResult buildConcat(ConcatOp op, Rule &rule) {
  if (failed(rule.requireStatic()))
    return failure();
  int64_t axis = op.getAxis(), start = 0;
  for (auto [i, input] : llvm::enumerate(op.getInputs())) {
    int64_t end = start + typeOf(input).getDimSize(axis);
    if (rule.wants(i))
      rule.give(i, SliceOp::create(rule.builder, op.getLoc(), rule.gradient(),
                                   axis, start, end,
                                   /*steps=*/DenseI64ArrayAttr()));
    start = end;
  }
  return success();
}

/// The slices of `updates` added to zeros of `like`'s shape.
static Value scatterAdd(Value updates, Value indices, int64_t axis, Value like,
                        Rule &rule) {
  auto type =
      RankedTensorType::get(typeOf(like).getShape(), elementType(updates));
  return ScatterAddOp::create(rule.builder, updates.getLoc(), type, updates,
                              indices, axis, TypeAttr::get(rule.computeType()));
}

static LogicalResult buildGather(GatherOp op, Rule &rule) {
  if (!typeOf(op.getInput()).hasStaticShape() && failed(rule.requireStatic()))
    return failure();
  rule.give(0, scatterAdd(rule.gradient(), op.getIndices(), op.getAxis(),
                          op.getInput(), rule));
  return success();
}

static LogicalResult buildGatherElements(GatherElementsOp op, Rule &rule) {
  if (!typeOf(op.getInput()).hasStaticShape() && failed(rule.requireStatic()))
    return failure();
  rule.give(0, ScatterAddElementsOp::create(
                   rule.builder, op.getLoc(), op.getInput().getType(),
                   rule.gradient(), op.getIndices(), op.getAxis(),
                   TypeAttr::get(rule.computeType())));
  return success();
}

static LogicalResult buildEmbedding(EmbeddingOp op, Rule &rule) {
  if (!typeOf(op.getWeight()).hasStaticShape() && failed(rule.requireStatic()))
    return failure();
  Value updates = rule.gradient(), indices = op.getIndices();
  if (std::optional<int64_t> padding = op.getPaddingIndex()) {
    Type element = elementType(indices);
    Value index = ConstantOp::create(
        rule.builder, op.getLoc(),
        DenseElementsAttr::get(RankedTensorType::get({}, element),
                               Attribute(IntegerAttr::get(element, *padding))));
    Value isPadding = rule.compare(Predicate::Eq, indices, index);
    SmallVector<int64_t> rows(typeOf(indices).getShape());
    if (llvm::count_if(rows, ShapedType::isDynamic) > 1 &&
        failed(rule.requireStatic()))
      return failure();
    rows.push_back(1);
    updates = rule.select(rule.reshape(isPadding, rows), rule.constant(0.0),
                          rule.wideGradient());
  }
  rule.give(0, scatterAdd(updates, indices, /*axis=*/0, op.getWeight(), rule));
  return success();
}

static LogicalResult buildScatterAdd(ScatterAddOp op, Rule &rule) {
  rule.give(0, GatherOp::create(rule.builder, op.getLoc(), rule.gradient(),
                                op.getIndices(), op.getAxis()));
  return success();
}

static LogicalResult buildScatterAddElements(ScatterAddElementsOp op,
                                             Rule &rule) {
  rule.give(0,
            GatherElementsOp::create(rule.builder, op.getLoc(), rule.gradient(),
                                     op.getIndices(), op.getAxis()));
  return success();
}

void amp::autodiff::attachIndexRules(MLIRContext *context) {
  attachRule<SliceOp, buildSlice>(context);
  attachRule<PadOp, buildPad>(context);
  attachRule<ConcatOp, buildConcat>(context);
  attachRule<GatherOp, buildGather>(context);
  attachRule<GatherElementsOp, buildGatherElements>(context);
  attachRule<EmbeddingOp, buildEmbedding>(context);
  attachRule<ScatterAddOp, buildScatterAdd>(context);
  attachRule<ScatterAddElementsOp, buildScatterAddElements>(context);
}
