// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Places of padded and of indexed elements. One unsigned comparison tells both
// ends of a range; extents are values, so that code made for one batch size
// serves the others.

#include "Conversion/AmpToDevice/GatherPlaces.h"

#include "Analysis/FusionRoles.h"
#include "amp/IR/Types.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace amp;

namespace {

/// The places of one op.
class PlaceEmitter {
public:
  PlaceEmitter(OpBuilder &builder, Operation *op, const GatherContext &context)
      : b(op->getLoc(), builder), op(op), context(context) {
    place.positions.resize(shapeOf(op->getOperand(0)).size());
  }

  GatherPlace pad(PadOp pad) {
    for (auto [dim, info] : llvm::enumerate(cast<Fusible>(op).getGatherDims()))
      if (info.checkedDim >= 0)
        padDim(dim, pad.getLow()[dim], pad.getInterior()[dim] + 1);
    Type element = elementType(pad.getResult());
    double value = pad.getValue().convertToDouble();
    place.otherwise =
        isa<FloatType>(element)
            ? TypedAttr(b.getFloatAttr(element, value))
            : TypedAttr(b.getIntegerAttr(
                  element, convertToInteger(pad.getValue(), element)));
    return place;
  }

  /// The index is the position along every dimension that does not move.
  GatherPlace pick(Value index) {
    Type element = elementType(op->getResult(0));
    if (index.getType() != b.getI64Type())
      index = arith::ExtSIOp::create(b, b.getI64Type(), index);
    for (auto [dim, info] :
         llvm::enumerate(cast<Fusible>(op).getGatherDims())) {
      if (info.resultDim >= 0)
        continue;
      place.positions[dim] = index;
      require(
          isBelow(index, context.count(dim, shapeOf(op->getOperand(0))[dim])));
    }
    place.otherwise = b.getZeroAttr(element);
    if (auto type = dyn_cast<FloatType>(element))
      place.otherwise =
          FloatAttr::get(type, APFloat::getNaN(type.getFloatSemantics()));
    return place;
  }

private:
  Value number(int64_t value) {
    return arith::ConstantOp::create(b, b.getI64IntegerAttr(value));
  }

  /// 0 <= value < extent.
  Value isBelow(Value value, Value extent) {
    return arith::CmpIOp::create(b, arith::CmpIPredicate::ult, value, extent);
  }

  void require(Value condition) {
    place.condition =
        place.condition
            ? Value(arith::AndIOp::create(b, place.condition, condition))
            : condition;
  }

  /// Element i of the operand lies at low + i * step.
  void padDim(unsigned dim, int64_t low, int64_t step) {
    int64_t count = shapeOf(op->getOperand(0))[dim];
    if (count == 0) { // only border
      place.positions[dim] = number(0);
      return require(
          arith::ConstantOp::create(b, b.getIntegerAttr(b.getI1Type(), 0)));
    }
    Value inside = context.position(dim);
    if (low != 0) {
      Value before = context.count(dim, low);
      inside = arith::SubIOp::create(b, inside, before);
      if (dim == 0)
        place.positions[dim] = arith::SubIOp::create(b, number(0), before);
    }
    Value extent = context.count(dim, count);
    if (step == 1)
      return require(isBelow(inside, extent));
    Value last = arith::SubIOp::create(b, extent, number(1));
    Value end = arith::AddIOp::create(
        b, arith::MulIOp::create(b, last, number(step)), number(1));
    require(isBelow(inside, end));
    Value rest = arith::RemUIOp::create(b, inside, number(step));
    require(
        arith::CmpIOp::create(b, arith::CmpIPredicate::eq, rest, number(0)));
    place.positions[dim] = arith::DivUIOp::create(b, inside, number(step));
  }

  /// The conversion of amp.cast: truncation, saturated, NaN gives 0; a boolean
  /// says whether the value differs from 0.
  static APInt convertToInteger(APFloat value, Type element) {
    unsigned width = element.getIntOrFloatBitWidth();
    if (width == 1)
      return APInt(1, !value.isZero());
    llvm::APSInt result(width, /*isUnsigned=*/false);
    bool isExact;
    if (value.isNaN())
      return APInt::getZero(width);
    value.convertToInteger(result, APFloat::rmTowardZero, &isExact);
    return result;
  }

  ImplicitLocOpBuilder b;
  Operation *op;
  const GatherContext &context;
  GatherPlace place;
};

} // namespace

GatherPlace amp::emitGatherPlace(OpBuilder &builder, Operation *op,
                                 ValueRange indices,
                                 const GatherContext &context) {
  PlaceEmitter emitter(builder, op, context);
  if (auto pad = dyn_cast<PadOp>(op))
    return emitter.pad(pad);
  return emitter.pick(indices.front());
}
