// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elementwise family: inference, verification and the printed predicate.

#include "amp/IR/Amp.h"
#include "amp/IR/Types.h"

using namespace mlir;
using namespace amp;

static ParseResult parsePredicate(OpAsmParser &parser,
                                  PredicateAttr &predicate) {
  StringRef keyword;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseKeyword(&keyword))
    return failure();
  std::optional<Predicate> value = symbolizePredicate(keyword);
  if (!value)
    return parser.emitError(loc, "expects eq, ne, lt, le, gt or ge, got ")
           << keyword;
  predicate = PredicateAttr::get(parser.getContext(), *value);
  return success();
}

static void printPredicate(OpAsmPrinter &printer, Operation *,
                           PredicateAttr predicate) {
  printer << stringifyPredicate(predicate.getValue());
}

LogicalResult SelectOp::inferReturnTypes(MLIRContext *,
                                         std::optional<Location> location,
                                         ValueRange operands, DictionaryAttr,
                                         OpaqueProperties, RegionRange,
                                         SmallVectorImpl<Type> &types) {
  // C1: all three shapes; C2: only the two values.
  SmallVector<Type> shapes;
  if (failed(amp::detail::inferPredicate(location, operands, shapes)))
    return failure();
  auto lhs = cast<RankedTensorType>(operands[1].getType());
  auto rhs = cast<RankedTensorType>(operands[2].getType());
  types.push_back(
      withElementType(shapes.front(), promoteElementTypes({lhs, rhs})));
  return success();
}

LogicalResult CastOp::verify() {
  auto input = cast<RankedTensorType>(getInput().getType());
  auto result = cast<RankedTensorType>(getResult().getType());
  if (input.getShape() != result.getShape()) // cast C1
    return emitOpError("expects the operand's shape, got ")
           << input << " and " << result;
  return success();
}

#define GET_OP_CLASSES
#include "amp/Elementwise.cpp.inc"
