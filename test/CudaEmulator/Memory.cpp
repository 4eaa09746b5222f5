// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Allocation in the reserved range, and the checks of accesses to it.

#include "Memory.h"

#include <cstdlib>
#include <cstring>
#include <sys/mman.h>

using namespace amp::emulator;

static void *reserve(size_t bytes, int protection) {
  void *memory = mmap(nullptr, bytes, protection,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED)
    std::abort();
  return memory;
}

DeviceMemory::DeviceMemory() {
  base = next = uint64_t(reserve(rangeBytes, PROT_NONE));
  cells = static_cast<Cell *>(
      reserve(rangeBytes * sizeof(Cell), PROT_READ | PROT_WRITE));
  pageOwners = static_cast<uint32_t *>(reserve(
      rangeBytes / pageBytes * sizeof(uint32_t), PROT_READ | PROT_WRITE));
}

uint64_t DeviceMemory::allocate(size_t bytes) {
  if (bytes == 0 || bytes > limit - used)
    return 0;
  // One page stays closed behind each allocation, which ends as close to it as
  // the alignment of its start allows.
  size_t pages = (bytes + pageBytes - 1) / pageBytes;
  if (next + (pages + 1) * pageBytes > base + rangeBytes)
    return 0;
  uint64_t region = next;
  next += (pages + 1) * pageBytes;
  if (mprotect(reinterpret_cast<void *>(region), pages * pageBytes,
               PROT_READ | PROT_WRITE) != 0)
    return 0;
  uint64_t start = (region + pages * pageBytes - bytes) / 256 * 256;
  std::memset(reinterpret_cast<void *>(region), 0xff, pages * pageBytes);
  allocations.push_back({start, bytes, true});
  for (size_t page = 0; page <= pages; ++page)
    pageOwners[(region - base) / pageBytes + page] = allocations.size();
  used += bytes;
  return start;
}

const DeviceMemory::Allocation *DeviceMemory::find(uint64_t address) const {
  uint32_t owner = pageOwners[(address - base) / pageBytes];
  return owner ? &allocations[owner - 1] : nullptr;
}

bool DeviceMemory::release(uint64_t address) {
  if (!inRange(reinterpret_cast<void *>(address)))
    return false;
  auto *allocation = const_cast<Allocation *>(find(address));
  if (!allocation || !allocation->isLive || allocation->start != address)
    return false;
  allocation->isLive = false;
  used -= allocation->bytes;
  uint64_t first = address / pageBytes * pageBytes;
  size_t bytes = address + allocation->bytes - first;
  // Gives the memory back, with what is known of its bytes, and closes it; the
  // addresses stay taken.
  size_t whole = (bytes + pageBytes - 1) / pageBytes * pageBytes;
  mprotect(reinterpret_cast<void *>(first), whole, PROT_NONE);
  madvise(reinterpret_cast<void *>(first), whole, MADV_DONTNEED);
  madvise(cells + (first - base), whole * sizeof(Cell), MADV_DONTNEED);
  return true;
}

std::string DeviceMemory::check(uint64_t address, size_t bytes) const {
  if (!inRange(reinterpret_cast<void *>(address)))
    return "not an address of the device";
  const Allocation *allocation = find(address);
  if (!allocation || address < allocation->start)
    return "outside of every allocation";
  if (!allocation->isLive)
    return "memory was freed";
  if (address + bytes > allocation->start + allocation->bytes)
    return "beyond the end of an allocation of " +
           std::to_string(allocation->bytes) + " bytes by " +
           std::to_string(address + bytes - allocation->start -
                          allocation->bytes) +
           " bytes";
  return "";
}

const char *DeviceMemory::conflict(const Actor &earlier, const Actor &now) {
  if (earlier.launch != now.launch)
    return nullptr;
  if (earlier.block != now.block)
    return "another block";
  if (earlier.thread == now.thread || earlier.epoch != now.epoch)
    return nullptr;
  if (earlier.thread / 32 == now.thread / 32 &&
      earlier.warpEpoch != now.warpEpoch)
    return nullptr;
  return "another thread of the block, no barrier between";
}

std::string DeviceMemory::checkThread(const void *address, unsigned bytes,
                                      bool isWrite, const Actor &actor) {
  std::string wrong = check(uint64_t(address), bytes);
  if (!wrong.empty())
    return wrong;
  (isWrite ? touched.stored : touched.loaded) += bytes;
  Cell *cell = cells + (uint64_t(address) - base);
  for (unsigned i = 0; i < bytes; ++i, ++cell) {
    if (const char *who = conflict(cell->writer, actor))
      return std::string("written by ") + who;
    if (!isWrite) {
      // One reader is kept: the first block of the launch, so that a writer of
      // another one meets it, and within a block the last thread.
      touched.read += cell->reader.launch != actor.launch;
      if (cell->reader.launch != actor.launch ||
          cell->reader.block == actor.block)
        cell->reader = actor;
      continue;
    }
    if (const char *who = conflict(cell->reader, actor))
      return std::string("read by ") + who;
    touched.written += cell->writer.launch != actor.launch;
    cell->writer = actor;
  }
  return "";
}
