// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Softmax and its logarithm as reductions that keep their axis, so that the
// results broadcast back. One rounding, at the end.

#include "FusibleModels.h"

#include "amp/IR/Types.h"

using namespace mlir;
using namespace amp;
using namespace amp::lowering;

static Replacements decomposeSoftmax(SoftmaxOp op, Primitives &b) {
  int64_t axis = op.getAxis();
  Value wide = b.cast(op.getInput(), computeType(elementType(op.getInput())));
  Value powers = b.exp(b.sub(wide, b.max(wide, axis, /*keepdims=*/true)));
  Value softmax = b.div(powers, b.sum(powers, axis, /*keepdims=*/true));
  return {b.cast(softmax, elementType(op.getResult()))};
}

static Replacements decomposeLogSoftmax(LogSoftmaxOp op, Primitives &b) {
  Value wide = b.cast(op.getInput(), computeType(elementType(op.getInput())));
  return {
      b.cast(b.logSoftmax(wide, op.getAxis()), elementType(op.getResult()))};
}

void amp::lowering::registerNormalization(MLIRContext *context) {
  SoftmaxOp::attachInterface<CompositeModel<SoftmaxOp, decomposeSoftmax>>(
      *context);
  LogSoftmaxOp::attachInterface<
      CompositeModel<LogSoftmaxOp, decomposeLogSoftmax>>(*context);
}
