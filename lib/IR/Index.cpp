// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Index family: inference and verification.

#include "amp/IR/Amp.h"
#include "amp/IR/Types.h"

using namespace mlir;
using namespace amp;

/// The shape of `input` with dimension `axis` replaced by all of `indices`.
static SmallVector<int64_t> replaceAxis(RankedTensorType input, int64_t axis,
                                        RankedTensorType indices) {
  SmallVector<int64_t> shape(input.getShape().take_front(axis));
  llvm::append_range(shape, indices.getShape());
  llvm::append_range(shape, input.getShape().drop_front(axis + 1));
  return shape;
}

LogicalResult
GatherOp::inferReturnTypes(MLIRContext *, std::optional<Location> location,
                           ValueRange operands, DictionaryAttr attributes,
                           OpaqueProperties properties, RegionRange regions,
                           SmallVectorImpl<Type> &types) {
  Adaptor op(operands, attributes, properties, regions);
  auto input = cast<RankedTensorType>(op.getInput().getType());
  auto indices = cast<RankedTensorType>(op.getIndices().getType());
  int64_t axis = op.getAxis();
  if (axis < 0 || axis >= input.getRank()) // gather C1
    return emitOptionalError(location, "expects an axis in [0, ",
                             input.getRank(), "), got ", axis);
  types.push_back(RankedTensorType::get(replaceAxis(input, axis, indices),
                                        input.getElementType()));
  return success();
}

/// The shape of `input` with another extent of the axis, as far as known.
static SmallVector<int64_t> withExtent(RankedTensorType input, int64_t axis,
                                       int64_t extent) {
  SmallVector<int64_t> shape(input.getShape());
  shape[axis] = extent;
  return shape;
}

LogicalResult GatherElementsOp::inferReturnTypes(
    MLIRContext *, std::optional<Location> location, ValueRange operands,
    DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions,
    SmallVectorImpl<Type> &types) {
  Adaptor op(operands, attributes, properties, regions);
  auto input = cast<RankedTensorType>(op.getInput().getType());
  auto indices = cast<RankedTensorType>(op.getIndices().getType());
  int64_t axis = op.getAxis();
  if (axis < 0 || axis >= input.getRank()) // gather_elements C1
    return emitOptionalError(location, "expects an axis in [0, ",
                             input.getRank(), "), got ", axis);
  if (indices.getRank() != input.getRank() || // gather_elements C2
      failed(verifyCompatibleShape(
          withExtent(input, axis, ShapedType::kDynamic), indices.getShape())))
    return emitOptionalError(
        location,
        "expects indices of the operand's shape but for the axis, "
        "got ",
        indices, " for ", input);
  SmallVector<int64_t> shape(indices.getShape());
  for (auto [known, extent] : llvm::zip_equal(shape, input.getShape()))
    if (&known != &shape[axis] && ShapedType::isDynamic(known))
      known = extent;
  types.push_back(RankedTensorType::get(shape, input.getElementType()));
  return success();
}

LogicalResult
EmbeddingOp::inferReturnTypes(MLIRContext *, std::optional<Location> location,
                              ValueRange operands, DictionaryAttr attributes,
                              OpaqueProperties properties, RegionRange regions,
                              SmallVectorImpl<Type> &types) {
  Adaptor op(operands, attributes, properties, regions);
  auto weight = cast<RankedTensorType>(op.getWeight().getType());
  auto indices = cast<RankedTensorType>(op.getIndices().getType());
  if (weight.getRank() != 2) // embedding C1
    return emitOptionalError(location, "expects a weight of rank 2, got ",
                             weight);
  int64_t rows = weight.getDimSize(0);
  if (std::optional<int64_t> padding = op.getPaddingIndex(); // embedding C3
      padding &&
      (*padding < 0 || (!ShapedType::isDynamic(rows) && *padding >= rows)))
    return emitOptionalError(location, "expects a padding index in [0, ", rows,
                             "), got ", *padding);
  types.push_back(RankedTensorType::get(replaceAxis(weight, 0, indices),
                                        weight.getElementType()));
  return success();
}

LogicalResult ScatterAddOp::verify() {
  auto updates = cast<RankedTensorType>(getUpdates().getType());
  auto indices = cast<RankedTensorType>(getIndices().getType());
  auto result = cast<RankedTensorType>(getResult().getType());
  int64_t axis = getAxis();
  if (axis < 0 || axis >= result.getRank()) // scatter_add C1
    return emitOpError("expects an axis in [0, ")
           << result.getRank() << "), got " << axis;
  SmallVector<int64_t> shape = replaceAxis(result, axis, indices);
  if (failed(verifyCompatibleShape(shape, updates.getShape()))) // C2
    return emitOpError("expects updates of type ")
           << RankedTensorType::get(shape, updates.getElementType()) << ", got "
           << updates;
  if (result.getElementType() != updates.getElementType()) // scatter_add C3
    return emitOpError("expects the updates' element type, got ")
           << updates << " and " << result;
  return success();
}

LogicalResult ScatterAddElementsOp::verify() {
  auto updates = cast<RankedTensorType>(getUpdates().getType());
  auto indices = cast<RankedTensorType>(getIndices().getType());
  auto result = cast<RankedTensorType>(getResult().getType());
  int64_t axis = getAxis();
  if (axis < 0 || axis >= result.getRank()) // scatter_add_elements C1
    return emitOpError("expects an axis in [0, ")
           << result.getRank() << "), got " << axis;
  SmallVector<int64_t> shape = withExtent(result, axis, ShapedType::kDynamic);
  if (indices.getRank() != result.getRank() || // scatter_add_elements C2
      updates.getRank() != result.getRank() ||
      failed(verifyCompatibleShape(shape, indices.getShape())) ||
      failed(verifyCompatibleShape(shape, updates.getShape())) ||
      failed(verifyCompatibleShape(indices.getShape(), updates.getShape())))
    return emitOpError("expects updates and indices of the result's shape but "
                       "for the axis, got ")
           << updates << " and " << indices << " for " << result;
  if (result.getElementType() != updates.getElementType()) // C3
    return emitOpError("expects the updates' element type, got ")
           << updates << " and " << result;
  return success();
}

#define GET_OP_CLASSES
#include "amp/Index.cpp.inc"
