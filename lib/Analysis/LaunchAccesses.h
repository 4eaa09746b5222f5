// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which memory the instances of a launch touch, and the rules that make it safe
// to run them, and the parts of each, at the same time.

#ifndef AMP_LIB_ANALYSIS_LAUNCHACCESSES_H
#define AMP_LIB_ANALYSIS_LAUNCHACCESSES_H

#include "Analysis/BufferLiveness.h"

#include <memory>
#include <optional>

namespace amp {

/// Two accesses of a launch that depend on each other.
struct LaunchConflict {
  int64_t firstInstance = 0, secondInstance = 0;
  /// Arguments of the kernel; the first one is written.
  unsigned firstArgument = 0, secondArgument = 0;
};

/// Finds conflicts in launches, and keeps what it learns of their kernels.
class ConflictFinder {
public:
  ConflictFinder();
  ~ConflictFinder();

  /// Finds two accesses of the planned `launch` of `kernel` that forbid to run
  /// its work in any order: an instance writes what another one reads or
  /// writes, or writes what it reads itself at another element. Nothing if
  /// there are none. Ranges of bytes that overlap count as shared unless the
  /// strides show that no byte is. Near linear in the number of instances where
  /// all is well.
  std::optional<LaunchConflict> find(device::LaunchOp launch,
                                     device::KernelOp kernel);

  /// How a kernel accesses its arguments, as far as was asked for.
  struct Accesses;

private:
  llvm::DenseMap<mlir::Operation *, std::unique_ptr<Accesses>> accessesOf;
};

} // namespace amp

#endif // AMP_LIB_ANALYSIS_LAUNCHACCESSES_H
