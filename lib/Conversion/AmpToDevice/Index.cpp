// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ops that pick elements, put tensors side by side or add up slices: gathers
// are reads of a kernel, a concatenation is made of padded operands, a scatter
// is a call of the runtime.

#include "FusibleModels.h"

#include "amp/IR/Types.h"

using namespace mlir;
using namespace amp;
using namespace amp::lowering;

static RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

/// Each operand is padded to the whole result, and the position along the axis
/// selects among them: no arithmetic, so every bit stays. Where an operand ends
/// is counted at run time, as the axis may be that of the batch.
static Replacements decomposeConcat(ConcatOp op, Primitives &b) {
  auto type = typeOf(op.getResult());
  int64_t axis = op.getAxis();
  if (!type.hasStaticShape()) {
    op.emitOpError("expects static shapes to be compiled, got ") << type;
    return {};
  }
  SmallVector<Value> parts;
  for (Value input : op.getInputs())
    if (typeOf(input).getDimSize(axis) != 0)
      parts.push_back(b.cast(input, type.getElementType()));
  if (parts.size() < 2)
    return {parts.empty()
                ? b.cast(op.getInputs().front(), type.getElementType())
                : parts.front()};
  SmallVector<int64_t> line(type.getRank(), 1);
  line[axis] = type.getDimSize(axis);
  Value position = b.iota(line, axis, b.getI64Type());
  SmallVector<int64_t> none(type.getRank(), 0), low(none), high(none);
  high[axis] = type.getDimSize(axis);
  Value result, end;
  for (Value part : parts) {
    int64_t extent = typeOf(part).getDimSize(axis);
    high[axis] -= extent;
    Value padded = PadOp::create(b, part, low, high, none, llvm::APFloat(0.0));
    low[axis] += extent;
    result = result ? b.select(b.compare(Predicate::Lt, position, end), result,
                               padded)
                    : padded;
    Value size = b.size(part, axis, b.getI64Type());
    end = end ? b.add(end, size) : size;
  }
  return {result};
}

/// The smallest position of an element that equals the maximum, or that is NaN
/// if the maximum is.
static Replacements decomposeArgmax(ArgmaxOp op, Primitives &b) {
  Value input = op.getInput();
  auto result = typeOf(op.getResult());
  if (!typeOf(input).hasStaticShape()) {
    op.emitOpError("expects static shapes to be compiled, got ")
        << input.getType();
    return {};
  }
  if (!op.getAxis())
    input = b.flatten(input);
  int64_t axis = op.getAxis().value_or(0);
  SmallVector<int64_t> line(typeOf(input).getRank(), 1);
  line[axis] = typeOf(input).getDimSize(axis);
  // Half as many bytes where they suffice. Behind every position, and the same
  // for all extents, as the axis may be that of the batch.
  bool isShort = llvm::isInt<31>(line[axis]);
  Type index = isShort ? b.getI32Type() : b.getI64Type();
  Value none = b.constant(double(int64_t(1) << (isShort ? 30 : 62)), index);
  Value position = b.iota(line, axis, index);
  Value maximum = b.max(input, axis, /*keepdims=*/true);
  // A NaN is not below the maximum, and if there is one it is the maximum.
  Value isOther = b.compare(Predicate::Lt, input, maximum);
  if (isa<FloatType>(elementType(input))) {
    Value isNumber = b.compare(Predicate::Eq, input, input);
    Value hasNumber = b.compare(Predicate::Eq, maximum, maximum);
    isOther = b.select(hasNumber, isOther, isNumber);
  }
  Value found = b.min(b.select(isOther, none, position), axis);
  return {b.reshape(b.cast(found, result.getElementType()), result.getShape())};
}

/// Rows go to the runtime as they are; of single elements it adds up those of
/// 32 and 64 bits, so 16-bit ones are widened first and rounded last.
static Replacements widenScatterElements(ScatterAddElementsOp op,
                                         Primitives &b) {
  Type element = elementType(op.getUpdates());
  Value wide = b.cast(op.getUpdates(), computeType(element));
  Value sum = ScatterAddElementsOp::create(
      b, withElementType(op.getResult().getType(), elementType(wide)), wide,
      op.getIndices(), op.getAxis(), op.getAccumulateAttr());
  return {b.cast(sum, element)};
}

namespace {

struct ScatterElementsModel
    : Fusible::ExternalModel<ScatterElementsModel, ScatterAddElementsOp> {
  FusionKind getFusionKind(Operation *op) const {
    return isLowPrecision(elementType(op->getOperand(0)))
               ? FusionKind::Composite
               : FusionKind::Call;
  }
  LogicalResult decompose(Operation *op, RewriterBase &rewriter) const {
    Primitives primitives(op->getLoc(), rewriter);
    rewriter.replaceOp(
        op, widenScatterElements(cast<ScatterAddElementsOp>(op), primitives));
    return success();
  }
};

} // namespace

void amp::lowering::registerIndex(MLIRContext *context) {
  SliceOp::attachInterface<RoleModel<SliceOp, FusionKind::View>>(*context);
  PadOp::attachInterface<RoleModel<PadOp, FusionKind::Gather>>(*context);
  GatherOp::attachInterface<RoleModel<GatherOp, FusionKind::Gather>>(*context);
  GatherElementsOp::attachInterface<
      RoleModel<GatherElementsOp, FusionKind::Gather>>(*context);
  EmbeddingOp::attachInterface<RoleModel<EmbeddingOp, FusionKind::Gather>>(
      *context);
  ConcatOp::attachInterface<CompositeModel<ConcatOp, decomposeConcat>>(
      *context);
  ArgmaxOp::attachInterface<CompositeModel<ArgmaxOp, decomposeArgmax>>(
      *context);
  ScatterAddOp::attachInterface<RoleModel<ScatterAddOp, FusionKind::Call>>(
      *context);
  ScatterAddElementsOp::attachInterface<ScatterElementsModel>(*context);
}
