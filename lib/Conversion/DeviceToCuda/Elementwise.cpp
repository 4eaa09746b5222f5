// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The elementwise form: a thread takes a few adjacent elements, loads and
// stores them 16 bytes at a time where they lie side by side, and computes them
// one by one in an unrolled loop or, where NVRTC would do that badly, in a row.

#include "CudaWriter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace amp;
using namespace amp::cuda;

/// Long bodies take fewer elements at once, so that their values fit into the
/// registers.
static constexpr size_t longBody = 160;
static constexpr int64_t longBodyWidth = 4;

int64_t cuda::getVectorWidth(device::KernelOp kernel) {
  int64_t last = kernel.getRank() - 1;
  if (last < 0)
    return 1;
  int64_t largest = 0;
  size_t length = 0;
  for (Operation &op : kernel.getBody().front()) {
    ++length;
    auto consider = [&](ArrayRef<int64_t> strides, Type element) {
      if (strides[last] == 1)
        largest = std::max(largest, device::getElementBytes(element));
    };
    if (auto load = dyn_cast<device::LoadOp>(op))
      consider(load.getStrides(), load.getType());
    else if (auto store = dyn_cast<device::StoreOp>(op))
      consider(store.getStrides(), store.getValue().getType());
  }
  // 16 bytes of the largest elements: of smaller ones beside them, more at once
  // would be more code for little less time.
  int64_t width = largest == 0 ? 1 : std::min<int64_t>(16 / largest, 8);
  if (length > longBody)
    width = std::min(width, longBodyWidth);
  int64_t extent = kernel.getExtents()[last];
  if (extent != device::runTimeExtent)
    while (extent % width != 0)
      width /= 2;
  return width;
}

namespace {

/// The text of one elementwise kernel.
class ElementwiseForm {
public:
  explicit ElementwiseForm(CudaWriter &writer)
      : writer(writer), last(writer.kernel.getRank() - 1),
        width(getVectorWidth(writer.kernel)) {
    for (Operation &op : writer.kernel.getBody().front()) {
      if (auto load = dyn_cast<device::LoadOp>(op))
        loads.push_back(load);
      else if (auto store = dyn_cast<device::StoreOp>(op))
        stores.push_back(store);
      hasGather |= isa<device::GatherOp>(op);
    }
    for (device::StoreOp store : stores)
      roots.push_back(store.getValue());
  }

  void print() {
    root.indices.assign(last + 1, "0");
    printPosition();
    printVectorLoads();
    writer.hoist(roots, root, uint64_t(1) << last, 0);
    for (device::StoreOp store : stores)
      if (isVector(store.getStrides(), store.getOffset()))
        results[store] = printArray("r", store.getValue().getType());
    printElements();
    printVectorStores();
  }

private:
  /// The position of the thread's first element, and an exit where there is
  /// none.
  void printPosition() {
    const std::string type = writer.indexType.str();
    writer.line("const " + type + " group = block * " +
                Twine(cudaBlockThreads) + " + thread;");
    if (last == 0) {
      writer.line("const " + type + " i = group * " + Twine(width) + ";");
      writer.line("if (i >= extent) return;");
      if (writer.options.isGuarded || isPartial())
        writer.line("const " + type + " rest = extent - i;");
      root.indices[0] = "i";
      return;
    }
    int64_t extent = *writer.staticExtent(last);
    int64_t groups = std::max<int64_t>(extent / width, 1);
    writer.line("const " + type + " row = group / " + Twine(groups) + ";");
    writer.line("const " + type + " i = group % " + Twine(groups) + " * " +
                Twine(width) + ";");
    SmallVector<int64_t> outer = llvm::to_vector(llvm::seq<int64_t>(last));
    writer.setIndices(root, "row", outer);
    writer.line("if (" + root.indices[0] + " >= extent) return;");
    root.indices[last] = "i";
  }

  /// Whether the elements of a thread are adjacent and start at a multiple of
  /// their number.
  bool isVector(ArrayRef<int64_t> strides, int64_t offset) const {
    if (width == 1 || strides[last] != 1 || offset % width != 0)
      return false;
    return llvm::all_of(strides.drop_back(),
                        [&](int64_t stride) { return stride % width == 0; });
  }

  std::string printArray(StringRef prefix, Type element,
                         StringRef initial = "") {
    std::string name = writer.fresh(prefix);
    writer.line(memoryType(element) + " " + name + "[" + Twine(width) + "]" +
                initial + ";");
    return name;
  }

  std::string vectorAddress(Value buffer, ArrayRef<int64_t> strides,
                            int64_t offset) {
    return CudaWriter::bufferName(buffer) + " + " +
           writer.offset(strides, offset, root);
  }

  /// All vector accesses at once, or element by element at the end of a domain
  /// that ends at run time and behind which nothing may be touched: one branch
  /// for all of them.
  void printAccesses(ArrayRef<std::string> whole,
                     ArrayRef<std::string> elements) {
    if (whole.empty())
      return;
    if (!writer.options.isGuarded || last != 0) {
      for (const std::string &text : whole)
        writer.line(text);
      return;
    }
    writer.open("if (rest >= " + Twine(width) + ")");
    for (const std::string &text : whole)
      writer.line(text);
    writer.reopen("else");
    writer.line("#pragma unroll");
    writer.open("for (int k = 0; k < " + Twine(width) + "; ++k)");
    writer.line("if (k >= rest) break;");
    for (const std::string &text : elements)
      writer.line(text);
    writer.close();
    writer.close();
  }

  void printVectorLoads() {
    SmallVector<std::string> whole, elements;
    for (device::LoadOp load : loads) {
      if (!isVector(load.getStrides(), load.getOffset()))
        continue;
      // Elements that do not exist are computed with, too.
      bool isFilled = writer.options.isGuarded && last == 0;
      std::string name =
          printArray("a", load.getType(), isFilled ? " = {}" : "");
      std::string address =
          vectorAddress(load.getBuffer(), load.getStrides(), load.getOffset());
      whole.push_back("amp_load(" + name + ", " + address + ");");
      elements.push_back(name + "[k] = *(" + address + " + k);");
      arrays[load] = name;
    }
    printAccesses(whole, elements);
  }

  void printVectorStores() {
    SmallVector<std::string> whole, elements;
    for (device::StoreOp store : stores) {
      auto result = results.find(store);
      if (result == results.end())
        continue;
      std::string address = vectorAddress(store.getBuffer(), store.getStrides(),
                                          store.getOffset());
      whole.push_back("amp_store(" + address + ", " + result->second + ");");
      elements.push_back("*(" + address + " + k) = " + result->second + "[k];");
    }
    printAccesses(whole, elements);
  }

  /// Whether an element may lie behind the end of a domain that ends at run
  /// time and must not be touched.
  bool isPartial() const {
    auto isElsewhere = [&](auto access) {
      return access.getStrides()[last] != 0 &&
             !isVector(access.getStrides(), access.getOffset());
    };
    return last == 0 && width > 1 &&
           (hasGather || llvm::any_of(loads, isElsewhere) ||
            !llvm::all_of(stores, [&](device::StoreOp store) {
              return isVector(store.getStrides(), store.getOffset());
            }));
  }

  /// Whether elements choose by what is the same for all of them.
  bool hasCommonChoice() const {
    auto varies = [&](Value value) {
      return (writer.levels.getDims(value) >> last & 1) != 0;
    };
    return llvm::any_of(
        writer.kernel.getBody().front().getOps<arith::SelectOp>(),
        [&](arith::SelectOp op) {
          return varies(op.getResult()) && !varies(op.getCondition());
        });
  }

  void printElements() {
    if (width == 1)
      return printElement("0");
    // NVRTC makes two loops of one that contains such a choice, and unrolls
    // both: it gets no loop.
    bool guarded = isPartial();
    if (!guarded && hasCommonChoice()) {
      for (int64_t k = 0; k != width; ++k)
        printElement(std::to_string(k));
      return;
    }
    writer.line("#pragma unroll");
    writer.open("for (int k = 0; k < " + Twine(width) + "; ++k)");
    if (guarded)
      writer.line("if (k >= rest) break;");
    printElement("k");
    writer.close();
  }

  /// The body for element number `k` of the thread.
  void printElement(const std::string &k) {
    Scope scope(&root);
    if (width != 1)
      scope.indices[last] = "(i + " + k + ")";
    for (device::LoadOp load : loads)
      if (auto array = arrays.find(load); array != arrays.end()) {
        std::string element = array->second + "[" + k + "]";
        scope.names[load.getResult()] =
            load.getType().isInteger(1) ? "(" + element + " != 0)" : element;
      }
    for (Value value : roots)
      writer.get(value, scope);
    for (device::StoreOp store : stores) {
      if (auto result = results.find(store); result != results.end())
        writer.line(result->second + "[" + k +
                    "] = " + writer.get(store.getValue(), scope) + ";");
      else
        writer.store(store, scope);
    }
  }

  CudaWriter &writer;
  int64_t last, width;
  Scope root;
  bool hasGather = false;
  SmallVector<device::LoadOp> loads;
  SmallVector<device::StoreOp> stores;
  SmallVector<Value> roots;
  llvm::DenseMap<Operation *, std::string> arrays, results;
};

} // namespace

void cuda::printElementwise(CudaWriter &writer) {
  if (writer.kernel.getRank() == 0)
    printScalar(writer);
  else
    ElementwiseForm(writer).print();
}
