// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reductions with few results as several kernels: one makes the chunk results
// of rule P4, which are independent, the next combines them. The order is the
// same and so are the bits; what is gained is work for all threads.
//
// Two threads of a server core, one stage against two, microseconds: softmax of
// one row of 262144 f32 159 and 86, the sum of exp of that row 53 and 30,
// column sums of 20000 x 16 f32 14 and 9. One sum of 64 MB takes 3.2 ms on one
// thread and 1.5 on two, one of 256 MB 23.0 and 11.5, which is what memory
// gives. Measured with amp-run bench, and the ones before with
// test/Execute/Inputs/long-reductions.mlir and time-functions.

#ifndef AMP_LIB_CONVERSION_AMPTODEVICE_TWOSTAGE_H
#define AMP_LIB_CONVERSION_AMPTODEVICE_TWOSTAGE_H

#include "amp/Conversion/Passes.h"
#include "amp/IR/Device.h"

namespace amp {

/// One launch in place of a part of the split kernel's.
struct StageLaunch {
  device::KernelOp kernel;
  /// For each argument of the kernel: an argument of the split kernel, or
  /// behind those the number of a scratch buffer.
  llvm::SmallVector<unsigned> buffers;
  /// Whether dimension 0 counts chunks of the split kernel's.
  bool countsChunks = false;
  /// Whether the reduction extent comes as one more size.
  bool takesExtent = false;
};

/// A buffer between stages: one element for each position that is not reduced,
/// or for each of those and each chunk.
struct StageScratch {
  mlir::Type elementType;
  bool perChunk = false;
};

struct SplitKernel {
  llvm::SmallVector<StageLaunch> launches;
  llvm::SmallVector<StageScratch> scratch;
};

/// Whether launches of `kernel` with these extents of dimension 0, all in one,
/// have so few independent parts that splitting pays by `rule`. Depends on
/// shapes only (P16).
bool shouldSplit(device::KernelOp kernel, llvm::ArrayRef<int64_t> extents,
                 SplitRule rule);

/// The number of elements of a scratch buffer of a launch with this extent of
/// dimension 0.
int64_t getScratchCount(device::KernelOp kernel, const StageScratch &scratch,
                        int64_t extent);

/// Makes the kernels that together do what `kernel` does. They are detached:
/// the caller gives them a place, and a name made from the one they have.
SplitKernel splitKernel(device::KernelOp kernel);

} // namespace amp

#endif // AMP_LIB_CONVERSION_AMPTODEVICE_TWOSTAGE_H
