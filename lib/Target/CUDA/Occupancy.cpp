// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rule behind NVIDIA's occupancy calculator: blocks are limited by their
// number, by warps, by registers and by shared memory, each given out in units.

#include "Occupancy.h"

#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace amp::cuda;

/// Registers of a multiprocessor, the same on all of Turing to Blackwell. Each
/// of four partitions has its part, and a warp lives in one of them.
static constexpr int64_t registerCount = 65536, partitions = 4;
/// A warp gets registers in units of this many, a block shared memory in units
/// of this many bytes.
static constexpr int64_t registerUnit = 256, sharedUnit = 128;
static constexpr int64_t warpThreads = 32;

std::optional<MultiprocessorLimits>
amp::cuda::getMultiprocessorLimits(int capability) {
  constexpr int64_t kib = 1024;
  switch (capability) {
  case 75:
    return MultiprocessorLimits{32, 16, 64 * kib, 0};
  case 80:
    return MultiprocessorLimits{64, 32, 164 * kib, kib};
  case 86:
    return MultiprocessorLimits{48, 16, 100 * kib, kib};
  case 87:
    return MultiprocessorLimits{48, 16, 164 * kib, kib};
  case 89:
    return MultiprocessorLimits{48, 24, 100 * kib, kib};
  case 90:
  case 100:
  case 103:
    return MultiprocessorLimits{64, 32, 228 * kib, kib};
  case 120:
  case 121:
    return MultiprocessorLimits{48, 24, 100 * kib, kib};
  default:
    return std::nullopt;
  }
}

int64_t amp::cuda::countResidentBlocks(const MultiprocessorLimits &limits,
                                       const BlockNeeds &needs) {
  int64_t warps = llvm::divideCeil(needs.threads, warpThreads);
  if (warps == 0)
    return 0;
  int64_t blocks = std::min(limits.blocks, limits.warps / warps);
  if (needs.registers > 0) {
    int64_t each = llvm::alignTo(needs.registers * warpThreads, registerUnit);
    int64_t resident = registerCount / partitions / each * partitions;
    blocks = std::min(blocks, resident / warps);
  }
  int64_t shared =
      llvm::alignTo(needs.sharedBytes + limits.reservedBytes, sharedUnit);
  if (shared > 0)
    blocks = std::min(blocks, limits.sharedBytes / shared);
  return blocks;
}

double amp::cuda::getOccupancy(const MultiprocessorLimits &limits,
                               const BlockNeeds &needs) {
  int64_t warps = llvm::divideCeil(needs.threads, warpThreads);
  return double(countResidentBlocks(limits, needs) * warps) /
         double(limits.warps);
}
