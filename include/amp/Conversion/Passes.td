// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passes from one language to the next: amp to device, device to LLVM.

#ifndef AMP_CONVERSION_PASSES_TD
#define AMP_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

#endif // AMP_CONVERSION_PASSES_TD
