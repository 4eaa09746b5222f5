// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Best-fit heuristics for offsets in one arena.

#include "Transforms/PlanMemory/ArenaPlan.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <functional>
#include <map>
#include <numeric>
#include <optional>
#include <set>

using namespace llvm;
using namespace amp;

/// The blocks' numbers in the order given by `less`, equal ones by number.
template <typename Less>
static std::vector<size_t> sortedNumbers(size_t count, Less less) {
  std::vector<size_t> numbers(count);
  std::iota(numbers.begin(), numbers.end(), size_t(0));
  llvm::sort(numbers, [&](size_t a, size_t b) {
    return less(a, b) || (!less(b, a) && a < b);
  });
  return numbers;
}

/// The same for an order by positions, of which there are few.
template <typename Position>
static std::vector<size_t> sortByPosition(ArrayRef<size_t> numbers,
                                          Position position) {
  int64_t last = 0;
  for (size_t number : numbers)
    last = std::max(last, position(number));
  std::vector<size_t> ends(last + 2), sorted(numbers.size());
  for (size_t number : numbers)
    ++ends[position(number) + 1];
  std::partial_sum(ends.begin(), ends.end(), ends.begin());
  for (size_t number : numbers)
    sorted[ends[position(number)]++] = number;
  return sorted;
}

/// Best fit as an allocator would do it: in the order of births, giving back
/// what has died before.
static int64_t placeByTime(std::vector<ArenaBlock> &blocks) {
  // Free ranges by offset; the last one has no end. The same by size, to find
  // the best of many.
  std::map<int64_t, int64_t> free;
  std::set<std::pair<int64_t, int64_t>> bySize;
  auto add = [&](int64_t offset, int64_t bytes) {
    free[offset] = bytes;
    bySize.insert({bytes, offset});
  };
  auto remove = [&](std::map<int64_t, int64_t>::iterator range) {
    bySize.erase({range->second, range->first});
    return free.erase(range);
  };
  add(0, INT64_MAX);
  int64_t end = 0;
  auto release = [&](int64_t offset, int64_t bytes) {
    auto after = free.lower_bound(offset);
    if (after != free.end() && offset + bytes == after->first) {
      bytes = after->second == INT64_MAX ? INT64_MAX : bytes + after->second;
      after = remove(after);
    }
    if (after != free.begin()) {
      auto before = std::prev(after);
      if (before->first + before->second == offset) {
        offset = before->first;
        bytes = bytes == INT64_MAX ? INT64_MAX : before->second + bytes;
        remove(before);
      }
    }
    add(offset, bytes);
  };
  std::vector<size_t> numbers(blocks.size());
  std::iota(numbers.begin(), numbers.end(), size_t(0));
  numbers = sortByPosition(numbers,
                           [&](size_t number) { return blocks[number].first; });
  std::vector<size_t> dying = sortByPosition(
      numbers, [&](size_t number) { return blocks[number].last; });
  auto *dead = dying.data();
  for (size_t number : numbers) {
    ArenaBlock &block = blocks[number];
    for (; blocks[*dead].last < block.first; ++dead)
      if (blocks[*dead].bytes != 0)
        release(blocks[*dead].offset, blocks[*dead].bytes);
    // The smallest that is large enough, among equal ones the first.
    auto [size, offset] = *bySize.lower_bound({block.bytes, 0});
    block.offset = offset;
    if (block.bytes != 0) {
      int64_t rest = size == INT64_MAX ? INT64_MAX : size - block.bytes;
      remove(free.find(offset));
      if (rest != 0)
        add(block.offset + block.bytes, rest);
    }
    end = std::max(end, block.offset + block.bytes);
  }
  return end;
}

/// Best fit of the blocks in the order of `numbers`, wherever they live.
static int64_t placeInOrder(std::vector<ArenaBlock> &blocks,
                            ArrayRef<size_t> numbers) {
  SmallVector<size_t> placed;
  int64_t end = 0;
  for (size_t number : numbers) {
    ArenaBlock &block = blocks[number];
    // `placed` is sorted by offset: gaps between those live together.
    int64_t cursor = 0, bestGap = INT64_MAX;
    std::optional<int64_t> best;
    for (size_t other : placed) {
      const ArenaBlock &neighbour = blocks[other];
      if (neighbour.last < block.first || block.last < neighbour.first)
        continue;
      int64_t gap = neighbour.offset - cursor;
      if (gap >= block.bytes && gap < bestGap) {
        best = cursor;
        bestGap = gap;
      }
      cursor = std::max(cursor, neighbour.offset + neighbour.bytes);
    }
    block.offset = best.value_or(cursor);
    end = std::max(end, block.offset + block.bytes);
    auto at = llvm::upper_bound(placed, number, [&](size_t a, size_t b) {
      return blocks[a].offset < blocks[b].offset;
    });
    placed.insert(at, number);
  }
  return end;
}

/// Places in several orders, large blocks and long lives first, and then again
/// with the block at the very end placed before all others, until `bound` is
/// reached or it does not pay any more. Keeps the best of all, which is `end`
/// bytes long at first.
static int64_t improve(std::vector<ArenaBlock> &blocks, int64_t end,
                       int64_t bound) {
  std::vector<ArenaBlock> trial = blocks;
  std::vector<size_t> bestOrder;
  int64_t bestOfOrders = INT64_MAX;
  auto attempt = [&](const std::vector<size_t> &order) {
    int64_t bytes = placeInOrder(trial, order);
    if (bytes < end) {
      end = bytes;
      blocks = trial;
    }
    return bytes;
  };
  auto area = [&](size_t number) {
    const ArenaBlock &block = blocks[number];
    return double(block.bytes) * double(block.last - block.first + 1);
  };
  for (auto less : std::initializer_list<std::function<bool(size_t, size_t)>>{
           [&](size_t a, size_t b) {
             return blocks[a].bytes > blocks[b].bytes;
           },
           [&](size_t a, size_t b) { return area(a) > area(b); },
           [&](size_t a, size_t b) {
             return blocks[a].last - blocks[a].first >
                    blocks[b].last - blocks[b].first;
           }}) {
    if (end <= bound)
      return end;
    std::vector<size_t> order = sortedNumbers(blocks.size(), less);
    int64_t bytes = attempt(order);
    if (bytes < bestOfOrders) {
      bestOfOrders = bytes;
      bestOrder = std::move(order);
    }
  }
  // Each try looks at pairs of blocks.
  constexpr size_t mostPairs = size_t(1) << 21;
  size_t tries = std::min<size_t>(
      64, mostPairs / std::max<size_t>(blocks.size() * blocks.size(), 1));
  int64_t last = placeInOrder(trial, bestOrder);
  for (size_t i = 0; i < tries && end > bound; ++i) {
    auto top = llvm::find_if(bestOrder, [&](size_t number) {
      return trial[number].offset + trial[number].bytes == last;
    });
    if (top == bestOrder.end())
      break;
    std::rotate(bestOrder.begin(), top, top + 1);
    last = attempt(bestOrder);
  }
  return end;
}

int64_t amp::placeBlocks(std::vector<ArenaBlock> &blocks) {
  constexpr size_t pairLimit = 2000;
  int64_t end = placeByTime(blocks);
  if (blocks.size() > pairLimit)
    return end;
  int64_t bound = getLiveBytes(blocks);
  return end <= bound ? end : improve(blocks, end, bound);
}

int64_t amp::getLiveBytes(ArrayRef<ArenaBlock> blocks) {
  // Changes of the live sum by position, of which there are few; what dies at
  // one makes room for what is born there.
  int64_t end = 0;
  for (const ArenaBlock &block : blocks)
    end = std::max(end, block.last + 1);
  std::vector<int64_t> changes(end + 1);
  for (const ArenaBlock &block : blocks) {
    changes[block.first] += block.bytes;
    changes[block.last + 1] -= block.bytes;
  }
  int64_t live = 0, most = 0;
  for (int64_t change : changes)
    most = std::max(most, live += change);
  return most;
}
