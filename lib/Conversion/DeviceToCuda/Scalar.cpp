// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels of rank 0, which have one iteration. What they store is often the
// same function of different buffers, as are the step counts and corrections of
// each variable of an optimizer: such stores are a class, and each of a class
// is computed by a thread of its own, from buffers that a table names. So the
// length of the text does not grow with the number of variables.

#include "CudaWriter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

#include "llvm/ADT/MapVector.h"

#include <map>

using namespace mlir;
using namespace amp;
using namespace amp::cuda;

/// Fewer stores of one kind than these are as short one by one.
static constexpr size_t smallestClass = 4;
/// So are classes that save fewer ops than these.
static constexpr size_t leastSaving = 32;

namespace {

/// Numbers values such that equal numbers are the same function of buffers, if
/// loads of one type are taken to be the same.
class Shapes {
public:
  int64_t number(Value value);

private:
  std::map<std::vector<const void *>, int64_t> numbers;
  llvm::DenseMap<Value, int64_t> known;
};

/// The text of one kernel of rank 0.
class ScalarForm {
public:
  explicit ScalarForm(CudaWriter &writer) : writer(writer) { findClasses(); }

  void print();

private:
  using Stores = SmallVector<device::StoreOp>;

  void findClasses();
  /// The number of ops that classes save, each once for all but one member.
  size_t countSavings() const;
  /// The number of threads that compute something.
  int64_t countThreads() const;
  void printEntry();
  /// Waits until everything is read, as results may lie where operands do.
  void printBarrier();
  /// The name of the value that thread number i has in place of `values[i]`.
  std::string get(ArrayRef<Value> values);
  std::string printLoad(ArrayRef<Value> loads);
  /// The address of the buffer that thread number i has in place of
  /// `buffers[i]`.
  std::string getAddress(ArrayRef<Value> buffers, int64_t offset);
  std::string declare(Type type, const std::string &text);

  CudaWriter &writer;
  Scope root;
  Stores singles;
  SmallVector<Stores> classes;
  std::map<std::vector<void *>, std::string> names, tables;
};

} // namespace

int64_t Shapes::number(Value value) {
  if (auto found = known.find(value); found != known.end())
    return found->second;
  Operation *op = value.getDefiningOp();
  std::vector<const void *> key{op->getName().getAsOpaquePointer(),
                                value.getType().getAsOpaquePointer(),
                                op->getAttrDictionary().getAsOpaquePointer()};
  auto addNumber = [&](int64_t number) {
    key.push_back(reinterpret_cast<const void *>(number));
  };
  addNumber(cast<OpResult>(value).getResultNumber());
  if (!isa<device::LoadOp>(op)) {
    for (Value operand : op->getOperands()) {
      // What reads a buffer in another way is like nothing else.
      if (isa<BlockArgument>(operand))
        key.push_back(op);
      else
        addNumber(this->number(operand));
    }
  }
  int64_t result = numbers.try_emplace(key, numbers.size()).first->second;
  known[value] = result;
  return result;
}

void ScalarForm::findClasses() {
  Shapes shapes;
  llvm::MapVector<std::tuple<int64_t, int64_t, Type>, Stores> alike;
  Stores all(writer.kernel.getBody().front().getOps<device::StoreOp>());
  for (device::StoreOp store : all)
    alike[{shapes.number(store.getValue()), store.getOffset(),
           store.getBuffer().getType()}]
        .push_back(store);
  for (auto &[key, stores] : alike) {
    ArrayRef<device::StoreOp> rest = stores;
    while (rest.size() >= smallestClass) {
      size_t count = std::min<size_t>(rest.size(), cudaBlockThreads);
      classes.push_back(Stores(rest.take_front(count)));
      rest = rest.drop_front(count);
    }
    singles.append(rest.begin(), rest.end());
  }
  if (countSavings() < leastSaving) {
    classes.clear();
    singles = std::move(all);
  }
}

size_t ScalarForm::countSavings() const {
  size_t savings = 0;
  llvm::DenseSet<Operation *> seen;
  for (Stores stores : classes) {
    // Two members go the same way; where they meet, all share what follows.
    SmallVector<std::pair<Value, Value>> stack{
        {stores.front().getValue(), stores.back().getValue()}};
    while (!stack.empty()) {
      auto [value, other] = stack.pop_back_val();
      Operation *op = value.getDefiningOp();
      if (value == other || isa<device::LoadOp>(op) ||
          op->getNumOperands() == 0 || !seen.insert(op).second)
        continue;
      savings += stores.size() - 1;
      for (auto [operand, others] : llvm::zip_equal(
               op->getOperands(), other.getDefiningOp()->getOperands()))
        stack.push_back({operand, others});
    }
  }
  return savings;
}

int64_t ScalarForm::countThreads() const {
  size_t threads = 1;
  for (const Stores &stores : classes)
    threads = std::max(threads, stores.size());
  return threads;
}

void ScalarForm::printEntry() {
  // Threads of one warp may leave before a barrier, those of a block not.
  int64_t threads = countThreads();
  if (threads > device::rowLanes)
    writer.line("if (block != 0) return;");
  else
    writer.line("if (block != 0 || thread >= " + Twine(threads) + ") return;");
}

void ScalarForm::printBarrier() {
  int64_t threads = countThreads();
  if (threads > device::rowLanes)
    writer.line("__syncthreads();");
  else if (threads > 1)
    writer.line("__syncwarp(0x" +
                llvm::utohexstr((uint64_t(1) << threads) - 1, true) + "u);");
}

void ScalarForm::print() {
  printEntry();
  for (device::StoreOp store : singles)
    writer.get(store.getValue(), root);
  SmallVector<std::string> values;
  for (const Stores &stores : classes)
    values.push_back(get(llvm::map_to_vector(
        stores, [](device::StoreOp op) -> Value { return op.getValue(); })));
  printBarrier();
  if (!classes.empty() && !singles.empty())
    writer.open("if (thread == 0)");
  for (device::StoreOp store : singles)
    writer.store(store, root);
  if (!classes.empty() && !singles.empty())
    writer.close();
  for (auto [stores, value] : llvm::zip_equal(classes, values)) {
    auto buffers = llvm::map_to_vector(
        stores, [](device::StoreOp op) -> Value { return op.getBuffer(); });
    std::string address = getAddress(buffers, stores.front().getOffset());
    writer.line("if (thread < " + Twine(stores.size()) + ") *" + address +
                " = " + value + ";");
  }
}

std::string ScalarForm::declare(Type type, const std::string &text) {
  std::string name = writer.fresh("v");
  writer.line("const " + registerType(type) + " " + name + " = " + text + ";");
  return name;
}

std::string ScalarForm::get(ArrayRef<Value> values) {
  if (llvm::all_equal(values))
    return writer.get(values.front(), root);
  std::vector<void *> key;
  for (Value value : values)
    key.push_back(value.getAsOpaquePointer());
  if (auto found = names.find(key); found != names.end())
    return found->second;
  Operation *op = values.front().getDefiningOp();
  // Equal constants and sizes may stand for one another.
  if (op->getNumOperands() == 0)
    return writer.get(values.front(), root);
  std::string text;
  if (isa<device::LoadOp>(op)) {
    text = printLoad(values);
  } else {
    SmallVector<std::string> operands;
    for (unsigned i = 0; i != op->getNumOperands(); ++i)
      operands.push_back(get(llvm::map_to_vector(values, [&](Value value) {
        return value.getDefiningOp()->getOperand(i);
      })));
    text = printScalarOp(op, operands);
  }
  return names[key] = declare(values.front().getType(), text);
}

std::string ScalarForm::printLoad(ArrayRef<Value> loads) {
  auto first = loads.front().getDefiningOp<device::LoadOp>();
  auto buffers = llvm::map_to_vector(loads, [](Value load) -> Value {
    return load.getDefiningOp<device::LoadOp>().getBuffer();
  });
  std::string text = "*" + getAddress(buffers, first.getOffset());
  return first.getType().isInteger(1) ? text + " != 0" : text;
}

std::string ScalarForm::getAddress(ArrayRef<Value> buffers, int64_t offset) {
  std::vector<void *> key;
  for (Value buffer : buffers)
    key.push_back(buffer.getAsOpaquePointer());
  std::string &name = tables[key];
  if (name.empty()) {
    // Threads beyond the last one of the class do as it does.
    std::string table =
        (writer.options.name + "_buffers" + Twine(tables.size() - 1)).str();
    writer.tables += "__constant__ unsigned short " + table + "[" +
                     std::to_string(buffers.size()) + "] = {";
    llvm::raw_string_ostream stream(writer.tables);
    llvm::interleaveComma(buffers, stream, [&](Value buffer) {
      stream << cast<BlockArgument>(buffer).getArgNumber();
    });
    stream << "};\n";
    std::string number = table + "[amp_mini(thread, " +
                         std::to_string(buffers.size() - 1) + ")]";
    Type element = cast<MemRefType>(buffers.front().getType()).getElementType();
    name = writer.fresh("q");
    writer.line(memoryType(element) + " *const " + name + " = amp_buffer<" +
                memoryType(element) + ">(&record, " + number + ");");
  }
  return offset == 0 ? name : "(" + name + " + " + std::to_string(offset) + ")";
}

void cuda::printScalar(CudaWriter &writer) { ScalarForm(writer).print(); }
