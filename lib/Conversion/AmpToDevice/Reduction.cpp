// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reductions: sum, max and min are primitive, mean is a sum over a
// count, var two of them.

#include "FusibleModels.h"

#include "amp/IR/Types.h"

using namespace mlir;
using namespace amp;
using namespace amp::lowering;

/// The count comes from the extents at run time, never from a constant, so that
/// one kernel serves every batch size.
static Replacements decomposeMean(MeanOp op, Primitives &b) {
  Type compute = computeType(elementType(op.getInput()));
  Value wide = b.cast(op.getInput(), compute);
  Value sum = b.sum(wide, op.getAxes(), op.getKeepdims());
  Value mean = b.div(sum, b.size(op.getInput(), op.getAxes(), compute));
  return {b.cast(mean, elementType(op.getResult()))};
}

/// The mean keeps its axes, so that it broadcasts back.
static Replacements decomposeVar(VarOp op, Primitives &b) {
  Type compute = computeType(elementType(op.getInput()));
  ArrayRef<int64_t> axes = op.getAxes();
  Value wide = b.cast(op.getInput(), compute);
  Value centered = b.sub(wide, b.mean(wide, axes, /*keepdims=*/true));
  Value sum = b.sum(b.mul(centered, centered), axes, op.getKeepdims());
  Value count = b.size(op.getInput(), axes, compute);
  Value correction = b.constant(op.getCorrection().convertToDouble(), compute);
  Value divisor = b.maximum(b.sub(count, correction), b.constant(0, compute));
  return {b.cast(b.div(sum, divisor), elementType(op.getResult()))};
}

void amp::lowering::registerReduction(MLIRContext *context) {
  SumOp::attachInterface<RoleModel<SumOp, FusionKind::Reduction>>(*context);
  MaxOp::attachInterface<RoleModel<MaxOp, FusionKind::Reduction>>(*context);
  MinOp::attachInterface<RoleModel<MinOp, FusionKind::Reduction>>(*context);
  MeanOp::attachInterface<CompositeModel<MeanOp, decomposeMean>>(*context);
  VarOp::attachInterface<CompositeModel<VarOp, decomposeVar>>(*context);
}
