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

/// A dimension of a padded operand. What comes before the outermost one may
/// depend on the batch, so it is no constant of the access.
static GatherDim getPaddedDim(PadOp pad, int dim) {
  int64_t low = pad.getLow()[dim];
  if (pad.getInterior()[dim] != 0)
    return {-1, 0, true, dim};
  bool isWhole = low == 0 && pad.getHigh()[dim] == 0;
  if (dim == 0)
    return {dim, 0, low != 0, isWhole ? -1 : dim};
  return {dim, low, false, isWhole ? -1 : dim};
}

static SmallVector<GatherDim> getPaddedDims(PadOp pad) {
  SmallVector<GatherDim> dims;
  for (int dim = 0; dim < typeOf(pad.getInput()).getRank(); ++dim)
    dims.push_back(getPaddedDim(pad, dim));
  return dims;
}

/// All dimensions of operand 0 but `axis`, whose position is computed, move
/// with the result; those behind it `moved` further on.
static SmallVector<GatherDim> getPickedDims(Operation *op, int axis,
                                            int moved) {
  SmallVector<GatherDim> dims;
  for (int dim = 0; dim < typeOf(op->getOperand(0)).getRank(); ++dim)
    dims.push_back({dim == axis  ? -1
                    : dim < axis ? dim
                                 : dim + moved,
                    0, dim == axis});
  return dims;
}

static int64_t getGatherAxis(GatherOp op) { return op.getAxis(); }

static int64_t getRowAxis(EmbeddingOp) { return 0; }

namespace {

struct PadModel : Fusible::ExternalModel<PadModel, PadOp> {
  FusionKind getFusionKind(Operation *) const { return FusionKind::Gather; }
  SmallVector<GatherDim> getGatherDims(Operation *op) const {
    return getPaddedDims(cast<PadOp>(op));
  }
};

/// Slices of operand 0, whose dimension `getAxis` the dimensions of the indices
/// replace.
template <typename ConcreteOp, int64_t (*getAxis)(ConcreteOp)>
struct PickModel
    : Fusible::ExternalModel<PickModel<ConcreteOp, getAxis>, ConcreteOp> {
  FusionKind getFusionKind(Operation *) const { return FusionKind::Gather; }
  SmallVector<GatherDim> getGatherDims(Operation *op) const {
    return getPickedDims(op, getAxis(cast<ConcreteOp>(op)),
                         typeOf(op->getOperand(1)).getRank() - 1);
  }
  int64_t getOperandOffset(Operation *op, unsigned) const {
    return getAxis(cast<ConcreteOp>(op));
  }
};

struct PickElementsModel
    : Fusible::ExternalModel<PickElementsModel, GatherElementsOp> {
  FusionKind getFusionKind(Operation *) const { return FusionKind::Gather; }
  SmallVector<GatherDim> getGatherDims(Operation *op) const {
    return getPickedDims(op, cast<GatherElementsOp>(op).getAxis(), 0);
  }
};

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
  PadOp::attachInterface<PadModel>(*context);
  GatherOp::attachInterface<PickModel<GatherOp, getGatherAxis>>(*context);
  EmbeddingOp::attachInterface<PickModel<EmbeddingOp, getRowAxis>>(*context);
  GatherElementsOp::attachInterface<PickElementsModel>(*context);
  ConcatOp::attachInterface<CompositeModel<ConcatOp, decomposeConcat>>(
      *context);
  ArgmaxOp::attachInterface<CompositeModel<ArgmaxOp, decomposeArgmax>>(
      *context);
  ScatterAddOp::attachInterface<RoleModel<ScatterAddOp, FusionKind::Call>>(
      *context);
  ScatterAddElementsOp::attachInterface<ScatterElementsModel>(*context);
}
