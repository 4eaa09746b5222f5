// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The autocast setting at a place of a function.

#ifndef AMP_LIB_TRANSFORMS_AUTOCAST_SCOPE_H
#define AMP_LIB_TRANSFORMS_AUTOCAST_SCOPE_H

#include "amp/IR/Amp.h"

namespace amp {

/// The autocast setting under which an op is typed.
struct Scope {
  bool enabled;
  /// The low type; null as long as nobody named one.
  mlir::Type low;

  /// Returns the setting inside of `region`: the innermost decides (P11).
  Scope inside(AutocastOp region) const {
    return {region.getEnabled().value_or(enabled),
            region.getDtype().value_or(low)};
  }
};

} // namespace amp

#endif // AMP_LIB_TRANSFORMS_AUTOCAST_SCOPE_H
