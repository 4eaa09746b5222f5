// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Device memory: one reserved range of addresses in which every allocation has
// its own pages, ends at a page that cannot be accessed, and is never used
// again after it was freed. For every byte it is remembered who wrote and who
// read it last, which is what races are found by.

#ifndef AMP_TEST_CUDAEMULATOR_MEMORY_H
#define AMP_TEST_CUDAEMULATOR_MEMORY_H

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace amp::emulator {

/// Who touches memory: a thread of a block of a launch, how many barriers its
/// block has passed, modulo 2^16,
/// and operations its warp has.
struct Actor {
  uint32_t launch = 0, block = 0;
  uint16_t thread = 0, epoch = 0, warpEpoch = 0;
};

/// Bytes that threads of a launch touched: each byte once, and every access.
struct TouchedBytes {
  uint64_t read = 0, written = 0;
  uint64_t loaded = 0, stored = 0;
};

class DeviceMemory {
public:
  DeviceMemory();

  /// Zero, or the address of `bytes` bytes, a multiple of 256. The content is
  /// all ones, which is NaN in every floating-point type.
  uint64_t allocate(size_t bytes);
  /// Whether `address` was allocated and not freed.
  bool release(uint64_t address);

  bool inRange(const void *address) const {
    return uint64_t(address) - base < rangeBytes;
  }
  /// What is wrong with an access to device memory by the host or a library:
  /// empty if it is inside of one live allocation.
  std::string check(uint64_t address, size_t bytes) const;
  /// The same for a thread of a kernel, with races: by another block of the
  /// launch, or by another thread of the block with no barrier between.
  std::string checkThread(const void *address, unsigned bytes, bool isWrite,
                          const Actor &actor);

  /// What checkThread has seen since the last call of this.
  TouchedBytes takeTouched() { return std::exchange(touched, {}); }

  size_t free() const { return limit - used; }
  size_t total() const { return limit; }
  void setLimit(size_t bytes) { limit = bytes; }

private:
  static constexpr size_t rangeBytes = size_t(16) << 30;
  static constexpr size_t pageBytes = 4096;
  struct Allocation {
    uint64_t start = 0;
    size_t bytes = 0;
    bool isLive = false;
  };
  /// Who accessed a byte last in either way.
  struct Cell {
    Actor writer, reader;
  };

  const Allocation *find(uint64_t address) const;
  /// Who `earlier` is, if it is an access of this launch that `now` must be
  /// ordered against and is not.
  static const char *conflict(const Actor &earlier, const Actor &now);

  uint64_t base = 0;
  uint64_t next = 0;
  size_t used = 0;
  size_t limit = size_t(8) << 30;
  TouchedBytes touched;
  Cell *cells = nullptr;
  /// By page, the allocation it belongs to, plus one.
  uint32_t *pageOwners = nullptr;
  std::vector<Allocation> allocations;
};

} // namespace amp::emulator

#endif // AMP_TEST_CUDAEMULATOR_MEMORY_H
