// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How many blocks of a kernel a multiprocessor holds at once. Private.

#ifndef AMP_LIB_TARGET_CUDA_OCCUPANCY_H
#define AMP_LIB_TARGET_CUDA_OCCUPANCY_H

#include <cstdint>
#include <optional>

namespace amp::cuda {

/// Limits of a multiprocessor, from the table "Technical Specifications per
/// Compute Capability" of the CUDA C++ Programming Guide.
struct MultiprocessorLimits {
  int64_t warps, blocks, sharedBytes;
  /// Shared memory that the system takes for each block.
  int64_t reservedBytes;
};

/// The limits of a compute capability (90 for sm_90); nothing for an unknown
/// one.
std::optional<MultiprocessorLimits> getMultiprocessorLimits(int capability);

/// What decides how many blocks fit.
struct BlockNeeds {
  int64_t threads = 0, registers = 0, sharedBytes = 0;
};

/// The blocks that are resident at once; 0 where not even one fits.
int64_t countResidentBlocks(const MultiprocessorLimits &limits,
                            const BlockNeeds &needs);

/// The part of the warps that these blocks fill, from 0 to 1.
double getOccupancy(const MultiprocessorLimits &limits,
                    const BlockNeeds &needs);

} // namespace amp::cuda

#endif // AMP_LIB_TARGET_CUDA_OCCUPANCY_H
