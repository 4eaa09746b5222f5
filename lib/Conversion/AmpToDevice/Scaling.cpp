// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loss scaling and clipping. What is reduced over a whole gradient is seen as a
// vector first: that is the row form, whose order does not depend on the shape
// of the gradient (P4).

#include "FusibleModels.h"

#include "amp/IR/Types.h"

using namespace mlir;
using namespace amp;
using namespace amp::lowering;

static Replacements decomposeScale(ScaleOp op, Primitives &b) {
  Type compute = computeType(elementType(op.getValue()));
  Value scaled =
      b.mul(b.cast(op.getValue(), compute), b.cast(op.getScale(), compute));
  return {b.cast(scaled, elementType(op.getResult()))};
}

static Replacements decomposeUnscale(UnscaleAndCheckOp op, Primitives &b) {
  Value gradient = op.getGradient();
  Type compute = computeType(elementType(gradient));
  Type f32 = b.getF32Type(), f64 = b.getF64Type();
  Value inverse =
      b.cast(b.div(b.constant(1, f64), b.cast(op.getScale(), f64)), f32);
  Value scaled = b.mul(b.cast(gradient, compute), b.cast(inverse, compute));
  Value isOne = b.compare(Predicate::Eq, inverse, b.constant(1, f32));
  Value unscaled =
      b.select(isOne, gradient, b.cast(scaled, elementType(gradient)));

  auto type = cast<RankedTensorType>(gradient.getType());
  Value isBad = b.select(b.isFinite(b.flatten(gradient)), b.constant(0, f32),
                         b.constant(1, f32));
  Value found = b.max(isBad, 0);
  // The maximum of nothing is -inf; a gradient without elements is finite.
  if (!type.hasStaticShape() || type.getNumElements() == 0)
    found = b.maximum(found, b.constant(0, f32));
  return {unscaled, found};
}

static Replacements decomposeUpdateScale(UpdateScaleOp op, Primitives &b) {
  Type f32 = b.getF32Type(), f64 = b.getF64Type(), i32 = b.getI32Type();
  Value scale = op.getScale();
  Value wide = b.cast(scale, f64);
  Value backedOff = b.cast(b.mul(wide, op.getBackoff()), f32);
  Value grown = b.cast(b.mul(wide, op.getGrowth()), f32);

  Value tracker = b.add(op.getTracker(), b.constant(1, i32));
  Value isDue = b.compare(Predicate::Eq, tracker, op.getInterval());
  Value kept = b.select(b.isFinite(grown), grown, scale);
  Value zero = b.constant(0, i32);

  Value hasOverflowed = b.isNonzero(op.getFoundInf());
  return {b.select(hasOverflowed, backedOff, b.select(isDue, kept, scale)),
          b.select(hasOverflowed, zero, b.select(isDue, zero, tracker))};
}

static Replacements decomposeClipByNorm(ClipByNormOp op, Primitives &b) {
  Type element = elementType(op.getMaxNorm());
  // The norm of the norms, in the order of the operands.
  Value squares;
  for (Value gradient : op.getGradients()) {
    Value flat = b.flatten(gradient);
    Value norm = b.sqrt(b.sum(b.mul(flat, flat), 0));
    Value square = b.mul(norm, norm);
    squares = squares ? b.add(squares, square) : square;
  }
  Value total = b.sqrt(squares);
  Value ratio = b.div(b.reshape(op.getMaxNorm(), {}),
                      b.add(total, b.constant(1e-6, element)));
  // minimum lets NaN through.
  Value factor = b.minimum(ratio, b.constant(1, element));
  Replacements results;
  for (Value gradient : op.getGradients())
    results.push_back(b.mul(gradient, factor));
  results.push_back(total);
  return results;
}

static Replacements decomposeClipByValue(ClipByValueOp op, Primitives &b) {
  Type compute = computeType(elementType(op.getGradient()));
  Value wide = b.cast(op.getGradient(), compute);
  Value limit = b.cast(op.getLimit(), compute);
  Value clipped = b.minimum(b.maximum(wide, b.neg(limit)), limit);
  return {b.cast(clipped, elementType(op.getResult()))};
}

void amp::lowering::registerScaling(MLIRContext *context) {
  ScaleOp::attachInterface<CompositeModel<ScaleOp, decomposeScale>>(*context);
  UnscaleAndCheckOp::attachInterface<
      CompositeModel<UnscaleAndCheckOp, decomposeUnscale>>(*context);
  UpdateScaleOp::attachInterface<
      CompositeModel<UpdateScaleOp, decomposeUpdateScale>>(*context);
  ClipByNormOp::attachInterface<
      CompositeModel<ClipByNormOp, decomposeClipByNorm>>(*context);
  ClipByValueOp::attachInterface<
      CompositeModel<ClipByValueOp, decomposeClipByValue>>(*context);
}
