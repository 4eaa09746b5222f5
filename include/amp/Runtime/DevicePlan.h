// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is known of a compiled function on a GPU before it runs: the resources
// of its kernels as the real compiler gives them out, and the size of the graph
// that a step is captured into. Standard library types only.

#ifndef AMP_RUNTIME_DEVICEPLAN_H
#define AMP_RUNTIME_DEVICEPLAN_H

#include <cstdint>
#include <string>
#include <vector>

namespace amp {

/// What one kernel takes on one architecture.
struct KernelResources {
  /// The compute capability, 10 * major + minor.
  int capability = 0;
  /// 32-bit registers of a thread.
  int64_t registers = 0;
  /// Bytes of shared memory of a block, without what the system reserves.
  int64_t sharedBytes = 0;
  /// Bytes of local memory of a thread: its stack, where spilled registers and
  /// arrays with computed indices lie. 0 is the aim.
  int64_t localBytes = 0;
  /// Bytes of registers that are stored to and loaded from local memory in the
  /// code of a thread, as written (not as executed).
  int64_t spillBytes = 0;
  /// Threads of a block, and the part of a multiprocessor's warps that can be
  /// resident at once, from 0 to 1.
  int64_t blockThreads = 0;
  double occupancy = 0.0;
};

/// One function of the compiled text.
struct PlannedKernel {
  std::string name;
  /// One entry for each architecture asked for, in order.
  std::vector<KernelResources> resources;
};

/// The plan of a function for a GPU.
struct DevicePlan {
  std::vector<PlannedKernel> kernels;
  /// Nodes of the captured graph: launches, library calls (each counted as one:
  /// what a library launches for a call is its own affair), copies and clears,
  /// with the copies of inputs and outputs. 0 where the host decides on the way
  /// and no graph holds the whole run.
  int64_t graphNodes = 0;
};

} // namespace amp

#endif // AMP_RUNTIME_DEVICEPLAN_H
