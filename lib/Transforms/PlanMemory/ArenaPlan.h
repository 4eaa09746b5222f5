// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Offsets for memory blocks of known size and lifetime.

#ifndef AMP_LIB_TRANSFORMS_PLANMEMORY_ARENAPLAN_H
#define AMP_LIB_TRANSFORMS_PLANMEMORY_ARENAPLAN_H

#include "llvm/ADT/ArrayRef.h"

#include <cstdint>
#include <vector>

namespace amp {

/// A block that is live from position `first` to `last`, both included.
struct ArenaBlock {
  int64_t first = 0, last = 0;
  int64_t bytes = 0;
  int64_t offset = -1;
};

/// Chooses offsets such that blocks that are live together do not overlap, and
/// returns the number of bytes needed. Best fit in the order of time comes
/// first; where that misses the lower bound, best fit in other orders follows
/// (only for up to some thousand blocks, as it looks at pairs), and the
/// smallest result is kept.
int64_t placeBlocks(std::vector<ArenaBlock> &blocks);

/// The largest sum of blocks live at one position.
int64_t getLiveBytes(llvm::ArrayRef<ArenaBlock> blocks);

} // namespace amp

#endif // AMP_LIB_TRANSFORMS_PLANMEMORY_ARENAPLAN_H
