// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shape family: inference and verification.

#include "amp/IR/Amp.h"
#include "amp/IR/Types.h"

using namespace mlir;
using namespace amp;

/// Checks that the result has the operand's element type.
static LogicalResult verifySameElementType(Operation *op) {
  Type input = elementType(op->getOperand(0));
  Type result = elementType(op->getResult(0));
  if (input != result)
    return op->emitOpError("expects the operand's element type, got ")
           << input << " and " << result;
  return success();
}

/// Returns the product of the static extents of `type`.
static int64_t knownElements(RankedTensorType type) {
  int64_t product = 1;
  for (int64_t extent : type.getShape())
    if (!ShapedType::isDynamic(extent))
      product *= extent;
  return product;
}

/// Returns whether some extents make `type` hold as many elements as `whole`, a
/// static type: the known ones must divide its number of elements.
static bool canHold(RankedTensorType type, RankedTensorType whole) {
  int64_t known = knownElements(type), wanted = whole.getNumElements();
  if (type.hasStaticShape() || known == 0)
    return known == wanted;
  return wanted % known == 0;
}

LogicalResult ReshapeOp::verify() {
  if (failed(verifySameElementType(*this))) // reshape C1
    return failure();
  auto input = cast<RankedTensorType>(getInput().getType());
  auto result = cast<RankedTensorType>(getResult().getType());
  if (result.getNumDynamicDims() > 1) // reshape C3
    return emitOpError("expects at most one dynamic dimension in the result, "
                       "got ")
           << result;
  if ((input.hasStaticShape() && !canHold(result, input)) || // reshape C2
      (result.hasStaticShape() && !canHold(input, result)))
    return emitOpError("expects as many elements, got ")
           << input << " and " << result;
  return success();
}

LogicalResult
TransposeOp::inferReturnTypes(MLIRContext *, std::optional<Location> location,
                              ValueRange operands, DictionaryAttr attributes,
                              OpaqueProperties properties, RegionRange regions,
                              SmallVectorImpl<Type> &types) {
  Adaptor op(operands, attributes, properties, regions);
  auto input = cast<RankedTensorType>(op.getInput().getType());
  ArrayRef<int64_t> permutation = op.getPermutation();
  SmallVector<bool> seen(input.getRank());
  SmallVector<int64_t> shape;
  for (int64_t source : permutation) { // transpose C1
    if (source < 0 || source >= input.getRank() || seen[source])
      break;
    seen[source] = true;
    shape.push_back(input.getDimSize(source));
  }
  if (static_cast<int64_t>(permutation.size()) != input.getRank() ||
      shape.size() != permutation.size())
    return emitOptionalError(location, "expects a permutation of [0, ",
                             input.getRank(), "), got ",
                             op.getPermutationAttr());
  types.push_back(RankedTensorType::get(shape, input.getElementType()));
  return success();
}

LogicalResult BroadcastOp::verify() {
  if (failed(verifySameElementType(*this))) // broadcast C1
    return failure();
  auto input = cast<RankedTensorType>(getInput().getType());
  auto result = cast<RankedTensorType>(getResult().getType());
  int64_t offset = result.getRank() - input.getRank();
  bool fits = offset >= 0;
  for (int64_t i = 0; fits && i < input.getRank(); ++i) // broadcast C2
    fits = input.getDimSize(i) == 1 ||
           input.getDimSize(i) == result.getDimSize(i + offset);
  if (!fits)
    return emitOpError("expects a shape that broadcasts to the result's, got ")
           << input << " and " << result;
  return success();
}

LogicalResult SizeOp::verify() {
  auto input = cast<RankedTensorType>(getInput().getType());
  auto result = cast<RankedTensorType>(getResult().getType());
  llvm::SmallDenseSet<int64_t> seen;
  for (int64_t axis : getAxes()) // size C1
    if (axis < 0 || axis >= input.getRank() || !seen.insert(axis).second)
      return emitOpError("expects distinct axes in [0, ")
             << input.getRank() << "), got axis " << axis;
  Type element = result.getElementType();
  if (result.getRank() != 0 || // size C2
      !(element.isF32() || element.isF64() || element.isInteger(64)))
    return emitOpError("expects a 0-d result of f32, f64 or i64, got ")
           << result;
  return success();
}

LogicalResult IotaOp::verify() {
  auto result = cast<RankedTensorType>(getResult().getType());
  int64_t axis = getAxis();
  if (axis < 0 || axis >= result.getRank()) // iota C1
    return emitOpError("expects an axis in [0, ")
           << result.getRank() << "), got " << axis;
  if (!result.hasStaticShape()) // iota C2
    return emitOpError("expects a static shape, got ") << result;
  return success();
}

#define GET_OP_CLASSES
#include "amp/Shape.cpp.inc"
