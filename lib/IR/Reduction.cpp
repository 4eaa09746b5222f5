// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reduction family: what its traits do not already infer and verify.

#include "amp/IR/Amp.h"

using namespace mlir;
using namespace amp;

/// Checks that an op that picks an element names no type (max C3, min C3).
static LogicalResult verifyRoundsNothing(Operation *op, StringRef what) {
  for (StringRef name : {"accumulate", "dtype"})
    if (Attribute value = op->getAttr(name))
      return op->emitOpError("expects no attribute '")
             << name << "', as a " << what << " rounds nothing, got " << value;
  return success();
}

LogicalResult MaxOp::verify() { return verifyRoundsNothing(*this, "maximum"); }

LogicalResult MinOp::verify() { return verifyRoundsNothing(*this, "minimum"); }

LogicalResult ArgmaxOp::inferReturnTypes(
    MLIRContext *context, std::optional<Location> location, ValueRange operands,
    DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions,
    SmallVectorImpl<Type> &types) {
  Adaptor op(operands, attributes, properties, regions);
  auto input = cast<RankedTensorType>(op.getInput().getType());
  std::optional<int64_t> axis = op.getAxis();
  if (axis && (*axis < 0 || *axis >= input.getRank())) // argmax C1
    return emitOptionalError(location, "expects an axis in [0, ",
                             input.getRank(), "), got ", *axis);
  SmallVector<int64_t> shape; // argmax C2
  int64_t found = 1, searched = 1;
  for (auto [i, extent] : llvm::enumerate(input.getShape())) {
    bool isSearched = !axis || int64_t(i) == *axis;
    if (!isSearched)
      shape.push_back(extent);
    else if (op.getKeepdims())
      shape.push_back(1);
    int64_t known =
        ShapedType::isDynamic(extent) ? 1 : std::min<int64_t>(extent, 1);
    (isSearched ? searched : found) *= known;
  }
  if (searched == 0 && found != 0) // argmax C3
    return emitOptionalError(
        location, "expects an element to find along the axis, got ", input);
  types.push_back(RankedTensorType::get(shape, IntegerType::get(context, 64)));
  return success();
}

LogicalResult VarOp::verify() {
  APFloat correction = getCorrection();
  if (!correction.isFinite() || correction.isNegative()) // var C5
    return emitOpError("expects a finite correction of at least 0, got ")
           << correction.convertToDouble();
  return success();
}

#define GET_OP_CLASSES
#include "amp/Reduction.cpp.inc"
