// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An access touches one element for each combination of indices that its
// strides tell apart. Equal accesses of one buffer, in one instance or in
// several, are one; different ones are added, up to the whole buffer.

#include "Analysis/LaunchTraffic.h"

#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace amp;

namespace {

/// One access of the body, without its buffer.
struct Access {
  unsigned argument = 0;
  SmallVector<int64_t> strides;
  int64_t offset = 0;
  bool isWrite = false, isAnywhere = false, isByChunk = false;
};

/// What is known of one buffer and direction.
struct Touched {
  /// The extent, offset and strides of the accesses counted so far.
  SmallVector<SmallVector<int64_t>, 2> seen;
  int64_t elements = 0;
};

} // namespace

static SmallVector<Access> collectAccesses(device::KernelOp kernel) {
  SmallVector<Access> accesses;
  // In stage partial the store of a reduced value counts chunks.
  std::optional<device::KernelLevels> levels;
  if (kernel.isStage(device::ReduceStage::Partial))
    levels.emplace(kernel);
  auto add = [&](Value buffer, ArrayRef<int64_t> strides, int64_t offset) {
    Access &access = accesses.emplace_back();
    access.argument = cast<BlockArgument>(buffer).getArgNumber();
    access.strides.assign(strides.begin(), strides.end());
    access.offset = offset;
    return &access;
  };
  for (Operation &op : kernel.getBody().front()) {
    if (auto load = dyn_cast<device::LoadOp>(op))
      add(load.getBuffer(), load.getStrides(), load.getOffset());
    else if (auto store = dyn_cast<device::StoreOp>(op)) {
      Access *access =
          add(store.getBuffer(), store.getStrides(), store.getOffset());
      access->isWrite = true;
      access->isByChunk = levels && levels->getPhase(store.getValue()) > 0;
    } else if (auto gather = dyn_cast<device::GatherOp>(op))
      add(gather.getBuffer(), gather.getStrides(), gather.getOffset())
          ->isAnywhere = bool(gather.getIndex());
  }
  return accesses;
}

/// The elements that `access` touches at the given extents.
static int64_t countElements(const Access &access, ArrayRef<int64_t> extents,
                             device::KernelOp kernel) {
  int64_t elements = 1, span = 1;
  for (auto [dim, extent] : llvm::enumerate(extents)) {
    if (extent == 0)
      return 0;
    int64_t stride = access.strides[dim], count = extent;
    if (access.isByChunk && kernel.reducesDim(dim))
      count = kernel.getNumChunks(extent);
    if (stride == 0 && !access.isAnywhere)
      continue;
    elements *= count;
    span += std::abs(stride) * (count - 1);
  }
  // Strides that overlap touch no more than what lies between their ends.
  return access.isAnywhere ? elements : std::min(elements, span);
}

Traffic amp::countTraffic(device::LaunchOp launch, device::KernelOp kernel) {
  SmallVector<Access> accesses = collectAccesses(kernel);
  SmallVector<int64_t> extents(kernel.getExtents());
  // Of reads and of writes.
  llvm::MapVector<Value, Touched> touched[2];
  for (int64_t index = 0; index < launch.getNumInstances(); ++index) {
    if (!extents.empty())
      extents[0] = launch.getExtents()[index];
    OperandRange buffers = launch.getInstance(index);
    for (const Access &access : accesses) {
      Touched &entry = touched[access.isWrite][buffers[access.argument]];
      SmallVector<int64_t> key(access.strides);
      key.push_back(access.offset);
      key.push_back(extents.empty() ? 1 : extents[0]);
      if (!access.isAnywhere) {
        if (llvm::is_contained(entry.seen, key))
          continue;
        entry.seen.push_back(key);
      }
      entry.elements += countElements(access, extents, kernel);
    }
  }
  auto sum = [](const llvm::MapVector<Value, Touched> &entries) {
    int64_t bytes = 0;
    for (auto &[buffer, entry] : entries) {
      auto type = cast<MemRefType>(buffer.getType());
      bytes += std::min(entry.elements, type.getNumElements()) *
               device::getElementBytes(type.getElementType());
    }
    return bytes;
  };
  return {sum(touched[0]), sum(touched[1])};
}
