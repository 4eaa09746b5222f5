// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The passes of include/amp/Transforms/Passes.td: constructors and
// registration.

#ifndef AMP_TRANSFORMS_PASSES_H
#define AMP_TRANSFORMS_PASSES_H

#include "amp/Transforms/Autocast.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace amp {

#define GEN_PASS_DECL
#include "TransformsPasses.h.inc"

#define GEN_PASS_REGISTRATION
#include "TransformsPasses.h.inc"

} // namespace amp

#endif // AMP_TRANSFORMS_PASSES_H
