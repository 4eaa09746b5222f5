// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The row form: one warp a row. Lane l holds accumulators l and l + 32 of rule
// P4, so that the tree over groups and lanes is one addition and five
// exchanges. Rows of up to 1024 elements keep what later phases need in
// registers; longer ones are read again and computed again, phase by phase.

#include "CudaWriter.h"

using namespace mlir;
using namespace amp;
using namespace amp::cuda;

/// Longest row whose values stay in registers: 32 elements a lane.
static constexpr int64_t registerRow = 1024;

namespace {

/// One pass over the row.
struct Phase {
  SmallVector<device::ReduceOp> reduces;
  SmallVector<Value> roots;
  SmallVector<device::StoreOp> stores;
};

/// The text of one row kernel.
class RowForm {
public:
  explicit RowForm(CudaWriter &writer)
      : writer(writer), dim(writer.kernel.getRank() - 1),
        extent(writer.staticExtent(dim)),
        inRegisters(extent && *extent <= registerRow) {
    collectPhases();
    if (inRegisters)
      collectKept();
  }

  void print() {
    const std::string type = writer.indexType.str();
    writer.line("const int lane = thread & 31;");
    writer.line("const " + type + " row = block * " + Twine(rowsPerBlock) +
                " + (thread >> 5);");
    root.indices.assign(dim + 1, "0");
    SmallVector<int64_t> outer = llvm::to_vector(llvm::seq<int64_t>(dim));
    writer.setIndices(root, "row", outer);
    // The whole warp leaves together: it has one row.
    if (dim > 0)
      writer.line("if (" + root.indices[0] + " >= extent) return;");
    else
      writer.line("if (row != 0) return;");
    for (Value value : kept) {
      std::string name = writer.fresh("keep");
      writer.line(registerType(value.getType()) + " " + name + "[" +
                  Twine(elementsPerLane()) + "];");
      keptNames[value] = name;
    }
    for (auto [number, phase] : llvm::enumerate(phases))
      if (!phase.roots.empty())
        printPhase(phase, number);
    if (rowStores.empty())
      return;
    for (device::StoreOp store : rowStores)
      writer.get(store.getValue(), root);
    // What is stored may lie where the other lanes have just read.
    writer.line("__syncwarp();");
    writer.open("if (lane == 0)");
    Scope scope(&root);
    for (device::StoreOp store : rowStores)
      writer.store(store, scope);
    writer.close();
  }

private:
  int64_t elementsPerLane() const {
    return llvm::divideCeil(*extent, device::rowLanes);
  }

  void collectPhases() {
    auto get = [&](int64_t number) -> Phase & {
      if (int64_t(phases.size()) <= number)
        phases.resize(number + 1);
      return phases[number];
    };
    get(0);
    SmallVector<device::StoreOp> elementStores;
    for (Operation &op : writer.kernel.getBody().front()) {
      if (auto reduce = dyn_cast<device::ReduceOp>(op)) {
        Phase &phase = get(writer.levels.getPhase(reduce.getValue()));
        phase.reduces.push_back(reduce);
        phase.roots.push_back(reduce.getValue());
      } else if (auto store = dyn_cast<device::StoreOp>(op)) {
        if (store.getStrides()[dim] == 0) {
          rowStores.push_back(store);
          continue;
        }
        elementStores.push_back(store);
        get(writer.levels.getPhase(store.getValue()));
      }
    }
    // An output that is also an input must not change while a later pass reads
    // it again: all stores are in the last pass.
    for (device::StoreOp store : elementStores) {
      phases.back().stores.push_back(store);
      phases.back().roots.push_back(store.getValue());
    }
  }

  /// Finds the element-level values of earlier phases that later ones use.
  void collectKept() {
    for (auto [number, phase] : llvm::enumerate(phases)) {
      SmallVector<Value> stack(phase.roots);
      llvm::DenseSet<Value> seen;
      while (!stack.empty()) {
        Value value = stack.pop_back_val();
        if (!writer.levels.isElementLevel(value) || !seen.insert(value).second)
          continue;
        Operation *op = value.getDefiningOp();
        if (isAvailable(value, number) && !isa<device::IndexOp>(op)) {
          kept.insert(value);
          continue;
        }
        for (Value operand : op->getOperands())
          if (!isa<BlockArgument>(operand))
            stack.push_back(operand);
      }
    }
  }

  /// Whether an earlier pass than `number` computes `value`, so that keeping it
  /// costs a register and not a computation.
  bool isAvailable(Value value, int64_t number) {
    for (int64_t earlier = 0; earlier < number; ++earlier)
      if (isNeededBy(phases[earlier], value))
        return true;
    return false;
  }

  bool isNeededBy(const Phase &phase, Value wanted) {
    SmallVector<Value> stack(phase.roots);
    llvm::DenseSet<Value> seen;
    while (!stack.empty()) {
      Value value = stack.pop_back_val();
      if (value == wanted)
        return true;
      if (!seen.insert(value).second || isa<BlockArgument>(value))
        continue;
      auto op = value.getDefiningOp();
      if (isa<device::ReduceOp>(op))
        continue;
      llvm::append_range(stack, op->getOperands());
    }
    return false;
  }

  void printPhase(const Phase &phase, int64_t number) {
    writer.hoist(phase.roots, root, uint64_t(1) << dim, number);
    SmallVector<std::string> totals;
    for (device::ReduceOp reduce : phase.reduces) {
      std::string name = writer.fresh("total");
      writer.line(registerType(reduce.getType()) + " " + name + " = " +
                  CudaWriter::neutral(reduce) + ";");
      totals.push_back(name);
    }
    if (extent && *extent <= device::rowChunk) {
      printChunk(phase, totals, "0", writer.extent(dim));
    } else {
      const std::string type = writer.indexType.str();
      writer.open("for (" + type + " start = 0; start < " + writer.extent(dim) +
                  "; start += " + Twine(device::rowChunk) + ")");
      writer.line("const " + type + " end = amp_mini(start + " +
                  Twine(device::rowChunk) + ", " + writer.extent(dim) + ");");
      printChunk(phase, totals, "start", "end");
      writer.close();
    }
    for (auto [reduce, total] : llvm::zip_equal(phase.reduces, totals)) {
      device::ReduceOp op = reduce;
      root.names[op.getResult()] = total;
    }
  }

  /// One chunk: two accumulators a lane, then the tree, then the total.
  void printChunk(const Phase &phase, ArrayRef<std::string> totals,
                  StringRef start, StringRef end) {
    SmallVector<std::string> accumulators;
    for (device::ReduceOp reduce : phase.reduces) {
      std::string name = writer.fresh("acc");
      std::string neutral = CudaWriter::neutral(reduce);
      writer.line(registerType(reduce.getType()) + " " + name + "[2] = {" +
                  neutral + ", " + neutral + "};");
      accumulators.push_back(name);
    }
    if (inRegisters)
      printRegisterLoop(phase, accumulators);
    else
      printMemoryLoop(phase, accumulators, start, end);
    for (auto [i, phaseReduce] : llvm::enumerate(phase.reduces)) {
      device::ReduceOp reduce = phaseReduce;
      std::string function = CudaWriter::combiner(reduce);
      const std::string &acc = accumulators[i];
      std::string tree = "amp_warp" + function.substr(strlen("amp"));
      writer.line(totals[i] + " = " + function + "(" + totals[i] + ", " + tree +
                  "(" + function + "(" + acc + "[0], " + acc + "[1])));");
    }
  }

  void printRegisterLoop(const Phase &phase,
                         ArrayRef<std::string> accumulators) {
    int64_t count = elementsPerLane();
    writer.line("#pragma unroll");
    writer.open("for (int k = 0; k < " + Twine(count) + "; ++k)");
    writer.line("const int i = k * 32 + lane;");
    bool partial = *extent % device::rowLanes != 0;
    if (partial)
      writer.open("if (i < " + Twine(*extent) + ")");
    printElement(phase, accumulators, "[k & 1]");
    if (partial)
      writer.close();
    writer.close();
  }

  void printMemoryLoop(const Phase &phase, ArrayRef<std::string> accumulators,
                       StringRef start, StringRef end) {
    const std::string type = writer.indexType.str();
    writer.open("for (" + type + " base = " + start + "; base < " + end +
                "; base += 64)");
    writer.line("#pragma unroll");
    writer.open("for (int group = 0; group < 2; ++group)");
    writer.line("const " + type + " i = base + group * 32 + lane;");
    writer.open("if (i < " + end + ")");
    printElement(phase, accumulators, "[group]");
    writer.close();
    writer.close();
    writer.close();
  }

  /// The element at `i`: values, accumulation, what later phases need, stores.
  void printElement(const Phase &phase, ArrayRef<std::string> accumulators,
                    StringRef subscript) {
    Scope scope(&root);
    scope.indices[dim] = "i";
    for (Value value : filled)
      scope.names[value] = keptNames.lookup(value) + "[k]";
    for (auto [i, phaseReduce] : llvm::enumerate(phase.reduces)) {
      device::ReduceOp reduce = phaseReduce;
      std::string value = writer.get(reduce.getValue(), scope);
      std::string acc = accumulators[i] + subscript.str();
      writer.line(acc + " = " + CudaWriter::combiner(reduce) + "(" + acc +
                  ", " + value + ");");
    }
    for (Value value : phase.roots)
      writer.get(value, scope);
    for (Value value : kept) {
      if (llvm::is_contained(filled, value))
        continue;
      std::string name = scope.lookup(value);
      if (name.empty())
        continue;
      writer.line(keptNames.lookup(value) + "[k] = " + name + ";");
      nowFilled.insert(value);
    }
    for (device::StoreOp store : phase.stores)
      writer.store(store, scope);
    filled.insert(nowFilled.begin(), nowFilled.end());
    nowFilled.clear();
  }

  CudaWriter &writer;
  int64_t dim;
  std::optional<int64_t> extent;
  bool inRegisters;
  Scope root;
  SmallVector<Phase> phases;
  SmallVector<device::StoreOp> rowStores;
  /// Values that later phases take from registers, and those of them that the
  /// passes printed so far have filled.
  llvm::SetVector<Value> kept, filled, nowFilled;
  llvm::DenseMap<Value, std::string> keptNames;
};

} // namespace

void cuda::printRow(CudaWriter &writer) { RowForm(writer).print(); }
