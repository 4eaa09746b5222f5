// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Contraction family: shapes and element types of matmul and linear.

#include "amp/IR/Amp.h"
#include "amp/IR/Types.h"

using namespace mlir;
using namespace amp;

/// Two extents that must be equal are, as far as they are known.
static bool agree(int64_t lhs, int64_t rhs) {
  return lhs == rhs || ShapedType::isDynamic(lhs) || ShapedType::isDynamic(rhs);
}

LogicalResult
MatmulOp::inferReturnTypes(MLIRContext *, std::optional<Location> location,
                           ValueRange operands, DictionaryAttr attributes,
                           OpaqueProperties properties, RegionRange regions,
                           SmallVectorImpl<Type> &types) {
  Adaptor op(operands, attributes, properties, regions);
  auto lhs = cast<RankedTensorType>(op.getLhs().getType());
  auto rhs = cast<RankedTensorType>(op.getRhs().getType());
  if (lhs.getRank() < 2 || rhs.getRank() < 2) // matmul C1
    return emitOptionalError(location,
                             "expects operands of rank 2 or more, got ", lhs,
                             " and ", rhs);
  // Rows and columns of a matrix operand as it is read.
  auto read = [](RankedTensorType type, bool transposed) {
    ArrayRef<int64_t> matrix = type.getShape().take_back(2);
    return std::pair(matrix[transposed], matrix[!transposed]);
  };
  auto [m, k] = read(lhs, op.getTransposeLhs());
  auto [l, n] = read(rhs, op.getTransposeRhs());
  if (!agree(k, l)) // matmul C2
    return emitOptionalError(
        location, "expects equal contracting dimensions, got ", k, " and ", l);
  if (lhs.getElementType() != rhs.getElementType()) // matmul C3
    return emitOptionalError(location, "expects one element type, got ",
                             lhs.getElementType(), " and ",
                             rhs.getElementType(), "; cast one operand");
  FailureOr<SmallVector<int64_t>> shape =
      broadcastShapes(lhs.getShape().drop_back(2), rhs.getShape().drop_back(2));
  if (failed(shape)) // matmul C5
    return emitOptionalError(
        location, "expects dimensions that broadcast before the last two, got ",
        lhs, " and ", rhs);
  shape->append({m, n});
  types.push_back(RankedTensorType::get(*shape, lhs.getElementType()));
  return success();
}

LogicalResult
LinearOp::inferReturnTypes(MLIRContext *, std::optional<Location> location,
                           ValueRange operands, DictionaryAttr attributes,
                           OpaqueProperties properties, RegionRange regions,
                           SmallVectorImpl<Type> &types) {
  Adaptor op(operands, attributes, properties, regions);
  auto input = cast<RankedTensorType>(op.getInput().getType());
  auto weight = cast<RankedTensorType>(op.getWeight().getType());
  if (input.getRank() < 1 || weight.getRank() != 2) // linear C1
    return emitOptionalError(
        location,
        "expects an input of rank 1 or more and a weight of rank 2, got ",
        input, " and ", weight);
  if (!agree(input.getShape().back(), weight.getDimSize(1))) // linear C2
    return emitOptionalError(
        location, "expects as many input columns as weight columns, got ",
        input.getShape().back(), " and ", weight.getDimSize(1));
  if (Value bias = op.getBias()) { // linear C1, C3
    auto type = cast<RankedTensorType>(bias.getType());
    if (type.getRank() != 1 || !agree(type.getDimSize(0), weight.getDimSize(0)))
      return emitOptionalError(
          location,
          "expects a bias of rank 1 with one element per weight row (",
          weight.getDimSize(0), "), got ", type);
  }
  for (Value operand : operands) // linear C4
    if (elementType(operand) != input.getElementType())
      return emitOptionalError(location, "expects one element type, got ",
                               input.getElementType(), " and ",
                               elementType(operand), "; cast one operand");
  SmallVector<int64_t> shape(input.getShape());
  shape.back() = weight.getDimSize(0);
  types.push_back(RankedTensorType::get(shape, input.getElementType()));
  return success();
}

#define GET_OP_CLASSES
#include "amp/Contraction.cpp.inc"
