// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Optimizer family: result types and operand agreement.

#include "amp/IR/Amp.h"
#include "amp/IR/Types.h"

using namespace mlir;
using namespace amp;

/// Checks that all `values` have the first one's type (C1).
static LogicalResult verifyOneType(std::optional<Location> location,
                                   ValueRange values) {
  for (Value value : values)
    if (value.getType() != values.front().getType())
      return emitOptionalError(
          location, "expects parameter, gradient and moments of one type, got ",
          values.front().getType(), " and ", value.getType());
  return success();
}

LogicalResult
SgdOp::inferReturnTypes(MLIRContext *, std::optional<Location> location,
                        ValueRange operands, DictionaryAttr attributes,
                        OpaqueProperties properties, RegionRange regions,
                        SmallVectorImpl<Type> &types) {
  Adaptor op(operands, attributes, properties, regions);
  bool hasBuffer = static_cast<bool>(op.getBuffer());
  if (failed(verifyOneType(location, operands.take_front(2 + hasBuffer))))
    return failure();
  types.append(1 + hasBuffer, operands.front().getType());
  return success();
}

LogicalResult SgdOp::verify() {
  if (!getBuffer() && (getNesterov() || !getMomentum().isZero())) // sgd C3
    return emitOpError("expects a momentum buffer for momentum or nesterov");
  return success();
}

/// Result types of adam and adamw.
static LogicalResult inferAdam(std::optional<Location> location,
                               ValueRange operands,
                               SmallVectorImpl<Type> &types) {
  if (failed(verifyOneType(location, operands.take_front(4))))
    return failure();
  types.append(3, operands.front().getType());
  types.push_back(operands[4].getType());
  return success();
}

LogicalResult AdamOp::inferReturnTypes(MLIRContext *,
                                       std::optional<Location> location,
                                       ValueRange operands, DictionaryAttr,
                                       OpaqueProperties, RegionRange,
                                       SmallVectorImpl<Type> &types) {
  return inferAdam(location, operands, types);
}

LogicalResult AdamwOp::inferReturnTypes(MLIRContext *,
                                        std::optional<Location> location,
                                        ValueRange operands, DictionaryAttr,
                                        OpaqueProperties, RegionRange,
                                        SmallVectorImpl<Type> &types) {
  return inferAdam(location, operands, types);
}

#define GET_OP_CLASSES
#include "amp/Optimizer.cpp.inc"
