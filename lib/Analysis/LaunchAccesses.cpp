// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ranges of bytes, one for each argument of each instance, and two searches
// among them: a sweep that proves most launches free of conflicts, and the look
// at all pairs that finds the conflict if it does not.

#include "Analysis/LaunchAccesses.h"

#include "Analysis/BufferLiveness.h"

#include <numeric>

using namespace mlir;
using namespace amp;
using namespace amp::device;

namespace {

/// What only buffers in the same memory share: the arena, or the buffers of one
/// kind with one name, or one buffer without a name.
using Memory = std::pair<BufferSpace, const void *>;

/// What one instance touches through one argument.
struct Touched {
  int64_t instance = 0;
  unsigned argument = 0;
  /// Addresses of different memories never meet.
  Memory memory;
  int64_t begin = 0, end = 0;
  /// Bytes of one element; elements start at `begin` plus multiples of `step`.
  int64_t bytes = 0, step = 0;
  bool isWritten = false, isRead = false;
};

/// How a kernel's body uses one argument.
struct Use {
  ArrayRef<int64_t> strides;
  int64_t offset = 0;
  bool isStore = false, isByChunk = false, isAnywhere = false;
};

/// The elements that an argument's uses reach for one extent of dimension 0.
struct Span {
  int64_t low = 0, high = 0, step = 0;
  bool isAnywhere = false, isWritten = false, isRead = false;
};

} // namespace

struct ConflictFinder::Accesses {
  explicit Accesses(KernelOp kernel);

  /// The spans of all arguments for an extent of dimension 0, if there is one;
  /// none if nothing is touched.
  ArrayRef<Span> measure(int64_t extent);
  /// Whether two arguments are accessed at the same element in every iteration.
  bool areAlike(unsigned one, unsigned other) const {
    return arguments[one].isAlike(arguments[other]);
  }

  KernelOp kernel;
  std::vector<SmallVector<Use, 1>> usesOf;
  std::vector<ArgumentAccess> arguments;

private:
  std::vector<Span> spans;
  /// The extent that these are of.
  std::optional<int64_t> measured;
};

namespace {

class AccessFinder {
public:
  AccessFinder(LaunchOp launch, ConflictFinder::Accesses &kernel);
  std::optional<LaunchConflict> run();

private:
  void addInstance(int64_t instance);
  /// Whether a sweep by address meets no two instances that depend on each
  /// other.
  bool isObviouslyFree();
  /// Whether two ranges have a byte in common, as far as strides tell.
  static bool mayMeet(const Touched &a, const Touched &b);
  /// The one conflict that `write` has with others, if any.
  std::optional<LaunchConflict> findConflictOf(const Touched &write);

  LaunchOp launch;
  ConflictFinder::Accesses &kernel;
  std::vector<Touched> touched;
};

} // namespace

ConflictFinder::Accesses::Accesses(KernelOp kernel)
    : kernel(kernel), usesOf(kernel.getBody().getNumArguments()) {
  for (BlockArgument argument : kernel.getBody().getArguments())
    arguments.push_back(ArgumentAccess::get(argument));
  std::optional<KernelLevels> levels;
  if (kernel.isStage(ReduceStage::Partial))
    levels.emplace(kernel);
  auto numberOf = [](Value buffer) {
    return cast<BlockArgument>(buffer).getArgNumber();
  };
  for (Operation &op : kernel.getBody().front()) {
    if (auto load = dyn_cast<LoadOp>(op)) {
      usesOf[numberOf(load.getBuffer())].push_back(
          {load.getStrides(), int64_t(load.getOffset())});
    } else if (auto gather = dyn_cast<device::GatherOp>(op)) {
      Use &use = usesOf[numberOf(gather.getBuffer())].emplace_back();
      use.isAnywhere = true;
    } else if (auto store = dyn_cast<StoreOp>(op)) {
      bool isByChunk = levels && levels->getPhase(store.getValue()) > 0;
      usesOf[numberOf(store.getBuffer())].push_back(
          {store.getStrides(), int64_t(store.getOffset()),
           /*isStore=*/true, isByChunk});
    }
  }
}

AccessFinder::AccessFinder(LaunchOp launch, ConflictFinder::Accesses &kernel)
    : launch(launch), kernel(kernel) {
  touched.reserve(launch.getBuffers().size());
  for (int64_t i = 0; i != launch.getNumInstances(); ++i)
    addInstance(i);
}

/// The memory that a buffer lies in, and the place there.
static std::pair<Memory, int64_t> locate(BufferOp buffer) {
  BufferSpace space = buffer.getSpace();
  if (space == BufferSpace::Arena)
    return {{space, nullptr}, int64_t(buffer.getOffset())};
  if (StringAttr name = buffer.getNameAttr())
    return {{space, name.getAsOpaquePointer()}, 0};
  return {{space, buffer.getAsOpaquePointer()}, 0};
}

ArrayRef<Span> ConflictFinder::Accesses::measure(int64_t extent) {
  // Instances mostly have one extent.
  if (measured == extent)
    return spans;
  measured = extent;
  spans.clear();
  SmallVector<int64_t> extents(kernel.getExtents());
  if (!extents.empty())
    extents[0] = extent;
  if (llvm::is_contained(extents, 0))
    return spans;
  SmallVector<int64_t> chunks(extents);
  if (auto dim = kernel.getReductionDim())
    chunks[*dim] = kernel.getNumChunks(extents[*dim]);
  for (ArrayRef<Use> uses : usesOf) {
    Span &span = spans.emplace_back();
    if (uses.empty())
      continue;
    span.low = span.high = uses.front().offset;
    for (const Use &use : uses) {
      int64_t from = use.offset, to = use.offset;
      if (use.isAnywhere) {
        span.isRead = span.isAnywhere = true;
        span.step = 1;
        span.low = std::min<int64_t>(span.low, 0);
        continue;
      }
      for (auto [extent, stride] :
           llvm::zip_equal(use.isByChunk ? chunks : extents, use.strides)) {
        (stride < 0 ? from : to) += (extent - 1) * stride;
        span.step = extent == 1 ? span.step : std::gcd(span.step, stride);
      }
      span.step = std::gcd(span.step, use.offset - uses.front().offset);
      span.low = std::min(span.low, from);
      span.high = std::max(span.high, to);
      span.isWritten |= use.isStore;
      span.isRead |= !use.isStore;
    }
  }
  return spans;
}

void AccessFinder::addInstance(int64_t instance) {
  ArrayRef<Span> spans = kernel.measure(launch.getExtents()[instance]);
  OperandRange buffers = launch.getInstance(instance);
  for (auto [argument, span] : llvm::enumerate(spans)) {
    if (!span.isRead && !span.isWritten)
      continue;
    auto buffer = buffers[argument].getDefiningOp<BufferOp>();
    // Every index is out of range in an empty tensor.
    int64_t count = buffer.getCount();
    if (count == 0)
      continue;
    Touched range;
    range.instance = instance;
    range.argument = argument;
    auto [memory, base] = locate(buffer);
    range.memory = memory;
    int64_t high = span.isAnywhere ? std::max(span.high, count - 1) : span.high;
    range.bytes = getElementBytes(buffer.getType().getElementType());
    range.step = span.step * range.bytes;
    range.begin = base + span.low * range.bytes;
    range.end = base + (high + 1) * range.bytes;
    range.isWritten = span.isWritten;
    range.isRead = span.isRead;
    touched.push_back(range);
  }
}

bool AccessFinder::isObviouslyFree() {
  if (launch.getNumInstances() == 1)
    return true;
  // Most memories that have a name are one instance's, or are read by all; only
  // ranges in others need to be put in order.
  struct Sharing {
    int64_t instance = -1;
    bool isShared = false, isWritten = false;
  };
  llvm::DenseMap<const void *, Sharing> sharings;
  sharings.reserve(touched.size());
  for (const Touched &range : touched)
    if (const void *name = range.memory.second) {
      auto [it, isNew] = sharings.try_emplace(name, Sharing{range.instance});
      it->second.isShared |= it->second.instance != range.instance;
      it->second.isWritten |= range.isWritten;
    }
  // The keys are sorted by themselves: a look at each range in turn would go
  // all over memory in a launch of many instances.
  struct Place {
    Memory memory;
    int64_t begin;
    unsigned number;
    auto operator<=>(const Place &) const = default;
  };
  std::vector<Place> order;
  order.reserve(touched.size());
  for (auto [number, range] : llvm::enumerate(touched)) {
    if (const void *name = range.memory.second) {
      const Sharing &sharing = sharings.at(name);
      if (!sharing.isShared || !sharing.isWritten)
        continue;
    }
    order.push_back({range.memory, range.begin, unsigned(number)});
  }
  llvm::sort(order);
  /// The ranges that reach furthest: of any instance, and of another one than
  /// that.
  struct Furthest {
    const Touched *first = nullptr, *other = nullptr;
    void add(const Touched *range) {
      if (!first || range->instance == first->instance) {
        if (!first || range->end > first->end)
          first = range;
      } else if (range->end > first->end) {
        other = std::exchange(first, range);
      } else if (!other || range->end > other->end) {
        other = range;
      }
    }
    bool reaches(const Touched *range) const {
      const Touched *one =
          first && first->instance != range->instance ? first : other;
      return one && one->memory == range->memory && one->end > range->begin;
    }
  } written, any;
  for (const Place &place : order) {
    const Touched *range = &touched[place.number];
    if (any.first && any.first->memory != range->memory)
      written = any = {};
    if (written.reaches(range) || (range->isWritten && any.reaches(range)))
      return false;
    any.add(range);
    if (range->isWritten)
      written.add(range);
  }
  return true;
}

bool AccessFinder::mayMeet(const Touched &a, const Touched &b) {
  if (a.memory != b.memory || a.end <= b.begin || b.end <= a.begin)
    return false;
  if (a.bytes != b.bytes)
    return true;
  int64_t step = std::gcd(a.step, b.step);
  return step == 0 || (b.begin - a.begin) % step == 0;
}

std::optional<LaunchConflict>
AccessFinder::findConflictOf(const Touched &write) {
  for (const Touched &other : touched) {
    if (&other == &write || !mayMeet(write, other))
      continue;
    // Within an instance, an input may be renewed element by element.
    if (other.instance == write.instance && other.begin == write.begin &&
        kernel.areAlike(other.argument, write.argument))
      continue;
    return LaunchConflict{write.instance, other.instance, write.argument,
                          other.argument};
  }
  return std::nullopt;
}

std::optional<LaunchConflict> AccessFinder::run() {
  bool lookAtAll = !isObviouslyFree();
  size_t perInstance = kernel.usesOf.size();
  for (const Touched &range : touched) {
    if (!range.isWritten)
      continue;
    if (range.isRead && !kernel.areAlike(range.argument, range.argument))
      return LaunchConflict{range.instance, range.instance, range.argument,
                            range.argument};
    if (lookAtAll) {
      if (auto conflict = findConflictOf(range))
        return conflict;
      continue;
    }
    // Only the instance's own ranges, which stand together.
    size_t number = &range - touched.data();
    for (size_t other = number - std::min(number, perInstance);
         other < std::min(number + perInstance, touched.size()); ++other) {
      const Touched &own = touched[other];
      if (other == number || own.instance != range.instance ||
          !mayMeet(range, own) ||
          (own.begin == range.begin &&
           kernel.areAlike(own.argument, range.argument)))
        continue;
      return LaunchConflict{range.instance, own.instance, range.argument,
                            own.argument};
    }
  }
  return std::nullopt;
}

ConflictFinder::ConflictFinder() = default;
ConflictFinder::~ConflictFinder() = default;

std::optional<LaunchConflict> ConflictFinder::find(LaunchOp launch,
                                                   KernelOp kernel) {
  std::unique_ptr<Accesses> &accesses = accessesOf[kernel];
  if (!accesses)
    accesses = std::make_unique<Accesses>(kernel);
  return AccessFinder(launch, *accesses).run();
}
