// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The column form: a thread adds up one column in order, in chunks of 256 rows
// (P4). Where there may be more than one chunk, the eight warps of a block take
// chunks side by side, and the first one combines their results in order. In
// stage partial each thread has one chunk of a column; in stage combine all
// rows of a column, which are results of chunks.

#include "CudaWriter.h"

using namespace mlir;
using namespace amp;
using namespace amp::cuda;

/// Whether a thread has all rows that it needs for a result.
static bool hasOneChunk(device::KernelOp kernel) {
  if (kernel.getStage())
    return true;
  int64_t rows = kernel.getExtents()[*kernel.getReductionDim()];
  return rows != device::runTimeExtent && rows <= device::columnChunk;
}

/// Whether `dim` is one along which kernels of this stage have results.
static bool hasResultsAlong(device::KernelOp kernel, int64_t dim) {
  return !kernel.reducesDim(dim) ||
         kernel.isStage(device::ReduceStage::Partial);
}

int64_t cuda::getColumnBlocks(device::KernelOp kernel,
                              ArrayRef<int64_t> extents) {
  int64_t results = 1;
  for (auto [dim, extent] : llvm::enumerate(extents))
    if (hasResultsAlong(kernel, dim))
      results *= kernel.reducesDim(dim) ? kernel.getNumChunks(extent) : extent;
  if (hasOneChunk(kernel))
    return llvm::divideCeil(results, cudaBlockThreads);
  if (results == 0)
    return 0;
  return results / extents.back() *
         llvm::divideCeil(extents.back(), device::rowLanes);
}

namespace {

/// The text of one column kernel.
class ColumnForm {
public:
  explicit ColumnForm(CudaWriter &writer)
      : writer(writer), reduced(*writer.kernel.getReductionDim()),
        last(writer.kernel.getRank() - 1),
        isPartial(writer.kernel.isStage(device::ReduceStage::Partial)),
        single(hasOneChunk(writer.kernel)) {
    for (Operation &op : writer.kernel.getBody().front()) {
      if (auto reduce = dyn_cast<device::ReduceOp>(op)) {
        reduces.push_back(reduce);
        roots.push_back(reduce.getValue());
      } else if (auto store = dyn_cast<device::StoreOp>(op)) {
        bool byChunk =
            isPartial && writer.levels.getPhase(store.getValue()) > 0;
        bool byColumn = byChunk || store.getStrides()[reduced] == 0;
        (byColumn ? columnStores : elementStores).push_back(store);
      }
    }
    for (device::StoreOp store : elementStores)
      roots.push_back(store.getValue());
  }

  void print() {
    if (single)
      printUnit();
    else
      printPosition();
    for (device::ReduceOp reduce : reduces) {
      std::string name = writer.fresh("total");
      writer.line(registerType(reduce.getType()) + " " + name + " = " +
                  CudaWriter::neutral(reduce) + ";");
      totals.push_back(name);
    }
    if (single) {
      printRowsOfUnit();
    } else {
      printChunks();
    }
    printColumnStores();
  }

private:
  /// The result of a thread, counted over all columns, and an exit where there
  /// is none.
  void printUnit() {
    const std::string type = writer.indexType.str();
    SmallVector<int64_t> dims, counts(writer.kernel.getExtents());
    std::string count;
    int64_t known = 1;
    for (int64_t dim = 0; dim <= last; ++dim) {
      if (!hasResultsAlong(writer.kernel, dim))
        continue;
      dims.push_back(dim);
      if (dim == reduced)
        counts[dim] = writer.kernel.getNumChunks(counts[dim]);
      if (counts[dim] != device::runTimeExtent)
        known *= counts[dim];
      else if (dim == reduced)
        count = "(extent + " + std::to_string(device::columnChunk - 1) +
                ") / " + std::to_string(device::columnChunk) + " * ";
      else
        count = "extent * ";
    }
    writer.line("const " + type + " unit = block * " + Twine(cudaBlockThreads) +
                " + thread;");
    writer.line("if (unit >= " + count + Twine(known) + ") return;");
    root.indices.assign(last + 1, "0");
    writer.setIndices(root, "unit", dims, counts);
  }

  /// The rows of a thread's result, from the first to the last.
  void printRowsOfUnit() {
    writer.hoist(roots, root, uint64_t(1) << reduced, 0);
    if (!isPartial) {
      printRows("0", writer.extent(reduced), totals);
      return;
    }
    printChunkBounds(root.indices[reduced] + " * " +
                     Twine(device::columnChunk));
    printRows("from", "to", totals);
  }

  void printPosition() {
    const std::string type = writer.indexType.str();
    int64_t columns = *writer.staticExtent(last);
    int64_t blocks =
        std::max<int64_t>(llvm::divideCeil(columns, device::rowLanes), 1);
    writer.line("const " + type + " column = block % " + Twine(blocks) +
                " * 32 + (thread & 31);");
    root.indices.assign(last + 1, "0");
    SmallVector<int64_t> outer;
    for (int64_t dim = 0; dim != last; ++dim)
      if (dim != reduced)
        outer.push_back(dim);
    if (!outer.empty())
      writer.line("const " + type + " outer = block / " + Twine(blocks) + ";");
    writer.setIndices(root, "outer", outer);
    root.indices[last] = "column";
  }

  /// Names the first row of a chunk and the one behind its last.
  void printChunkBounds(const Twine &first) {
    const std::string type = writer.indexType.str();
    writer.line("const " + type + " from = " + first + ";");
    writer.line("const " + type + " to = amp_mini(from + " +
                Twine(device::columnChunk) + ", " + writer.extent(reduced) +
                ");");
  }

  /// Rows `from` to `to` of the column into `accumulators`.
  void printRows(const Twine &from, const Twine &to,
                 ArrayRef<std::string> accumulators) {
    const std::string type = writer.indexType.str();
    if (writer.takesSeveral(elementStores)) {
      // Four rows at once, and then those that are left. Written out, because
      // NVRTC takes far longer to come to this by itself.
      writer.line(type + " r = " + from + ";");
      writer.line("#pragma unroll 1");
      writer.open("for (; r + " + Twine(elementsAtOnce - 1) + " < " + to +
                  "; r += " + Twine(elementsAtOnce) + ")");
      printRow("r", accumulators);
      for (int64_t k = 1; k != elementsAtOnce; ++k)
        printRow("(r + " + std::to_string(k) + ")", accumulators);
      writer.close();
      writer.line("#pragma unroll 1");
      writer.open("for (; r < " + to + "; ++r)");
    } else {
      // Nothing is gained by rows at once behind stores.
      if (!elementStores.empty())
        writer.line("#pragma unroll 1");
      writer.open("for (" + type + " r = " + from + "; r < " + to + "; ++r)");
    }
    printRow("r", accumulators);
    writer.close();
  }

  /// The element in row `r`.
  void printRow(StringRef r, ArrayRef<std::string> accumulators) {
    Scope scope(&root);
    scope.indices[reduced] = r.str();
    for (auto [reduce, acc] : llvm::zip_equal(reduces, accumulators)) {
      device::ReduceOp op = reduce;
      std::string value = writer.get(op.getValue(), scope);
      writer.line(acc + " = " + CudaWriter::combine(op, acc, value) + ";");
    }
    for (Value value : roots)
      writer.get(value, scope);
    for (device::StoreOp store : elementStores)
      writer.store(store, scope);
  }

  /// Rounds of eight chunks, one a warp.
  void printChunks() {
    const std::string type = writer.indexType.str();
    constexpr int64_t warps = cudaBlockThreads / device::rowLanes;
    writer.line("const int warp = thread >> 5, lane = thread & 31;");
    writer.line("const bool exists = column < " + writer.extent(last) + ";");
    SmallVector<std::string> parts;
    for (device::ReduceOp reduce : reduces) {
      std::string name = writer.fresh("part");
      writer.line("__shared__ " + memoryType(reduce.getType()) + " " + name +
                  "[" + Twine(warps) + "][32];");
      parts.push_back(name);
    }
    writer.open("for (" + type + " round = 0; round < " +
                writer.extent(reduced) +
                "; round += " + Twine(warps * device::columnChunk) + ")");
    printChunkBounds("round + warp * " + Twine(device::columnChunk));
    writer.open("if (exists && from < to)");
    SmallVector<std::string> accumulators;
    Scope outside = root;
    for (device::ReduceOp reduce : reduces) {
      std::string name = writer.fresh("acc");
      writer.line(registerType(reduce.getType()) + " " + name + " = " +
                  CudaWriter::neutral(reduce) + ";");
      accumulators.push_back(name);
    }
    writer.hoist(roots, root, uint64_t(1) << reduced, 0);
    printRows("from", "to", accumulators);
    for (auto [part, acc] : llvm::zip_equal(parts, accumulators))
      writer.line(part + "[warp][lane] = " + acc + ";");
    root = outside;
    writer.close();
    if (!reduces.empty())
      printCombination(parts);
    writer.close();
  }

  /// The chunks of a round in order, by the first warp.
  void printCombination(ArrayRef<std::string> parts) {
    constexpr int64_t warps = cudaBlockThreads / device::rowLanes;
    writer.line("__syncthreads();");
    writer.open("if (warp == 0 && exists)");
    writer.line("#pragma unroll 1");
    writer.open("for (int w = 0; w < " + Twine(warps) + " && round + w * " +
                Twine(device::columnChunk) + " < " + writer.extent(reduced) +
                "; ++w)");
    for (auto [i, phaseReduce] : llvm::enumerate(reduces)) {
      device::ReduceOp reduce = phaseReduce;
      std::string part = parts[i] + "[w][lane]";
      if (reduce.getType().isInteger(1))
        part = "(" + part + " != 0)";
      writer.line(totals[i] + " = " +
                  CudaWriter::combine(reduce, totals[i], part) + ";");
    }
    writer.close();
    writer.close();
    writer.line("__syncthreads();");
  }

  void printColumnStores() {
    if (columnStores.empty())
      return;
    for (auto [reduce, total] : llvm::zip_equal(reduces, totals)) {
      device::ReduceOp op = reduce;
      root.names[op.getResult()] = total;
    }
    if (!single)
      writer.open("if (warp == 0 && exists)");
    Scope scope(&root);
    for (device::StoreOp store : columnStores)
      writer.get(store.getValue(), scope);
    for (device::StoreOp store : columnStores)
      writer.store(store, scope);
    if (!single)
      writer.close();
  }

  CudaWriter &writer;
  int64_t reduced, last;
  bool isPartial, single;
  Scope root;
  SmallVector<device::ReduceOp> reduces;
  SmallVector<device::StoreOp> columnStores, elementStores;
  SmallVector<Value> roots;
  SmallVector<std::string> totals;
};

} // namespace

void cuda::printColumn(CudaWriter &writer) { ColumnForm(writer).print(); }
