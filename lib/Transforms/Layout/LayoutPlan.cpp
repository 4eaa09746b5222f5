// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rule of stage 8: refreshing a packed copy costs time with every update of
// its original, and each product that reads it gains some. Where nothing
// updates the original (inference, evaluation) packing always pays.

#include "LayoutPlan.h"

#include "amp/IR/Types.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace amp;

namespace {

/// The products that read a variable in one form.
struct Form {
  SmallVector<Operation *> products;
  /// The most products by this form between two refreshes.
  double uses = 0;
};

/// All that reads a variable.
struct Readers {
  Form plain, transposed;
  bool hasOthers = false;
  Form &get(bool isTransposed) { return isTransposed ? transposed : plain; }
};

class Planner {
public:
  Planner(ModuleOp module, const LayoutModel &model)
      : module(module), symbols(module), model(model) {}
  SmallVector<PackedCopy> run();

private:
  void collect(func::FuncOp function);
  void collectUses(Value value, bool isTransposed, Readers &readers);
  StringAttr getOriginal(VariableOp variable) {
    FlatSymbolRefAttr original = variable.getCastOfAttr();
    return original ? original.getAttr() : variable.getSymNameAttr();
  }
  double countUses(func::FuncOp function, StringAttr original);
  /// Whether products of any number could pay for a packed copy.
  bool fits(VariableOp variable, bool isTransposed);
  bool pays(VariableOp variable, bool isTransposed, const Form &form);

  ModuleOp module;
  SymbolTable symbols;
  const LayoutModel &model;
  /// By function, the variables that it writes.
  llvm::DenseMap<Operation *, llvm::SmallDenseSet<StringAttr>> written;
  llvm::SmallDenseSet<StringAttr> everWritten;
  llvm::DenseMap<StringAttr, Readers> readersOf;
};

} // namespace

/// The products between two refreshes from which on a packed copy pays,
/// measured with oneDNN 2.6 on an AVX-512 core, batches of 32, as the time to
/// pack over the time that a product gains. Packing runs at the speed of the
/// caches, hence the step where a matrix leaves the second level. A transposed
/// f32 weight gains least: its products turn their results round instead.
static double getBreakEven(Type element, bool isTransposed, int64_t bytes) {
  constexpr int64_t cached = 1 << 20;
  if (element.isF32())
    return bytes <= cached ? 6 : isTransposed ? 20 : 3;
  if (isTransposed)
    return bytes <= cached ? 1.5 : 9;
  return bytes <= cached ? 0.6 : 1.6;
}

bool Planner::fits(VariableOp variable, bool isTransposed) {
  auto type = cast<RankedTensorType>(variable.getType());
  // Blocks have 64 columns: most of them would be padding.
  return type.getRank() == 2 && model.types.contains(type.getElementType()) &&
         type.getDimSize(!isTransposed) >= 32 &&
         type.getDimSize(isTransposed) != 0;
}

bool Planner::pays(VariableOp variable, bool isTransposed, const Form &form) {
  if (form.products.empty() || !fits(variable, isTransposed))
    return false;
  auto type = cast<RankedTensorType>(variable.getType());
  Type element = type.getElementType();
  int64_t bytes = type.getNumElements() * element.getIntOrFloatBitWidth() / 8;
  return form.uses >= getBreakEven(element, isTransposed, bytes);
}

/// How often a product of `function` runs between two updates of `original`.
double Planner::countUses(func::FuncOp function, StringAttr original) {
  if (!everWritten.contains(original))
    return std::numeric_limits<double>::infinity();
  return written[function].contains(original) ? 1.0
                                              : double(model.microBatches);
}

static bool isVector(Value value) {
  return cast<RankedTensorType>(value.getType()).getRank() == 1;
}

void Planner::collectUses(Value value, bool isTransposed, Readers &readers) {
  for (OpOperand &use : value.getUses()) {
    Operation *user = use.getOwner();
    if (auto linear = dyn_cast<LinearOp>(user);
        linear && use.getOperandNumber() == 1 && !isVector(linear.getInput()) &&
        linear.getInput() != linear.getWeight()) {
      readers.get(!isTransposed).products.push_back(user);
      continue;
    }
    if (auto matmul = dyn_cast<MatmulOp>(user);
        matmul && use.getOperandNumber() == 1 && !matmul.getTransposeLhs() &&
        matmul.getLhs() != matmul.getRhs()) {
      bool form = isTransposed != matmul.getTransposeRhs();
      readers.get(form).products.push_back(user);
      continue;
    }
    if (auto transpose = dyn_cast<TransposeOp>(user);
        transpose && transpose.getPermutation() == ArrayRef<int64_t>{1, 0}) {
      collectUses(transpose.getResult(), !isTransposed, readers);
      continue;
    }
    readers.hasOthers = true;
  }
}

void Planner::collect(func::FuncOp function) {
  llvm::MapVector<StringAttr, Readers> own;
  function.walk([&](ReadOp read) {
    collectUses(read.getResult(), /*isTransposed=*/false,
                own[read.getVariableAttr().getAttr()]);
  });
  for (auto &[name, readers] : own) {
    Readers &all = readersOf[name];
    all.hasOthers |= readers.hasOthers;
    double each =
        countUses(function, getOriginal(symbols.lookup<VariableOp>(name)));
    for (bool isTransposed : {false, true}) {
      Form &from = readers.get(isTransposed), &to = all.get(isTransposed);
      if (from.products.empty())
        continue;
      to.products.append(from.products);
      to.uses = std::max(to.uses, double(from.products.size()) * each);
    }
  }
}

SmallVector<PackedCopy> Planner::run() {
  if (llvm::none_of(module.getOps<VariableOp>(), [&](VariableOp variable) {
        return fits(variable, false) || fits(variable, true);
      }))
    return {};
  SmallVector<func::FuncOp> functions;
  for (auto function : module.getOps<func::FuncOp>())
    if (function.getSymName() != "refresh")
      functions.push_back(function);
  for (func::FuncOp function : functions)
    function.walk([&](WriteOp write) {
      written[function].insert(write.getVariableAttr().getAttr());
      everWritten.insert(write.getVariableAttr().getAttr());
    });
  for (func::FuncOp function : functions)
    collect(function);
  SmallVector<PackedCopy> copies;
  for (auto variable : module.getOps<VariableOp>()) {
    auto found = readersOf.find(variable.getSymNameAttr());
    if (found == readersOf.end())
      continue;
    Readers &readers = found->second;
    bool isCopy = variable.getCastOf().has_value();
    // The form that gains more where both are read.
    bool isTransposed = readers.transposed.uses > readers.plain.uses;
    Form &form = readers.get(isTransposed);
    bool isOnly =
        !readers.hasOthers && readers.get(!isTransposed).products.empty();
    if ((isCopy && !isOnly) || !pays(variable, isTransposed, form))
      continue;
    copies.push_back({variable, isTransposed, form.products, isCopy});
  }
  return copies;
}

VariableAccesses::VariableAccesses(ModuleOp module) {
  module.walk([&](Operation *op) {
    if (auto read = dyn_cast<ReadOp>(op))
      reads[read.getVariableAttr().getAttr()].push_back(read);
    else if (auto write = dyn_cast<WriteOp>(op))
      writes[write.getVariableAttr().getAttr()].push_back(write);
  });
}

SmallVector<PackedCopy> amp::planLayout(ModuleOp module,
                                        const LayoutModel &model) {
  return Planner(module, model).run();
}
