// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Type inference shared by families, behind the traits of IR/Traits.h, and the
// check of accumulate types (P3, P4).

#include "amp/IR/Amp.h"
#include "amp/IR/Types.h"

using namespace mlir;
using namespace amp;

LogicalResult amp::detail::verifyInference(Operation *op) {
  auto inferring = dyn_cast<InferTypeOpInterface>(op);
  if (!inferring)
    return success();
  SmallVector<Type> types(op->getResultTypes());
  return inferring.refineReturnTypes(
      op->getContext(), op->getLoc(), op->getOperands(),
      op->getRawDictionaryAttrs(), op->getPropertiesStorage(), op->getRegions(),
      types);
}

LogicalResult amp::detail::verifyAccumulate(Operation *op) {
  auto accumulate = op->getAttrOfType<TypeAttr>("accumulate");
  if (!accumulate)
    return success();
  Type element = elementType(op->getOperand(0));
  Type expected = computeType(element);
  if (accumulate.getValue() != expected)
    return op->emitOpError("expects accumulate type ")
           << expected << " for " << element << " operands, got "
           << accumulate.getValue();
  return success();
}

/// Broadcasts the shapes of all operands into `shape`.
static LogicalResult broadcastAll(std::optional<Location> location,
                                  ValueRange operands,
                                  SmallVector<int64_t> &shape) {
  for (Value operand : operands) {
    auto type = cast<RankedTensorType>(operand.getType());
    FailureOr<SmallVector<int64_t>> joined =
        broadcastShapes(shape, type.getShape());
    if (failed(joined))
      return emitOptionalError(location, "expects shapes that broadcast, got ",
                               operands.getTypes());
    shape = *joined;
  }
  return success();
}

/// Promotes the element types of all operands.
static Type promoteAll(ValueRange operands) {
  SmallVector<RankedTensorType> types;
  for (Value operand : operands)
    types.push_back(cast<RankedTensorType>(operand.getType()));
  return promoteElementTypes(types);
}

LogicalResult amp::detail::inferPromoted(std::optional<Location> location,
                                         ValueRange operands,
                                         SmallVectorImpl<Type> &types) {
  // As is common; an encoding is no part of the result's type.
  if (llvm::all_equal(operands.getTypes()) &&
      !cast<RankedTensorType>(operands.front().getType()).getEncoding()) {
    types.push_back(operands.front().getType());
    return success();
  }
  SmallVector<int64_t> shape;
  if (failed(broadcastAll(location, operands, shape)))
    return failure();
  types.push_back(RankedTensorType::get(shape, promoteAll(operands)));
  return success();
}

LogicalResult amp::detail::inferFloat(std::optional<Location> location,
                                      ValueRange operands,
                                      SmallVectorImpl<Type> &types) {
  if (failed(inferPromoted(location, operands, types)))
    return failure();
  if (!isa<FloatType>(elementType(types.back())))
    types.back() = withElementType(types.back(),
                                   Float32Type::get(types.back().getContext()));
  return success();
}

LogicalResult amp::detail::inferPredicate(std::optional<Location> location,
                                          ValueRange operands,
                                          SmallVectorImpl<Type> &types) {
  if (failed(inferPromoted(location, operands, types)))
    return failure();
  types.back() = withElementType(
      types.back(), IntegerType::get(types.back().getContext(), 1));
  return success();
}

/// Checks that `dtype`, if given, can be the element type of a tensor; whether
/// the op allows that type is the constraint on its result.
static LogicalResult verifyDtype(std::optional<Location> location, Type dtype) {
  if (dtype && !dtype.isIntOrFloat())
    return emitOptionalError(
        location, "expects a float or integer type as dtype, got ", dtype);
  return success();
}

LogicalResult amp::detail::inferReduction(std::optional<Location> location,
                                          Type input, ArrayRef<int64_t> axes,
                                          bool keepdims, Type dtype,
                                          SmallVectorImpl<Type> &types) {
  auto type = cast<RankedTensorType>(input);
  if (failed(verifyDtype(location, dtype))) // C3
    return failure();
  llvm::SmallDenseSet<int64_t> reduced;
  for (int64_t axis : axes) // C1
    if (axis < 0 || axis >= type.getRank() || !reduced.insert(axis).second)
      return emitOptionalError(location, "expects distinct axes in [0, ",
                               type.getRank(), "), got axis ", axis);
  SmallVector<int64_t> shape; // C2
  for (auto [i, extent] : llvm::enumerate(type.getShape())) {
    if (!reduced.contains(i))
      shape.push_back(extent);
    else if (keepdims)
      shape.push_back(1);
  }
  types.push_back(
      RankedTensorType::get(shape, dtype ? dtype : type.getElementType()));
  return success();
}

LogicalResult amp::detail::inferNormalization(std::optional<Location> location,
                                              Type input, int64_t axis,
                                              Type dtype,
                                              SmallVectorImpl<Type> &types) {
  auto type = cast<RankedTensorType>(input);
  if (axis < 0 || axis >= type.getRank()) // C1
    return emitOptionalError(location, "expects an axis in [0, ",
                             type.getRank(), "), got ", axis);
  if (failed(verifyDtype(location, dtype))) // C2
    return failure();
  types.push_back(dtype ? withElementType(type, dtype) : type); // C2
  return success();
}
