// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Implementation of verifyStaticShapes.

#include "Analysis/StaticShapes.h"

#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;

LogicalResult amp::verifyStaticShapes(Operation *op, TypeRange types) {
  for (Type type : types) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (tensor && !tensor.hasStaticShape())
      return op->emitError("expects static shapes, got ") << type;
  }
  return success();
}
