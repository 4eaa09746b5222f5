// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Normalization family: what its traits do not already infer and verify.

#include "amp/IR/Amp.h"

using namespace mlir;
using namespace amp;

#define GET_OP_CLASSES
#include "amp/Normalization.cpp.inc"
