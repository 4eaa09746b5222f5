// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rows of more than 256 elements, a block each. Rule P4 fixes which of 64
// accumulators of a chunk takes an element, and in which order: that part is a
// warp's. Rows of many chunks give each warp chunks of its own. In rows of few
// chunks all warps compute the elements and leave them in shared memory, from
// where one warp adds them up; what later passes need stays there too.

#include "Row.h"

#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace amp;
using namespace amp::cuda;

static constexpr int64_t warps = cudaBlockThreads / device::rowLanes;
/// Rows with more chunks keep the warps busy with a chunk each.
static constexpr int64_t fewChunks = warps - 1;
/// Shared memory that a kernel may declare, less what the parts of results
/// take.
static constexpr int64_t sharedByteLimit = 48 * 1024 - 1024;

namespace {

/// An array in shared memory for kept values that do not live at once, and the
/// first pass that may write the next one.
struct Slot {
  Type type;
  int64_t freeFrom;
  SmallVector<Value, 2> values;
};

class BlockRow : public RowForm {
public:
  explicit BlockRow(CudaWriter &writer) : RowForm(writer) {
    if (extent && *extent <= fewChunks * device::rowChunk)
      plan.keep([&](Value value) { return addToSlots(value); });
    isStaged = extent && *extent <= fewChunks * device::rowChunk &&
               stagedBytes() <= sharedByteLimit;
  }

  void print() {
    writer.line("const int warp = thread >> 5, lane = thread & 31;");
    printPosition("block", /*chunks=*/false);
    for (const Slot &slot : slots) {
      std::string name = writer.fresh("keep");
      printShared(slot.type, name, *extent);
      for (Value value : slot.values)
        keptNames[value] = name;
    }
    if (isStaged)
      printStages();
    for (const RowPhase &phase : plan.phases) {
      if (phase.roots.empty())
        continue;
      writer.hoist(phase.roots, root, uint64_t(1) << dim, phase.number);
      SmallVector<std::string> totals = printTotals(phase);
      if (phase.reduces.empty())
        printElements(phase);
      else if (isStaged)
        printStagedChunks(phase, totals);
      else
        printChunks(phase, totals);
      bindTotals(phase, totals);
    }
    printRowStores("__syncthreads()", "thread == 0");
  }

private:
  /// The most that one pass stages of each type, a chunk at a time.
  int64_t stagedBytes() const {
    llvm::SmallMapVector<Type, int64_t, 4> most;
    for (const RowPhase &phase : plan.phases) {
      llvm::SmallDenseMap<Type, int64_t> counts;
      for (device::ReduceOp reduce : phase.reduces) {
        int64_t &count = most[reduce.getType()];
        count = std::max(count, ++counts[reduce.getType()]);
      }
    }
    int64_t bytes = 0;
    for (auto [type, count] : most)
      bytes += count * std::min(*extent, device::rowChunk) *
               device::getElementBytes(type);
    return bytes;
  }

  /// Declares the arrays that passes stage values in. What is kept is staged by
  /// that.
  void printStages() {
    llvm::SmallDenseMap<Type, SmallVector<std::string>> arrays;
    for (const RowPhase &phase : plan.phases) {
      llvm::SmallDenseMap<Type, size_t> counts;
      for (device::ReduceOp reduce : phase.reduces) {
        if (plan.kept.contains(reduce.getValue()))
          continue;
        Type element = reduce.getType();
        SmallVector<std::string> &names = arrays[element];
        size_t number = counts[element]++;
        if (number == names.size()) {
          names.push_back(writer.fresh("stage"));
          printShared(element, names.back(),
                      std::min(*extent, device::rowChunk));
        }
        stages[reduce] = names[number];
      }
    }
  }

  void printShared(Type element, StringRef name, int64_t count) {
    writer.line("__shared__ " + memoryType(element) + " " + name + "[" +
                Twine(count) + "];");
  }

  /// Whether `value` can be kept beside those that already are; finds the
  /// places of all anew.
  bool addToSlots(Value value) {
    SmallVector<Value> values = llvm::to_vector(plan.kept);
    values.push_back(value);
    SmallVector<Slot> found;
    for (const RowPhase &phase : plan.phases)
      for (Value next : values)
        if (plan.getFirstPhase(next) == phase.number)
          addToSlot(next, values, found);
    int64_t bytes = stagedBytes();
    for (const Slot &slot : found)
      bytes += *extent * device::getElementBytes(slot.type);
    if (bytes > sharedByteLimit)
      return false;
    slots = std::move(found);
    return true;
  }

  /// Where a value has stood that nobody reads any more when this one is
  /// written, or a new array.
  void addToSlot(Value value, ArrayRef<Value> values,
                 SmallVectorImpl<Slot> &found) {
    int64_t first = plan.getFirstPhase(value);
    Slot *slot = llvm::find_if(found, [&](const Slot &slot) {
      return slot.type == value.getType() && slot.freeFrom <= first;
    });
    if (slot == found.end())
      slot = &found.emplace_back(Slot{value.getType(), 0, {}});
    // A thread reads its element before it writes another value there; what a
    // pass adds up is read by other threads until its end.
    int64_t last = plan.getLastPhase(value, values);
    bool isReduced =
        llvm::any_of(plan.phases[last].reduces, [&](device::ReduceOp reduce) {
          return reduce.getValue() == value;
        });
    slot->freeFrom = last + isReduced;
    slot->values.push_back(value);
  }

  /// A pass without reductions.
  void printElements(const RowPhase &phase) {
    writer.open("for (" + type + " i = thread; i < " + writer.extent(dim) +
                "; i += " + Twine(cudaBlockThreads) + ")");
    printElement(phase, "i", "[i]", {}, 0);
    writer.close();
  }

  /// Arrays for the results of chunks, one for each reduction.
  SmallVector<std::string> printParts(const RowPhase &phase, int64_t count) {
    SmallVector<std::string> names;
    for (device::ReduceOp reduce : phase.reduces) {
      names.push_back(writer.fresh("part"));
      printShared(reduce.getType(), names.back(), count);
    }
    return names;
  }

  static std::string asRegister(device::ReduceOp reduce,
                                const std::string &place) {
    return reduce.getType().isInteger(1) ? "(" + place + " != 0)" : place;
  }

  //===--------------------------------------------------------------------===//
  // Many chunks
  //===--------------------------------------------------------------------===//

  /// Rounds of eight chunks, one a warp; every thread combines their results.
  void printChunks(const RowPhase &phase, ArrayRef<std::string> totals) {
    SmallVector<std::string> parts = printParts(phase, warps);
    writer.open("for (" + type + " round = 0; round < " + writer.extent(dim) +
                "; round += " + Twine(warps * device::rowChunk) + ")");
    writer.line("const " + type + " from = round + warp * " +
                Twine(device::rowChunk) + ";");
    writer.line("const " + type + " to = amp_mini(from + " +
                Twine(device::rowChunk) + ", " + writer.extent(dim) + ");");
    writer.open("if (from < to)");
    SmallVector<std::string> accumulators = printAccumulators(phase);
    printChunkLoop(phase, accumulators, "from", "to");
    printResults(phase, accumulators, parts);
    writer.close();
    writer.line("__syncthreads();");
    writer.line("#pragma unroll 1");
    writer.open("for (int w = 0; w < " + Twine(warps) + " && round + w * " +
                Twine(device::rowChunk) + " < " + writer.extent(dim) +
                "; ++w)");
    for (auto [i, reduce] : llvm::enumerate(phase.reduces))
      printCombination(reduce, totals[i], asRegister(reduce, parts[i] + "[w]"));
    writer.close();
    writer.line("__syncthreads();");
    writer.close();
  }

  /// The results of a warp's chunk into shared memory.
  void printResults(const RowPhase &phase, ArrayRef<std::string> accumulators,
                    ArrayRef<std::string> parts) {
    SmallVector<std::string> results;
    for (auto [i, reduce] : llvm::enumerate(phase.reduces)) {
      device::ReduceOp op = reduce;
      results.push_back(writer.fresh("chunk"));
      writer.line("const " + registerType(op.getType()) + " " + results.back() +
                  " = " + getTree(op, accumulators[i]) + ";");
    }
    writer.open("if (lane == 0)");
    for (auto [part, result] : llvm::zip_equal(parts, results))
      writer.line(part + "[warp] = " + result + ";");
    writer.close();
  }

  //===--------------------------------------------------------------------===//
  // Few chunks
  //===--------------------------------------------------------------------===//

  /// Chunk by chunk: elements by all warps, then each reduction by one.
  void printStagedChunks(const RowPhase &phase, ArrayRef<std::string> totals) {
    SmallVector<std::string> parts = printParts(phase, 1);
    bool single = *extent <= device::rowChunk;
    std::string count = std::to_string(*extent);
    if (!single) {
      count = "count";
      writer.open("for (int start = 0; start < " + Twine(*extent) +
                  "; start += " + Twine(device::rowChunk) + ")");
      writer.line("const int count = amp_mini(" + Twine(*extent) +
                  " - start, " + Twine(device::rowChunk) + ");");
    }
    writer.open("for (int k = thread; k < " + count +
                "; k += " + Twine(cudaBlockThreads) + ")");
    writer.line("const int i = " + Twine(single ? "k" : "start + k") + ";");
    printElement(phase, "i", "[i]",
                 [&](size_t number, const std::string &value) {
                   device::ReduceOp reduce = phase.reduces[number];
                   if (auto stage = stages.find(reduce); stage != stages.end())
                     writer.line(stage->second + "[k] = " + value + ";");
                 });
    writer.close();
    writer.line("__syncthreads();");
    for (auto [i, reduce] : llvm::enumerate(phase.reduces))
      printSum(reduce, getStaged(reduce, single), parts[i], count, i % warps);
    writer.line("__syncthreads();");
    for (auto [i, reduce] : llvm::enumerate(phase.reduces))
      printCombination(reduce, totals[i], asRegister(reduce, parts[i] + "[0]"));
    if (!single)
      writer.close();
  }

  /// The staged values of one reduction, by the warp of that number.
  void printSum(device::ReduceOp reduce, const std::string &stage,
                const std::string &part, const std::string &count,
                int64_t warp) {
    std::string neutral = CudaWriter::neutral(reduce);
    writer.open("if (warp == " + Twine(warp) + ")");
    writer.line(registerType(reduce.getType()) + " " +
                getAccumulator("acc", 0) + " = " + neutral + ", " +
                getAccumulator("acc", 1) + " = " + neutral + ";");
    writer.line("#pragma unroll 4");
    writer.open("for (int k = lane; k < " + count + "; k += 64)");
    printCombination(reduce, getAccumulator("acc", 0),
                     asRegister(reduce, stage + "[k]"));
    writer.open("if (k + 32 < " + count + ")");
    printCombination(reduce, getAccumulator("acc", 1),
                     asRegister(reduce, stage + "[k + 32]"));
    writer.close();
    writer.close();
    std::string result = writer.fresh("chunk");
    writer.line("const " + registerType(reduce.getType()) + " " + result +
                " = " + getTree(reduce, "acc") + ";");
    writer.line("if (lane == 0) " + part + "[0] = " + result + ";");
    writer.close();
  }

  /// Where the value of a reduction at element k of the chunk stands.
  std::string getStaged(device::ReduceOp reduce, bool single) {
    if (auto stage = stages.find(reduce); stage != stages.end())
      return stage->second;
    std::string name = keptNames.lookup(reduce.getValue());
    return single ? name : "(" + name + " + start)";
  }

  bool isStaged = false;
  SmallVector<Slot> slots;
  /// The arrays of values that are not kept, by reduction.
  llvm::DenseMap<Operation *, std::string> stages;
};

} // namespace

void cuda::printBlockRow(CudaWriter &writer) { BlockRow(writer).print(); }
