// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From a fused region to a device kernel.

#ifndef AMP_LIB_CONVERSION_AMPTODEVICE_KERNELBUILDER_H
#define AMP_LIB_CONVERSION_AMPTODEVICE_KERNELBUILDER_H

#include "amp/IR/Amp.h"
#include "amp/IR/Device.h"

#include "Analysis/RegionKey.h"
#include "Conversion/AmpToDevice/TwoStage.h"

#include "llvm/ADT/StringMap.h"

#include <unordered_map>

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
  KernelBuilder(mlir::ModuleOp module, mlir::SymbolTable &symbols,
                SplitRule splitRule);

  /// Returns the kernel of a region, which lives as long as this does, or emits
  /// an error at the op that cannot be part of one.
  mlir::FailureOr<const RegionKernel *> build(FusedOp region);

  /// The kernels of the module that a kernel of it is split into, or null where
  /// one launch with these extents of dimension 0 does best.
  const SplitKernel *split(device::KernelOp kernel,
                           llvm::ArrayRef<int64_t> extents);

  /// Notes that a program launches `kernel`.
  void use(device::KernelOp kernel) { used.insert(kernel); }
  /// Erases the kernels that no program launches, as they were split.
  void eraseUnused();

private:
  /// Gives a detached kernel its place, or erases it and returns the one of the
  /// same structure.
  device::KernelOp add(device::KernelOp kernel);
  mlir::FailureOr<RegionKernel> buildAnew(FusedOp region);

  mlir::ModuleOp module;
  mlir::SymbolTable &symbols;
  SplitRule splitRule;
  llvm::StringMap<device::KernelOp> byText;
  llvm::DenseMap<mlir::Operation *, SplitKernel> splits;
  llvm::SmallPtrSet<mlir::Operation *, 16> used;
  std::unordered_map<RegionKey, RegionKernel, RegionKeyHash> byRegion;
};

} // namespace amp

#endif // AMP_LIB_CONVERSION_AMPTODEVICE_KERNELBUILDER_H
