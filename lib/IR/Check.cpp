// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Registration and verification of the check dialect.

#include "amp/IR/Check.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace amp::check;

#include "check/CheckDialect.cpp.inc"

void CheckDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "check/CheckOps.cpp.inc"
      >();
}

LogicalResult ExpectCloseOp::verify() {
  Type element = getElementTypeOrSelf(getActual().getType());
  if (!isa<FloatType>(element)) // expect_close C1
    return emitOpError("expects float operands, got ") << element;
  if (!getUlps() && !getRelative() && !getAbsolute()) // expect_close C2
    return emitOpError("expects a bound: ulps, relative or absolute");
  return success();
}

LogicalResult ExpectFiniteOp::verify() {
  Type element = getElementTypeOrSelf(getValue().getType());
  if (!isa<FloatType>(element)) // expect_finite C1
    return emitOpError("expects a float operand, got ") << element;
  return success();
}

#define GET_OP_CLASSES
#include "check/CheckOps.cpp.inc"
