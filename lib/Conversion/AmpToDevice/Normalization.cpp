// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Softmax, its logarithm and layer_norm as reductions that keep their axes, so
// that the results broadcast back. One rounding, at the end.

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

/// The reciprocal deviation is one number a row, so no element is divided.
static Replacements decomposeLayerNorm(LayerNormOp op, Primitives &b) {
  Type compute = computeType(elementType(op.getInput()));
  SmallVector<int64_t> axes = op.getAxes();
  Value wide = b.cast(op.getInput(), compute);
  Value centered = b.sub(wide, b.mean(wide, axes, /*keepdims=*/true));
  Value variance = b.mean(b.mul(centered, centered), axes, /*keepdims=*/true);
  Value epsilon = b.constant(op.getEpsilon().convertToDouble(), compute);
  Value deviation = b.sqrt(b.add(variance, epsilon));
  Value result = b.mul(centered, b.div(b.constant(1, compute), deviation));
  if (Value weight = op.getWeight())
    result = b.mul(result, b.cast(weight, compute));
  if (Value bias = op.getBias())
    result = b.add(result, b.cast(bias, compute));
  return {b.cast(result, elementType(op.getResult()))};
}

void amp::lowering::registerNormalization(MLIRContext *context) {
  SoftmaxOp::attachInterface<CompositeModel<SoftmaxOp, decomposeSoftmax>>(
      *context);
  LayerNormOp::attachInterface<CompositeModel<LayerNormOp, decomposeLayerNorm>>(
      *context);
  LogSoftmaxOp::attachInterface<
      CompositeModel<LogSoftmaxOp, decomposeLogSoftmax>>(*context);
}
