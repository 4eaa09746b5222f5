// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Derivatives of shape ops: the gradient is moved back where its elements came
// from, in its own type; only the adjoint of a broadcast adds.

#include "Transforms/Autodiff/Rules.h"

using namespace mlir;
using namespace amp;
using namespace amp::autodiff;

static LogicalResult buildReshape(ReshapeOp op, Rule &rule) {
  auto type = cast<RankedTensorType>(op.getInput().getType());
  if (type.getNumDynamicDims() > 1 && failed(rule.requireStatic()))
    return failure();
  rule.give(0, rule.reshape(rule.gradient(), type.getShape()));
  return success();
}

static LogicalResult buildTranspose(TransposeOp op, Rule &rule) {
  ArrayRef<int64_t> permutation = op.getPermutation();
  SmallVector<int64_t> inverse(permutation.size());
  for (auto [to, from] : llvm::enumerate(permutation))
    inverse[from] = to;
  rule.give(0, TransposeOp::create(rule.builder, op.getLoc(), rule.gradient(),
                                   inverse));
  return success();
}

static LogicalResult buildBroadcast(BroadcastOp op, Rule &rule) {
  if (failed(rule.requireStatic()))
    return failure();
  rule.give(0, rule.gradient());
  return success();
}

/// A number of elements does not depend on the elements.
static LogicalResult buildSize(SizeOp, Rule &) { return success(); }

void amp::autodiff::attachShapeRules(MLIRContext *context) {
  attachRule<ReshapeOp, buildReshape>(context);
  attachRule<TransposeOp, buildTranspose>(context);
  attachRule<BroadcastOp, buildBroadcast>(context);
  attachRule<SizeOp, buildSize>(context);
}
