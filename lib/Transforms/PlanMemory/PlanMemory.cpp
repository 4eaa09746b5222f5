// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The pass amp-plan-memory (stage 12) and the verifier of what holds after it.

#include "amp/Transforms/Passes.h"

#include "Analysis/BufferLiveness.h"
#include "Analysis/LaunchAccesses.h"
#include "Transforms/PlanMemory/ArenaPlan.h"

#include <map>

using namespace mlir;
using namespace amp;
using namespace amp::device;

namespace amp {
#define GEN_PASS_DEF_PLANMEMORYPASS
#define GEN_PASS_DEF_VERIFYPLANPASS
#include "TransformsPasses.h.inc"
} // namespace amp

/// For each buffer the block it lives in: an output takes over the block of an
/// input that dies at its birth where the launch allows that.
static std::vector<size_t> shareBlocks(const BufferLiveness &liveness,
                                       std::vector<ArenaBlock> &blocks) {
  ArrayRef<BufferLife> lives = liveness.getLives();
  std::vector<size_t> blockOf(lives.size());
  std::vector<bool> isTaken(lives.size());
  for (auto [number, life] : llvm::enumerate(lives)) {
    SmallVector<size_t> candidates = liveness.findShareable(life);
    auto *taken = llvm::find_if(
        candidates, [&](size_t candidate) { return !isTaken[candidate]; });
    if (taken != candidates.end()) {
      blockOf[number] = blockOf[*taken];
      blocks[blockOf[number]].last = life.last;
      isTaken[*taken] = true;
      continue;
    }
    blockOf[number] = blocks.size();
    blocks.push_back({life.first, life.last, life.bytes});
  }
  return blockOf;
}

namespace {

/// Hashes an offset so that neighbours lie together in a table, as buffers that
/// are born one after the other often lie in the arena.
struct OffsetInfo : llvm::DenseMapInfo<int64_t> {
  static unsigned getHashValue(int64_t offset) {
    return unsigned(offset / arenaAlignment);
  }
};

} // namespace

static void planProgram(ProgramOp program, const BufferLiveness &liveness) {
  std::vector<ArenaBlock> blocks;
  std::vector<size_t> blockOf = shareBlocks(liveness, blocks);
  size_t firstScratch = blocks.size();
  for (const ScratchLife &scratch : liveness.getScratches())
    blocks.push_back({scratch.position, scratch.position, scratch.bytes});
  int64_t lowerBound = getLiveBytes(blocks);
  int64_t peak = placeBlocks(blocks);
  Builder builder(program.getContext());
  // Many places are taken again and again, and an attribute costs as much to
  // find as a place.
  llvm::DenseMap<int64_t, IntegerAttr, OffsetInfo> offsets;
  auto getOffset = [&](size_t block) {
    IntegerAttr &offset = offsets[blocks[block].offset];
    if (!offset)
      offset = builder.getI64IntegerAttr(blocks[block].offset);
    return offset;
  };
  for (auto [life, block] : llvm::zip_equal(liveness.getLives(), blockOf)) {
    BufferOp buffer = life.buffer;
    buffer.setOffsetAttr(getOffset(block));
  }
  StringAttr scratchName = builder.getStringAttr(scratchOffsetName);
  llvm::DenseMap<std::pair<Attribute, Attribute>, DictionaryAttr> attributes;
  for (auto [index, scratch] : llvm::enumerate(liveness.getScratches())) {
    DictionaryAttr without = scratch.op->getDiscardableAttrDictionary();
    IntegerAttr offset = getOffset(firstScratch + index);
    DictionaryAttr &with = attributes[{without, offset}];
    if (!with) {
      NamedAttrList list(without);
      list.set(scratchName, offset);
      with = list.getDictionary(program.getContext());
    }
    scratch.op->setDiscardableAttrs(with);
  }
  program->setAttr("peak_bytes", builder.getI64IntegerAttr(peak));
  program->setAttr("lower_bound_bytes", builder.getI64IntegerAttr(lowerBound));
}

namespace {

/// Memory that is taken from one position to another: a buffer's or, without
/// one, an op's scratch memory.
struct TakenMemory {
  int64_t first, last, begin, bytes;
  Operation *op;
  const BufferLife *life;
};

} // namespace

/// All that is taken, in the order in which it begins to be.
static std::vector<TakenMemory> getRanges(const BufferLiveness &liveness) {
  std::vector<TakenMemory> ranges;
  ranges.reserve(liveness.getLives().size() + liveness.getScratches().size());
  // Both lists are in order but for what begins at the same time.
  ArrayRef<ScratchLife> scratches = liveness.getScratches();
  auto addScratches = [&](int64_t end) {
    for (; !scratches.empty() && scratches.front().position < end;
         scratches = scratches.drop_front()) {
      const ScratchLife &scratch = scratches.front();
      auto offset = scratch.op->getAttrOfType<IntegerAttr>(scratchOffsetName);
      ranges.push_back({scratch.position, scratch.position,
                        offset ? offset.getInt() : -1, scratch.bytes,
                        scratch.op, nullptr});
    }
  };
  for (const BufferLife &life : liveness.getLives()) {
    addScratches(life.first);
    BufferOp buffer = life.buffer;
    ranges.push_back({life.first, life.last, int64_t(buffer.getOffset()),
                      life.bytes, buffer, &life});
  }
  addScratches(INT64_MAX);
  for (auto begin = ranges.begin(); begin != ranges.end();) {
    auto end = std::find_if(begin, ranges.end(), [&](const TakenMemory &range) {
      return range.first != begin->first;
    });
    if (end - begin > 1)
      llvm::sort(begin, end, [](const TakenMemory &a, const TakenMemory &b) {
        return std::tuple(!a.life, a.begin) < std::tuple(!b.life, b.begin);
      });
    begin = end;
  }
  return ranges;
}

/// Walks the births in order, with what is live then by offset.
static LogicalResult verifyProgram(ProgramOp program,
                                   const BufferLiveness &liveness) {
  auto peak = program->getAttrOfType<IntegerAttr>("peak_bytes");
  if (!peak)
    return program.emitError("expects a planned program");
  std::vector<TakenMemory> ranges = getRanges(liveness);
  std::multimap<int64_t, const TakenMemory *> live;
  std::multimap<int64_t, decltype(live)::iterator> deaths;
  for (const TakenMemory &range : ranges) {
    int64_t begin = range.begin, end = begin + range.bytes;
    if (begin < 0 || begin % arenaAlignment || end > peak.getInt())
      return range.op->emitError("expects an aligned place inside of the "
                                 "arena, got offset ")
             << begin;
    if (range.bytes == 0) // overlaps nothing, wherever it is
      continue;
    while (!deaths.empty() && deaths.begin()->first < range.first) {
      live.erase(deaths.begin()->second);
      deaths.erase(deaths.begin());
    }
    // What is live does not overlap, so the last that begins before this one
    // ends tells, unless it is shared.
    for (auto it = live.lower_bound(end); it != live.begin();) {
      const TakenMemory &other = *(--it)->second;
      if (it->first + other.bytes <= begin)
        break;
      if (it->first == begin && range.life && other.life &&
          liveness.mayShare(*other.life, *range.life))
        continue;
      InFlightDiagnostic error =
          range.op->emitError("expects no overlap with a live buffer");
      other.op->emitRemark("the other buffer");
      return error;
    }
    deaths.insert({range.last, live.insert({begin, &range})});
  }
  return success();
}

/// The work of a launch is done in any order and on several threads.
static LogicalResult verifyLaunch(LaunchOp launch, KernelOp kernel,
                                  ConflictFinder &conflicts) {
  std::optional<LaunchConflict> conflict = conflicts.find(launch, kernel);
  if (!conflict)
    return success();
  InFlightDiagnostic error = launch.emitError();
  if (conflict->firstInstance == conflict->secondInstance)
    error << "expects an instance to read what it writes at the same element "
             "only, got arguments "
          << conflict->firstArgument << " and " << conflict->secondArgument
          << " of instance " << conflict->firstInstance;
  else
    error << "expects independent instances, got argument "
          << conflict->firstArgument << " of instance "
          << conflict->firstInstance << ", which is written, in the memory of "
          << "argument " << conflict->secondArgument << " of instance "
          << conflict->secondInstance;
  return error;
}

namespace {

struct PlanMemoryPass : amp::impl::PlanMemoryPassBase<PlanMemoryPass> {
  void runOnOperation() override {
    for (auto program : getOperation().getOps<ProgramOp>()) {
      auto &liveness = getChildAnalysis<BufferLiveness>(program);
      for (BufferOp buffer : liveness.takeUnused())
        buffer.erase();
      planProgram(program, liveness);
    }
    // Offsets do not change when buffers are live: the verifier takes the same.
    markAnalysesPreserved<BufferLiveness>();
  }
};

struct VerifyPlanPass : amp::impl::VerifyPlanPassBase<VerifyPlanPass> {
  void runOnOperation() override {
    bool failed = false;
    llvm::DenseMap<StringAttr, KernelOp> kernels;
    ConflictFinder conflicts;
    for (auto kernel : getOperation().getOps<KernelOp>())
      kernels[kernel.getSymNameAttr()] = kernel;
    for (auto program : getOperation().getOps<ProgramOp>()) {
      auto &liveness = getChildAnalysis<BufferLiveness>(program);
      if (mlir::failed(verifyProgram(program, liveness))) {
        failed = true;
        continue;
      }
      for (LaunchOp launch : liveness.getLaunches())
        failed |= mlir::failed(verifyLaunch(
            launch, kernels.at(launch.getKernelAttr().getAttr()), conflicts));
    }
    if (failed)
      signalPassFailure();
  }
};

} // namespace
