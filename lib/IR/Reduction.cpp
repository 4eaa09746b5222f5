// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reduction family: what its traits do not already infer and verify.

#include "amp/IR/Amp.h"

using namespace mlir;
using namespace amp;

LogicalResult MaxOp::verify() {
  for (StringRef name : {"accumulate", "dtype"}) // max C3
    if (Attribute value = (*this)->getAttr(name))
      return emitOpError("expects no attribute '")
             << name << "', as a maximum rounds nothing, got " << value;
  return success();
}

#define GET_OP_CLASSES
#include "amp/Reduction.cpp.inc"
