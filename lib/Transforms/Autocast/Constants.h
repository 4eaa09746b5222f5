// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values that must not be narrowed: constants out of range (P12) and integers
// past the exact range of a low type (P13).

#ifndef AMP_LIB_TRANSFORMS_AUTOCAST_CONSTANTS_H
#define AMP_LIB_TRANSFORMS_AUTOCAST_CONSTANTS_H

#include "mlir/IR/Value.h"

#include <string>

namespace amp {

/// Returns why `value` would be damaged by a cast to the low type `low`, empty
/// if it would not. Looks through ops that only move elements.
std::string reasonAgainstNarrowing(mlir::Value value, mlir::Type low);

} // namespace amp

#endif // AMP_LIB_TRANSFORMS_AUTOCAST_CONSTANTS_H
