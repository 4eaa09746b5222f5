// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Losses. On class indices, the target's class is picked by comparing indices
// with an iota: a select and a sum instead of a gather, so that the loss fuses
// with the softmax before it and its gradient needs no scatter.

#include "FusibleModels.h"

#include "amp/IR/Types.h"

using namespace mlir;
using namespace amp;
using namespace amp::lowering;

/// Minus the log-probability of each row's target, reduced. The others are
/// replaced by 0 before the sum, so that neither -inf nor NaN of a class that
/// is not the target reaches the loss, and adding zeros is exact.
template <typename LossOp>
static Replacements emitLoss(LossOp op, Primitives &b, Value logProbabilities) {
  auto type = cast<RankedTensorType>(logProbabilities.getType());
  if (type.isDynamicDim(1)) {
    op.emitOpError("expects a static number of classes, got ") << type;
    return {};
  }
  Value target = op.getTarget();
  Type compute = type.getElementType();
  Value column = b.reshape(
      target, {cast<RankedTensorType>(target.getType()).getDimSize(0), 1});
  Value classes = b.iota({1, type.getDimSize(1)}, 1, elementType(target));
  Value isTarget = b.compare(Predicate::Eq, column, classes);
  Value picked = b.select(isTarget, logProbabilities, b.constant(0, compute));
  Value losses = b.neg(b.sum(picked, 1));
  Value loss = losses;
  switch (op.getReduction()) {
  case LossReduction::Mean:
    loss = b.div(b.sum(losses, 0), b.size(losses, 0, compute));
    break;
  case LossReduction::Sum:
    loss = b.sum(losses, 0);
    break;
  case LossReduction::None:
    break;
  }
  return {b.cast(loss, elementType(op.getResult()))};
}

static Replacements decomposeCrossEntropy(CrossEntropyOp op, Primitives &b) {
  Value wide = b.cast(op.getLogits(), computeType(elementType(op.getLogits())));
  return emitLoss(op, b, b.logSoftmax(wide, 1));
}

static Replacements decomposeNll(NllOp op, Primitives &b) {
  Value input = op.getLogProbabilities();
  return emitLoss(op, b, b.cast(input, computeType(elementType(input))));
}

static Replacements decomposeMse(MseOp op, Primitives &b) {
  Type compute = computeType(elementType(op.getInput()));
  int64_t rank = cast<RankedTensorType>(op.getInput().getType()).getRank();
  auto axes = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  Value difference =
      b.sub(b.cast(op.getInput(), compute), b.cast(op.getTarget(), compute));
  Value loss = b.mul(difference, difference);
  switch (op.getReduction()) {
  case LossReduction::Mean:
    loss = b.mean(loss, axes);
    break;
  case LossReduction::Sum:
    loss = b.sum(loss, axes);
    break;
  case LossReduction::None:
    break;
  }
  return {b.cast(loss, elementType(op.getResult()))};
}

void amp::lowering::registerLoss(MLIRContext *context) {
  CrossEntropyOp::attachInterface<
      CompositeModel<CrossEntropyOp, decomposeCrossEntropy>>(*context);
  NllOp::attachInterface<CompositeModel<NllOp, decomposeNll>>(*context);
  MseOp::attachInterface<CompositeModel<MseOp, decomposeMse>>(*context);
}
