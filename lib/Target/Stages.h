// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The stages that all compiled targets share: from a typed function of the amp
// dialect to a planned device program. Private.

#ifndef AMP_LIB_TARGET_STAGES_H
#define AMP_LIB_TARGET_STAGES_H

#include "amp/Conversion/Passes.h"
#include "amp/Target/Program.h"

namespace amp {

/// Turns the one function of `isolated` into a device program of its name with
/// its kernels. `native` are the names of the element types whose products the
/// target's library computes itself. Calls the observer after each stage; its
/// refusal is an error at `function`, where the text came from. Kernels
/// may be of the stages partial and combine, by `splitRule`.
mlir::LogicalResult runDeviceStages(mlir::ModuleOp isolated,
                                    mlir::func::FuncOp function,
                                    const cpu::ProgramOptions &options,
                                    llvm::ArrayRef<std::string> native,
                                    SplitRule splitRule);

/// Adds the conversions of `module`, which is in simplified form, and the bytes
/// of their results.
void countCasts(mlir::ModuleOp module, cpu::ProgramStatistics &statistics);

} // namespace amp

#endif // AMP_LIB_TARGET_STAGES_H
