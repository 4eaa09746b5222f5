// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Math family: its traits infer and verify all there is.

#include "amp/IR/Amp.h"

using namespace mlir;
using namespace amp;

#define GET_OP_CLASSES
#include "amp/Math.cpp.inc"
