// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From a fused region to a device kernel.

#ifndef AMP_LIB_CONVERSION_AMPTODEVICE_KERNELBUILDER_H
#define AMP_LIB_CONVERSION_AMPTODEVICE_KERNELBUILDER_H

#include "amp/IR/Amp.h"
#include "amp/IR/Device.h"

#include "llvm/ADT/StringMap.h"

namespace amp {

/// A region as one instance of a kernel.
struct RegionKernel {
  device::KernelOp kernel;
  /// The extent of dimension 0 and the sizes that this region needs.
  int64_t extent = 1;
  llvm::SmallVector<int64_t> sizes;
  /// The region's operands that the kernel loads, in the order of its
  /// arguments; the region's results follow them.
  llvm::SmallVector<unsigned> inputs;
};

/// Makes kernels in a module and keeps one of each structure.
class KernelBuilder {
public:
  /// Kernels are added to `module`, under names that `symbols` has not.
  KernelBuilder(mlir::ModuleOp module, mlir::SymbolTable &symbols);

  /// Returns the kernel of a region, or emits an error at the op that cannot be
  /// part of one.
  mlir::FailureOr<RegionKernel> build(FusedOp region);

private:
  mlir::ModuleOp module;
  mlir::SymbolTable &symbols;
  llvm::StringMap<device::KernelOp> byText;
};

} // namespace amp

#endif // AMP_LIB_CONVERSION_AMPTODEVICE_KERNELBUILDER_H
