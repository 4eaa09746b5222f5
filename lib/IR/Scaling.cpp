// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Scaling family: result types.

#include "amp/IR/Amp.h"
#include "amp/IR/Types.h"

using namespace mlir;
using namespace amp;

LogicalResult ScaleOp::inferReturnTypes(MLIRContext *context,
                                        std::optional<Location>,
                                        ValueRange operands, DictionaryAttr,
                                        OpaqueProperties, RegionRange,
                                        SmallVectorImpl<Type> &types) {
  auto value = cast<RankedTensorType>(operands[0].getType());
  bool widens = value.getRank() == 0 && isLowPrecision(value.getElementType());
  types.push_back(widens ? value.clone(Float32Type::get(context)) : value);
  return success();
}

LogicalResult UnscaleAndCheckOp::inferReturnTypes(
    MLIRContext *context, std::optional<Location>, ValueRange operands,
    DictionaryAttr, OpaqueProperties, RegionRange,
    SmallVectorImpl<Type> &types) {
  types.push_back(operands[0].getType());
  types.push_back(RankedTensorType::get({}, Float32Type::get(context)));
  return success();
}

LogicalResult UpdateScaleOp::inferReturnTypes(
    MLIRContext *, std::optional<Location>, ValueRange operands, DictionaryAttr,
    OpaqueProperties, RegionRange, SmallVectorImpl<Type> &types) {
  types.push_back(operands[0].getType());
  types.push_back(operands[1].getType());
  return success();
}

LogicalResult ClipByNormOp::inferReturnTypes(MLIRContext *,
                                             std::optional<Location> location,
                                             ValueRange operands,
                                             DictionaryAttr, OpaqueProperties,
                                             RegionRange,
                                             SmallVectorImpl<Type> &types) {
  Type element = elementType(operands.back());
  if (operands.size() < 2 || isLowPrecision(element)) // clip_by_norm C1
    return emitOptionalError(
        location, "expects f32 or f64 gradients and a norm limit, got ",
        operands.getTypes());
  auto limit = cast<RankedTensorType>(operands.back().getType());
  if (limit.getRank() != 0) // clip_by_norm C3
    return emitOptionalError(location, "expects a 0-d norm limit, got ", limit);
  for (Value gradient : operands.drop_back()) {
    if (elementType(gradient) != element)
      return emitOptionalError(location, "expects one element type, got ",
                               elementType(gradient), " and ", element);
    types.push_back(gradient.getType());
  }
  types.push_back(RankedTensorType::get({}, element));
  return success();
}

LogicalResult ClipByValueOp::inferReturnTypes(
    MLIRContext *, std::optional<Location>, ValueRange operands, DictionaryAttr,
    OpaqueProperties, RegionRange, SmallVectorImpl<Type> &types) {
  types.push_back(operands[0].getType());
  return success();
}

#define GET_OP_CLASSES
#include "amp/Scaling.cpp.inc"
