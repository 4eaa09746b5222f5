// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Layout family: the types of packed weights and of products by them. The
// order itself is PackedLayout of the runtime.

#include "amp/IR/Amp.h"
#include "amp/IR/Types.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace amp;

RankedTensorType amp::getPackedType(int64_t k, int64_t n, Type element) {
  constexpr int64_t columns = 64, words = 16;
  int64_t rows = 32 / element.getIntOrFloatBitWidth();
  SmallVector<int64_t> shape{llvm::divideCeilSigned(n, columns),
                             llvm::divideCeilSigned(k, words * rows), words,
                             columns};
  if (rows > 1)
    shape.push_back(rows);
  return RankedTensorType::get(shape, element);
}

LogicalResult
PackOp::inferReturnTypes(MLIRContext *, std::optional<Location> location,
                         ValueRange operands, DictionaryAttr attributes,
                         OpaqueProperties properties, RegionRange regions,
                         SmallVectorImpl<Type> &types) {
  Adaptor op(operands, attributes, properties, regions);
  auto type = cast<RankedTensorType>(op.getInput().getType());
  if (type.getRank() != 2 || !type.hasStaticShape()) // pack C1
    return emitOptionalError(
        location, "expects an operand of rank 2 with static extents, got ",
        type);
  bool transpose = op.getTranspose();
  types.push_back(getPackedType(type.getDimSize(transpose),
                                type.getDimSize(!transpose),
                                type.getElementType()));
  return success();
}

LogicalResult PackedLinearOp::inferReturnTypes(
    MLIRContext *, std::optional<Location> location, ValueRange operands,
    DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions,
    SmallVectorImpl<Type> &types) {
  Adaptor op(operands, attributes, properties, regions);
  auto input = cast<RankedTensorType>(op.getInput().getType());
  int64_t columns = op.getColumns();
  int64_t k =
      input.getRank() < 2 ? ShapedType::kDynamic : input.getShape().back();
  if (ShapedType::isDynamic(k)) // packed_linear C1
    return emitOptionalError(location,
                             "expects an input of rank 2 or more with static "
                             "columns, got ",
                             input);
  for (Value operand : operands) // packed_linear C4
    if (elementType(operand) != input.getElementType())
      return emitOptionalError(location, "expects one element type, got ",
                               input.getElementType(), " and ",
                               elementType(operand));
  RankedTensorType weight = getPackedType(k, columns, input.getElementType());
  if (op.getWeight().getType() != weight) // packed_linear C2
    return emitOptionalError(location, "expects a packed ", k, "x", columns,
                             " matrix, ", weight, ", got ",
                             op.getWeight().getType());
  if (Value bias = op.getBias()) { // packed_linear C1, C3
    auto type = cast<RankedTensorType>(bias.getType());
    if (type.getRank() != 1 || type.getDimSize(0) != columns)
      return emitOptionalError(location, "expects a bias of rank 1 with ",
                               columns, " elements, got ", type);
  }
  SmallVector<int64_t> shape(input.getShape());
  shape.back() = columns;
  types.push_back(RankedTensorType::get(shape, input.getElementType()));
  return success();
}

#define GET_OP_CLASSES
#include "amp/Layout.cpp.inc"
