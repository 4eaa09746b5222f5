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

/// Clamps a start or an end, which may count from the end of the axis, to where
/// a walk in this direction can be.
static int64_t clampBound(int64_t bound, int64_t extent, int64_t step) {
  if (bound < 0)
    bound += extent;
  return step > 0 ? std::clamp<int64_t>(bound, 0, extent)
                  : std::clamp<int64_t>(bound, -1, extent - 1);
}

/// The number of elements at start, start + step, ... before end.
static int64_t countElements(int64_t start, int64_t end, int64_t step) {
  if (step > 0)
    return end > start ? (end - start - 1) / step + 1 : 0;
  // The least number has no opposite, and no axis is so long that it matters.
  return start > end ? (start - end - 1) / -std::max(step, -INT64_MAX) + 1 : 0;
}

LogicalResult
SliceOp::inferReturnTypes(MLIRContext *, std::optional<Location> location,
                          ValueRange operands, DictionaryAttr attributes,
                          OpaqueProperties properties, RegionRange regions,
                          SmallVectorImpl<Type> &types) {
  Adaptor op(operands, attributes, properties, regions);
  auto input = cast<RankedTensorType>(op.getInput().getType());
  ArrayRef<int64_t> axes = op.getAxes();
  std::optional<ArrayRef<int64_t>> steps = op.getSteps();
  if (op.getStarts().size() != axes.size() || // slice C2
      op.getEnds().size() != axes.size() ||
      (steps && steps->size() != axes.size()))
    return emitOptionalError(location, "expects ", axes.size(),
                             " starts, ends and steps, as there are axes");
  SmallVector<int64_t> shape(input.getShape());
  llvm::SmallDenseSet<int64_t> seen;
  for (auto [i, axis] : llvm::enumerate(axes)) {
    if (axis < 0 || axis >= input.getRank() || // slice C1
        !seen.insert(axis).second)
      return emitOptionalError(location, "expects distinct axes in [0, ",
                               input.getRank(), "), got axis ", axis);
    int64_t step = steps ? (*steps)[i] : 1;
    if (step == 0) // slice C3
      return emitOptionalError(location, "expects steps other than 0");
    if (ShapedType::isDynamic(shape[axis]))
      continue;
    shape[axis] =
        countElements(clampBound(op.getStarts()[i], shape[axis], step),
                      clampBound(op.getEnds()[i], shape[axis], step), step);
  }
  types.push_back(RankedTensorType::get(shape, input.getElementType()));
  return success();
}

void SliceOp::getOffsetsAndSteps(ArrayRef<int64_t> shape,
                                 SmallVectorImpl<int64_t> &offsets,
                                 SmallVectorImpl<int64_t> &steps) {
  offsets.assign(shape.size(), 0);
  steps.assign(shape.size(), 1);
  for (auto [i, axis] : llvm::enumerate(getAxes())) {
    steps[axis] = getSteps() ? (*getSteps())[i] : 1;
    // Of an empty axis there is nothing before the first element.
    offsets[axis] = std::max<int64_t>(
        clampBound(getStarts()[i], shape[axis], steps[axis]), 0);
  }
}

int64_t SliceOp::getEnd(int64_t start, int64_t step, int64_t count) {
  if (count == 0)
    return start;
  int64_t last = start + (count - 1) * step;
  if (step > 0)
    return last + 1;
  // Before the first element is below all that counts from the end.
  return last > 0 ? last - 1 : INT64_MIN;
}

LogicalResult
PadOp::inferReturnTypes(MLIRContext *, std::optional<Location> location,
                        ValueRange operands, DictionaryAttr attributes,
                        OpaqueProperties properties, RegionRange regions,
                        SmallVectorImpl<Type> &types) {
  Adaptor op(operands, attributes, properties, regions);
  auto input = cast<RankedTensorType>(op.getInput().getType());
  SmallVector<int64_t> shape(input.getShape());
  for (ArrayRef<int64_t> counts : // pad C1
       {op.getLow(), op.getHigh(), op.getInterior()})
    if (counts.size() != shape.size() ||
        llvm::any_of(counts, [](int64_t count) { return count < 0; }))
      return emitOptionalError(
          location, "expects one number a dimension, none negative, for ",
          input, ", got ", counts);
  for (auto [i, extent] : llvm::enumerate(shape)) {
    if (ShapedType::isDynamic(extent))
      continue;
    int64_t inside, between;
    if (llvm::MulOverflow(std::max<int64_t>(extent - 1, 0), op.getInterior()[i],
                          between) ||
        llvm::AddOverflow(extent, between, inside) ||
        llvm::AddOverflow(inside, op.getLow()[i], inside) ||
        llvm::AddOverflow(inside, op.getHigh()[i], inside))
      return emitOptionalError(
          location, "expects an extent that fits 64 bits in dimension ", i);
    extent = inside;
  }
  types.push_back(RankedTensorType::get(shape, input.getElementType()));
  return success();
}

LogicalResult
ConcatOp::inferReturnTypes(MLIRContext *, std::optional<Location> location,
                           ValueRange operands, DictionaryAttr attributes,
                           OpaqueProperties properties, RegionRange regions,
                           SmallVectorImpl<Type> &types) {
  Adaptor op(operands, attributes, properties, regions);
  if (operands.empty()) // concat C1
    return emitOptionalError(location, "expects at least one operand");
  SmallVector<RankedTensorType> inputs;
  for (Value operand : operands)
    inputs.push_back(cast<RankedTensorType>(operand.getType()));
  RankedTensorType first = inputs.front();
  int64_t axis = op.getAxis();
  if (axis < 0 || axis >= first.getRank()) // concat C2
    return emitOptionalError(location, "expects an axis in [0, ",
                             first.getRank(), "), got ", axis);
  SmallVector<int64_t> shape(first.getShape());
  for (RankedTensorType input : ArrayRef(inputs).drop_front()) {
    if (input.getRank() != first.getRank()) // concat C1
      return emitOptionalError(location, "expects operands of one rank, got ",
                               first, " and ", input);
    for (auto [i, extent] : llvm::enumerate(input.getShape())) {
      bool isDynamic = ShapedType::isDynamic(extent);
      if (int64_t(i) != axis) {
        if (ShapedType::isDynamic(shape[i]))
          shape[i] = extent;
        else if (!isDynamic && extent != shape[i]) // concat C3
          return emitOptionalError(
              location, "expects equal extents but for the axis, got ", first,
              " and ", input);
      } else if (isDynamic || ShapedType::isDynamic(shape[i])) {
        shape[i] = ShapedType::kDynamic;
      } else if (llvm::AddOverflow(shape[i], extent, shape[i])) {
        return emitOptionalError(
            location, "expects an extent that fits 64 bits along the axis");
      }
    }
  }
  types.push_back(RankedTensorType::get(shape, promoteElementTypes(inputs)));
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
