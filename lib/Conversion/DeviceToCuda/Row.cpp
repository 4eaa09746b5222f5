// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The row form by warps: lane l holds accumulators l and l + 32 of rule P4, so
// that the tree over groups and lanes is one addition and five exchanges. Rows
// of up to 256 elements keep what later passes need in registers. In stage
// partial a warp takes one chunk of a row.

#include "Row.h"

using namespace mlir;
using namespace amp;
using namespace amp::cuda;

/// Longest row that a warp takes: 8 elements a lane. The code for each of them
/// stands by itself, and NVRTC needs a second for 32 that go through several
/// passes.
static constexpr int64_t warpRow = 256;
/// Registers that a thread has for values kept between passes.
static constexpr int64_t keptRegisters = 128;
/// Rows, or chunks of rows, that a block of warps takes.
static constexpr int64_t rowsPerBlock = cudaBlockThreads / device::rowLanes;

bool cuda::hasBlockRows(device::KernelOp kernel) {
  int64_t extent = kernel.getExtents().back();
  return !kernel.isStage(device::ReduceStage::Partial) &&
         (extent == device::runTimeExtent || extent > warpRow);
}

int64_t cuda::getRowBlocks(device::KernelOp kernel, ArrayRef<int64_t> extents) {
  int64_t rows = 1;
  for (int64_t extent : extents.drop_back())
    rows *= extent;
  if (kernel.isStage(device::ReduceStage::Partial))
    rows *= kernel.getNumChunks(extents.back());
  return hasBlockRows(kernel) ? rows : llvm::divideCeil(rows, rowsPerBlock);
}

//===----------------------------------------------------------------------===//
// Parts of all ways
//===----------------------------------------------------------------------===//

void RowForm::printPosition(StringRef row, bool chunks) {
  root.indices.assign(dim + 1, "0");
  SmallVector<int64_t> dims = llvm::to_vector(llvm::seq<int64_t>(dim));
  SmallVector<int64_t> counts(writer.kernel.getExtents());
  if (chunks) {
    dims.push_back(dim);
    counts[dim] = writer.kernel.getNumChunks(counts[dim]);
  }
  writer.setIndices(root, row.str(), dims, counts);
  if (dim > 0)
    writer.line("if (" + root.indices[0] + " >= extent) return;");
  else if (chunks)
    writer.line("if (" + row + " * " + Twine(device::rowChunk) +
                " >= extent) return;");
  else
    writer.line("if (" + row + " != 0) return;");
}

SmallVector<std::string> RowForm::printTotals(const RowPhase &phase) {
  SmallVector<std::string> totals;
  for (device::ReduceOp reduce : phase.reduces) {
    totals.push_back(writer.fresh("total"));
    writer.line(registerType(reduce.getType()) + " " + totals.back() + " = " +
                CudaWriter::neutral(reduce) + ";");
  }
  return totals;
}

void RowForm::printCombination(device::ReduceOp reduce, StringRef total,
                               StringRef part) {
  writer.line(total + " = " + CudaWriter::combine(reduce, total, part) + ";");
}

SmallVector<std::string> RowForm::printAccumulators(const RowPhase &phase) {
  SmallVector<std::string> accumulators;
  for (device::ReduceOp reduce : phase.reduces) {
    accumulators.push_back(writer.fresh("acc"));
    std::string neutral = CudaWriter::neutral(reduce);
    writer.line(registerType(reduce.getType()) + " " +
                getAccumulator(accumulators.back(), 0) + " = " + neutral +
                ", " + getAccumulator(accumulators.back(), 1) + " = " +
                neutral + ";");
  }
  return accumulators;
}

std::string RowForm::getTree(device::ReduceOp reduce, StringRef acc) {
  return CudaWriter::combineLanes(
      reduce, CudaWriter::combine(reduce, getAccumulator(acc, 0),
                                  getAccumulator(acc, 1)));
}

void RowForm::printChunkLoop(const RowPhase &phase,
                             ArrayRef<std::string> accumulators, StringRef from,
                             StringRef to) {
  // The two accumulators take turns. Four elements of a lane are taken at once
  // where that pays, written out because NVRTC takes longer to come to this by
  // itself; then, one by one, the accumulators change places at each. Loads do
  // not pass stores, which may go where they read: nothing would be gained by
  // more elements at once.
  std::string next = from.str() + " + lane";
  bool isRolled = !phase.stores.empty();
  if (writer.takesSeveral(phase.stores)) {
    std::string first = writer.fresh("first");
    writer.line(type + " " + first + " = " + next + ";");
    writer.line("#pragma unroll 1");
    writer.open("for (; " + first + " + " +
                Twine((elementsAtOnce - 1) * device::rowLanes) + " < " + to +
                "; " + first +
                " += " + Twine(elementsAtOnce * device::rowLanes) + ")");
    // What is filled here is filled for the others and below, too.
    llvm::DenseSet<Value> before = filled;
    for (int64_t k = 0; k != elementsAtOnce; ++k) {
      std::string i = writer.fresh("i");
      writer.line("const " + type + " " + i + " = " + first + " + " +
                  Twine(k * device::rowLanes) + ";");
      filled = before;
      printElement(phase, i, "[" + i + "]", accumulators, k);
    }
    filled = std::move(before);
    writer.close();
    next = first;
    isRolled = true;
  }
  if (isRolled)
    writer.line("#pragma unroll 1");
  writer.open("for (" + type + " i = " + next + "; i < " + to + "; i += 32)");
  printElement(phase, "i", "[i]", [&](size_t number, const std::string &value) {
    device::ReduceOp reduce = phase.reduces[number];
    std::string acc0 = getAccumulator(accumulators[number], 0);
    std::string acc1 = getAccumulator(accumulators[number], 1);
    std::string next = writer.fresh("next");
    writer.line("const " + registerType(reduce.getType()) + " " + next + " = " +
                CudaWriter::combine(reduce, acc0, value) + ";");
    writer.line(acc0 + " = " + acc1 + ";");
    writer.line(acc1 + " = " + next + ";");
  });
  writer.close();
  // Which of two NaNs wins depends on the order; nothing else does.
  for (auto [reduce, acc] : llvm::zip_equal(phase.reduces, accumulators)) {
    device::ReduceOp op = reduce;
    bool isOrdered = isa<FloatType>(op.getType()) &&
                     (op.getKind() == device::ReduceKind::Max ||
                      op.getKind() == device::ReduceKind::Min);
    if (isOrdered)
      writer.line("if ((" + to + " - " + from +
                  " - lane + 31) / 32 % 2 != 0) amp_swap(" +
                  getAccumulator(acc, 0) + ", " + getAccumulator(acc, 1) +
                  ");");
  }
}

void RowForm::printElement(
    const RowPhase &phase, StringRef index, StringRef place,
    llvm::function_ref<void(size_t, const std::string &)> consume) {
  Scope scope(&root);
  scope.indices[dim] = index.str();
  for (Value value : plan.kept)
    if (filled.contains(value)) {
      std::string kept = keptNames.lookup(value) + place.str();
      scope.names[value] =
          value.getType().isInteger(1) ? "(" + kept + " != 0)" : kept;
    }
  for (auto [i, reduce] : llvm::enumerate(phase.reduces)) {
    device::ReduceOp op = reduce;
    consume(i, writer.get(op.getValue(), scope));
  }
  for (Value value : phase.roots)
    writer.get(value, scope);
  SmallVector<Value> nowFilled;
  for (Value value : plan.kept) {
    if (filled.contains(value))
      continue;
    std::string name = scope.lookup(value);
    if (name.empty())
      continue;
    writer.line(keptNames.lookup(value) + place + " = " + name + ";");
    nowFilled.push_back(value);
  }
  for (device::StoreOp store : phase.stores)
    writer.store(store, scope);
  filled.insert(nowFilled.begin(), nowFilled.end());
}

void RowForm::printElement(const RowPhase &phase, StringRef index,
                           StringRef place, ArrayRef<std::string> accumulators,
                           int64_t k) {
  printElement(
      phase, index, place, [&](size_t number, const std::string &value) {
        printCombination(phase.reduces[number],
                         getAccumulator(accumulators[number], k), value);
      });
}

void RowForm::bindTotals(const RowPhase &phase, ArrayRef<std::string> totals) {
  for (auto [reduce, total] : llvm::zip_equal(phase.reduces, totals)) {
    device::ReduceOp op = reduce;
    root.names[op.getResult()] = total;
  }
}

void RowForm::printRowStores(StringRef barrier, StringRef condition) {
  if (plan.rowStores.empty())
    return;
  for (device::StoreOp store : plan.rowStores)
    writer.get(store.getValue(), root);
  // What is stored may lie where other threads have just read.
  writer.line(barrier + ";");
  writer.open("if (" + condition + ")");
  Scope scope(&root);
  for (device::StoreOp store : plan.rowStores)
    writer.store(store, scope);
  writer.close();
}

//===----------------------------------------------------------------------===//
// Rows by warps
//===----------------------------------------------------------------------===//

namespace {

class WarpRow : public RowForm {
public:
  explicit WarpRow(CudaWriter &writer)
      : RowForm(writer),
        isPartial(writer.kernel.isStage(device::ReduceStage::Partial)) {
    if (isPartial)
      return;
    elements =
        std::max<int64_t>(llvm::divideCeil(*extent, device::rowLanes), 1);
    int64_t room = keptRegisters;
    plan.keep([&](Value value) {
      int64_t words =
          elements * (device::getElementBytes(value.getType()) > 4 ? 2 : 1);
      if (words > room)
        return false;
      room -= words;
      return true;
    });
  }

  void print() {
    writer.line("const int lane = thread & 31;");
    writer.line("const " + type + " row = block * " + Twine(rowsPerBlock) +
                " + (thread >> 5);");
    printPosition("row", isPartial);
    for (Value value : plan.kept) {
      std::string name = keptNames[value] = writer.fresh("keep");
      std::string all;
      for (int64_t k = 0; k != elements; ++k)
        all += (k == 0 ? " " : ", ") + name + getPlace(k);
      writer.line(registerType(value.getType()) + all + ";");
    }
    for (const RowPhase &phase : plan.phases)
      if (!phase.roots.empty())
        printPhase(phase);
    printRowStores("__syncwarp()", "lane == 0");
  }

private:
  void printPhase(const RowPhase &phase) {
    writer.hoist(phase.roots, root, uint64_t(1) << dim, phase.number);
    SmallVector<std::string> totals = printTotals(phase);
    SmallVector<std::string> accumulators = printAccumulators(phase);
    if (isPartial) {
      writer.line("const " + type + " from = " + root.indices[dim] + " * " +
                  Twine(device::rowChunk) + ";");
      writer.line("const " + type + " to = amp_mini(from + " +
                  Twine(device::rowChunk) + ", " + writer.extent(dim) + ");");
      printChunkLoop(phase, accumulators, "from", "to");
    } else {
      printRegisterLoop(phase, accumulators);
    }
    for (auto [i, reduce] : llvm::enumerate(phase.reduces))
      printCombination(reduce, totals[i], getTree(reduce, accumulators[i]));
    bindTotals(phase, totals);
  }

  void printRegisterLoop(const RowPhase &phase,
                         ArrayRef<std::string> accumulators) {
    llvm::DenseSet<Value> before = filled;
    for (int64_t k = 0; k != elements; ++k) {
      std::string i = writer.fresh("i");
      writer.line("const int " + i + " = lane + " +
                  Twine(k * device::rowLanes) + ";");
      // Only the last element of a lane may lie behind the end.
      bool isOptional = (k + 1) * device::rowLanes > *extent;
      if (isOptional)
        writer.open("if (" + i + " < " + Twine(*extent) + ")");
      filled = before;
      printElement(phase, i, getPlace(k), accumulators, k);
      if (isOptional)
        writer.close();
    }
  }

  /// What is added to the name of a kept value for element `k` of a lane.
  static std::string getPlace(int64_t k) { return "_" + std::to_string(k); }

  bool isPartial;
  /// The number of elements of a lane.
  int64_t elements = 0;
};

} // namespace

void cuda::printRow(CudaWriter &writer) {
  if (hasBlockRows(writer.kernel))
    printBlockRow(writer);
  else
    WarpRow(writer).print();
}
