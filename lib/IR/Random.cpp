// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random family: inference and verification.

#include "amp/IR/Amp.h"
#include "amp/IR/Types.h"

using namespace mlir;
using namespace amp;

LogicalResult DropoutOp::inferReturnTypes(MLIRContext *,
                                          std::optional<Location>,
                                          ValueRange operands, DictionaryAttr,
                                          OpaqueProperties, RegionRange,
                                          SmallVectorImpl<Type> &types) {
  types.push_back(operands.front().getType());
  return success();
}

LogicalResult DropoutOp::verify() {
  size_t keys = getKeys().size();
  if (keys != 0 && keys != 2 && keys != 3) // dropout C1
    return emitOpError("expects a seed, a counter and possibly a number as "
                       "keys, or none, got ")
           << keys << " keys";
  double p = getP().convertToDouble();
  if (!(p >= 0.0 && p <= 1.0)) // dropout C2
    return emitOpError("expects p in [0, 1], got ") << getPAttr();
  if (std::optional<int64_t> number = getNumber()) // dropout C3
    if (*number < 0 || *number > int64_t(UINT32_MAX))
      return emitOpError("expects a number in [0, 2^32), got ") << *number;
  if (keys == 3 && getNumber()) // dropout C3
    return emitOpError("expects no number beside the one among the keys");
  return success();
}

#define GET_OP_CLASSES
#include "amp/Random.cpp.inc"
