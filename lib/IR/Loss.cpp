// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loss family: result types.

#include "amp/IR/Amp.h"
#include "amp/IR/Types.h"

using namespace mlir;
using namespace amp;

/// Infers the type of a loss over class indices (C1, C2).
static LogicalResult inferClassLoss(std::optional<Location> location,
                                    ValueRange operands,
                                    LossReduction reduction,
                                    SmallVectorImpl<Type> &types) {
  auto scores = cast<RankedTensorType>(operands[0].getType());
  auto target = cast<RankedTensorType>(operands[1].getType());
  if (scores.getRank() != 2 || target.getRank() != 1) // C1
    return emitOptionalError(location,
                             "expects [samples, classes] and [samples], got ",
                             scores, " and ", target);
  int64_t samples = scores.getDimSize(0), targets = target.getDimSize(0);
  if (samples != targets && !ShapedType::isDynamic(samples) &&
      !ShapedType::isDynamic(targets))
    return emitOptionalError(location, "expects one target per sample, got ",
                             targets, " for ", samples);
  SmallVector<int64_t> shape; // C2
  if (reduction == LossReduction::None)
    shape.push_back(samples);
  types.push_back(RankedTensorType::get(shape, scores.getElementType()));
  return success();
}

LogicalResult CrossEntropyOp::inferReturnTypes(
    MLIRContext *, std::optional<Location> location, ValueRange operands,
    DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions,
    SmallVectorImpl<Type> &types) {
  Adaptor op(operands, attributes, properties, regions);
  return inferClassLoss(location, operands, op.getReduction(), types);
}

LogicalResult
NllOp::inferReturnTypes(MLIRContext *, std::optional<Location> location,
                        ValueRange operands, DictionaryAttr attributes,
                        OpaqueProperties properties, RegionRange regions,
                        SmallVectorImpl<Type> &types) {
  Adaptor op(operands, attributes, properties, regions);
  return inferClassLoss(location, operands, op.getReduction(), types);
}

LogicalResult
MseOp::inferReturnTypes(MLIRContext *, std::optional<Location> location,
                        ValueRange operands, DictionaryAttr attributes,
                        OpaqueProperties properties, RegionRange regions,
                        SmallVectorImpl<Type> &types) {
  Adaptor op(operands, attributes, properties, regions);
  auto input = cast<RankedTensorType>(op.getInput().getType());
  auto target = cast<RankedTensorType>(op.getTarget().getType());
  if (failed(verifyCompatibleShape(input, target))) // mse C1
    return emitOptionalError(location, "expects one shape, got ", input,
                             " and ", target);
  Type element = promoteElementTypes({input, target}); // mse C2
  bool reduced = op.getReduction() != LossReduction::None;
  types.push_back(reduced ? RankedTensorType::get({}, element)
                          : withElementType(input, element));
  return success();
}

#define GET_OP_CLASSES
#include "amp/Loss.cpp.inc"
