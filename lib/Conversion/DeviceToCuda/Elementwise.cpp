// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The elementwise form: a thread takes a few adjacent elements, loads and
// stores them 16 bytes at a time where they lie side by side, and computes them
// one by one. They are members of structures and printed one after the other:
// arrays and loops over them take NVRTC longer to take apart than to read.

#include "CudaWriter.h"

#include "amp/Conversion/MathBodies.h"

#include "mlir/Dialect/Math/IR/Math.h"

#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace amp;
using namespace amp::cuda;

/// Long bodies take fewer elements at once, so that their values fit into the
/// registers.
static constexpr size_t longBody = 160;
static constexpr int64_t longBodyWidth = 4;

/// Whether the body is long as it is printed, with functions written out.
static bool isLong(device::KernelOp kernel) {
  auto getLength = [](device::KernelOp op) {
    return op.getBody().front().getOperations().size();
  };
  // Launches ask with the kernel as it was planned, whose functions are still
  // one op each.
  bool hasFunctions = llvm::any_of(kernel.getBody().front(), [](Operation &op) {
    return isa_and_present<math::MathDialect>(op.getDialect());
  });
  if (getLength(kernel) > longBody || !hasFunctions)
    return getLength(kernel) > longBody;
  OwningOpRef<Operation *> copy = kernel->clone();
  expandMathBodies(*copy);
  return getLength(cast<device::KernelOp>(*copy)) > longBody;
}

int64_t cuda::getVectorWidth(device::KernelOp kernel) {
  int64_t last = kernel.getRank() - 1;
  if (last < 0)
    return 1;
  int64_t largest = 0;
  for (Operation &op : kernel.getBody().front()) {
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
  if (width > longBodyWidth && isLong(kernel))
    width = longBodyWidth;
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
      if (isVector(store.getStrides(), store.getOffset())) {
        std::string name = writer.fresh("r");
        writer.line(vectorType(store.getValue().getType()) + " " + name + ";");
        results[store] = name;
      }
    for (int64_t k = 0; k != width; ++k)
      printElement(k);
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
      if (isGuarded() || isPartial())
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

  /// The type of adjacent elements of a thread.
  std::string vectorType(Type element) const {
    return ("amp_vector<" + memoryType(element) + ", " + Twine(width) + ">")
        .str();
  }

  /// The address of an access's first element.
  template <class Access> std::string address(Access access) {
    return CudaWriter::bufferName(access.getBuffer()) + " + " +
           writer.offset(access.getStrides(), access.getOffset(), root);
  }

  /// The vector that an access takes as a whole.
  template <class Access> std::string vector(Access access) {
    Type element =
        cast<MemRefType>(access.getBuffer().getType()).getElementType();
    return "*(" + vectorType(element) + " *)(" + address(access) + ")";
  }

  static std::string member(const std::string &vector, int64_t k) {
    return vector + ".e" + std::to_string(k);
  }

  /// Whether what lies behind the end of a domain that ends at run time may not
  /// be touched.
  bool isGuarded() const { return writer.options.isGuarded && last == 0; }

  /// All vector accesses at once, or element by element at the end of a guarded
  /// domain: one branch for all of them.
  void printAccesses(
      llvm::function_ref<void()> printWhole,
      llvm::function_ref<void(int64_t k, const std::string &at)> printSingle) {
    if (!isGuarded())
      return printWhole();
    writer.open("if (rest >= " + Twine(width) + ")");
    printWhole();
    writer.reopen("else");
    for (int64_t k = 0; k + 1 != width; ++k) {
      if (k != 0)
        writer.open("if (rest > " + Twine(k) + ")");
      printSingle(k, " + " + std::to_string(k) + ")");
      if (k != 0)
        writer.close();
    }
    writer.close();
  }

  void printVectorLoads() {
    SmallVector<device::LoadOp> vectors;
    for (device::LoadOp load : loads) {
      if (!isVector(load.getStrides(), load.getOffset()))
        continue;
      vectors.push_back(load);
      std::string name = vectorNames[load] = writer.fresh("a");
      // Elements that do not exist are computed with, too.
      writer.line(vectorType(load.getType()) + " " + name +
                  (isGuarded() ? " = {};" : " = " + vector(load) + ";"));
    }
    if (vectors.empty() || !isGuarded())
      return;
    printAccesses(
        [&] {
          for (device::LoadOp load : vectors)
            writer.line(vectorNames[load] + " = " + vector(load) + ";");
        },
        [&](int64_t k, const std::string &at) {
          for (device::LoadOp load : vectors)
            writer.line(member(vectorNames[load], k) + " = *(" + address(load) +
                        at + ";");
        });
  }

  void printVectorStores() {
    if (results.empty())
      return;
    printAccesses(
        [&] {
          for (auto &[store, name] : results)
            writer.line(vector(store) + " = " + name + ";");
        },
        [&](int64_t k, const std::string &at) {
          for (auto &[store, name] : results)
            writer.line("*(" + address(store) + at + " = " + member(name, k) +
                        ";");
        });
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

  /// The body for element number `k` of the thread.
  void printElement(int64_t k) {
    bool isOptional = k != 0 && isPartial();
    if (isOptional)
      writer.open("if (rest > " + Twine(k) + ")");
    Scope scope(&root);
    if (k != 0)
      scope.indices[last] = "(i + " + std::to_string(k) + ")";
    for (device::LoadOp load : loads)
      if (auto found = vectorNames.find(load); found != vectorNames.end()) {
        std::string element = member(found->second, k);
        scope.names[load.getResult()] =
            load.getType().isInteger(1) ? "(" + element + " != 0)" : element;
      }
    for (Value value : roots)
      writer.get(value, scope);
    for (device::StoreOp store : stores) {
      if (auto result = results.find(store); result != results.end())
        writer.line(member(result->second, k) + " = " +
                    writer.get(store.getValue(), scope) + ";");
      else
        writer.store(store, scope);
    }
    if (isOptional)
      writer.close();
  }

  CudaWriter &writer;
  int64_t last, width;
  Scope root;
  bool hasGather = false;
  SmallVector<device::LoadOp> loads;
  SmallVector<device::StoreOp> stores;
  SmallVector<Value> roots;
  /// The vectors of what is loaded and of what is stored.
  llvm::DenseMap<Operation *, std::string> vectorNames;
  llvm::MapVector<device::StoreOp, std::string> results;
};

} // namespace

void cuda::printElementwise(CudaWriter &writer) {
  if (writer.kernel.getRank() == 0)
    printScalar(writer);
  else
    ElementwiseForm(writer).print();
}
