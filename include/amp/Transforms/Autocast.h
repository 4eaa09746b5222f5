// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stage 2 for users in C++: the precision option and the attributes that
// autocast leaves on ops for the verifiers of stages 2 and 4. The pass and its
// options struct are declared in amp/Transforms/Passes.h.

#ifndef AMP_TRANSFORMS_AUTOCAST_H
#define AMP_TRANSFORMS_AUTOCAST_H

#include "amp/IR/Amp.h"
#include "amp/Runtime/Precision.h"

namespace amp {

/// Name of the `#amp.rule` attribute: class and low type that typed the op.
inline constexpr llvm::StringLiteral ruleAttrName = "amp.rule";

/// Name of the type attribute of an op that has an operand pinned by the user
/// (P5): its class casts to this type instead.
inline constexpr llvm::StringLiteral pinnedAttrName = "amp.pinned";

/// Returns the rule under which autocast typed `op`, null outside of enabled
/// scopes.
inline RuleAttr getRule(mlir::Operation *op) {
  return op->getAttrOfType<RuleAttr>(ruleAttrName);
}

/// Returns the names of the policies that the library holds, sorted.
llvm::SmallVector<llvm::StringRef> getBuiltinPolicyNames();

} // namespace amp

#endif // AMP_TRANSFORMS_AUTOCAST_H
