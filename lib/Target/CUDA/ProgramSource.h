// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kernels that a device program launches, as one CUDA C++ text. Private.

#ifndef AMP_LIB_TARGET_CUDA_PROGRAMSOURCE_H
#define AMP_LIB_TARGET_CUDA_PROGRAMSOURCE_H

#include "amp/IR/Device.h"

#include "mlir/IR/BuiltinOps.h"

#include <string>
#include <vector>

namespace amp::cuda {

/// One function to compile: a kernel and the way its launches use it.
struct KernelUse {
  /// The kernel, or in its place a scatter.
  device::KernelOp kernel;
  device::ScatterAddOp scatter;
  /// The name of the function, a C identifier.
  std::string name;
  bool isMultiple = false;
  bool isWide = false;
  bool isGuarded = false;
};

/// Where an error about it belongs.
inline mlir::Operation *getSourceOp(const KernelUse &use) {
  if (use.scatter)
    return device::ScatterAddOp(use.scatter);
  return device::KernelOp(use.kernel);
}

/// The use of a scatter.
KernelUse getKernelUse(device::ScatterAddOp scatter);

/// What `launch` needs of `kernel`; the name follows from it.
KernelUse getKernelUse(device::LaunchOp launch, device::KernelOp kernel);

/// The functions that the programs in `root`, a program or a module of several,
/// launch, each once, in order; `symbols` are those of the module.
std::vector<KernelUse> getKernelUses(mlir::Operation *root,
                                     const mlir::SymbolTable &symbols);

/// The text of `uses`. Fails with a diagnostic at an op that cannot be printed.
mlir::FailureOr<std::string> printKernelUses(llvm::ArrayRef<KernelUse> uses);

} // namespace amp::cuda

#endif // AMP_LIB_TARGET_CUDA_PROGRAMSOURCE_H
