// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Normalization family: what its traits do not already infer and verify.

#include "amp/IR/Amp.h"
#include "amp/IR/Types.h"

using namespace mlir;
using namespace amp;

LogicalResult
LayerNormOp::inferReturnTypes(MLIRContext *, std::optional<Location> location,
                              ValueRange operands, DictionaryAttr attributes,
                              OpaqueProperties properties, RegionRange regions,
                              SmallVectorImpl<Type> &types) {
  Adaptor op(operands, attributes, properties, regions);
  auto input = cast<RankedTensorType>(op.getInput().getType());
  int64_t axis = op.getAxis(), rank = input.getRank();
  if (axis < 0 || axis >= rank) // layer_norm C1
    return emitOptionalError(location, "expects an axis in [0, ", rank,
                             "), got ", axis);
  if (op.getAffine().size() > 2) // layer_norm C2
    return emitOptionalError(
        location, "expects at most a weight and a bias behind the input, got ",
        op.getAffine().size(), " tensors");
  ArrayRef<int64_t> normalized = input.getShape().drop_front(axis);
  for (Value operand : op.getAffine()) {
    auto type = cast<RankedTensorType>(operand.getType());
    if (failed(verifyCompatibleShape(type.getShape(), normalized))) // C2
      return emitOptionalError(
          location, "expects weight and bias of the shape ",
          RankedTensorType::get(normalized, type.getElementType()), ", got ",
          type);
    Type element = type.getElementType(), expected = input.getElementType();
    if (element != expected &&
        !(element.isF32() && isLowPrecision(expected))) // C3
      return emitOptionalError(location, "expects one element type, got ",
                               expected, " and ", element,
                               "; cast one operand");
  }
  types.push_back(input); // C3
  return success();
}

LogicalResult LayerNormOp::verify() {
  APFloat epsilon = getEpsilon();
  if (!epsilon.isFinite() || epsilon.isNegative()) // layer_norm C5
    return emitOpError("expects a finite epsilon of at least 0, got ")
           << epsilon.convertToDouble();
  return success();
}

SmallVector<int64_t> LayerNormOp::getAxes() {
  int64_t rank = cast<RankedTensorType>(getInput().getType()).getRank();
  return llvm::to_vector(llvm::seq<int64_t>(getAxis(), rank));
}

#define GET_OP_CLASSES
#include "amp/Normalization.cpp.inc"
