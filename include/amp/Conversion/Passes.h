// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The passes of include/amp/Conversion/Passes.td: constructors and
// registration.

#ifndef AMP_CONVERSION_PASSES_H
#define AMP_CONVERSION_PASSES_H

#include "mlir/Pass/Pass.h"

namespace amp {

/// When a reduction with few results is done by two kernels, which have more
/// independent parts: never, where the threads of a CPU would find no work, or
/// where the blocks of a GPU would.
enum class SplitRule { Never, Threads, Blocks };

#define GEN_PASS_DECL
#include "ConversionPasses.h.inc"

#define GEN_PASS_REGISTRATION
#include "ConversionPasses.h.inc"

} // namespace amp

#endif // AMP_CONVERSION_PASSES_H
