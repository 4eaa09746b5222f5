// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Delta debugging (Zeller and Hildebrandt, 2002) over edits of the graph.
// MLIR's own reduction pass is not used: it works on one region, while an
// output goes together with the calls of its function.

#include "Reducer.h"

#include "amp/IR/Amp.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include <cmath>

using namespace mlir;

/// Large cuts first; what they leave gets smaller in detail.
static constexpr Reduction reductions[] = {
    {"functions", findUnusedFunctions},
    {"results", findResults},
    {"cuts", findCuts},
    {"bypasses", findBypasses},
    {"constants", findConstants},
    {"regions", findFirstRegions},
    {"last regions", findLastRegions},
    {"arguments", findUnusedArguments},
    {"element types", findElementTypes},
    {"extents", findExtents},
    {"attributes", findAttributes},
    {"elements", findElements},
};

/// What of a type is left to simplify.
static double costOf(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return 0.0;
  double cost = tensor.getElementType().isF32() ? 0.0 : 0.5;
  for (int64_t extent : tensor.getShape())
    cost += ShapedType::isDynamic(extent) ? 0.9 : 0.1 * std::log2(1 + extent);
  return cost;
}

/// How far a module is from the simplest. Only steps that lower it are taken,
/// so the search ends.
static double costOf(ModuleOp module) {
  double cost = 0.0;
  module.walk([&](Operation *op) {
    bool given = op->hasTrait<OpTrait::ConstantLike>() || isa<amp::ReadOp>(op);
    cost += given ? 10 : isa<SymbolOpInterface>(op) ? 6 : 100;
    cost += double(op->getNumOperands());
    for (NamedAttribute attribute : op->getAttrDictionary()) {
      auto elements = dyn_cast<DenseElementsAttr>(attribute.getValue());
      cost += elements && !elements.isSplat() ? 3 : 2;
    }
    for (Type type : op->getResultTypes())
      cost += costOf(type);
    if (auto function = dyn_cast<func::FuncOp>(op))
      for (Type type : function.getArgumentTypes())
        cost += 15 + costOf(type);
  });
  return cost;
}

/// Erases what nothing uses any more.
static void eraseUnused(ModuleOp module) {
  SmallVector<Operation *> ops;
  module.walk<WalkOrder::PreOrder>([&](Operation *op) { ops.push_back(op); });
  for (Operation *op : llvm::reverse(ops))
    if (op->getBlock() && op->use_empty() && isOpTriviallyDead(op))
      op->erase();
  for (auto variable :
       llvm::make_early_inc_range(module.getOps<amp::VariableOp>()))
    if (SymbolTable::symbolKnownUseEmpty(variable, module))
      variable.erase();
}

namespace {

class Reducer {
public:
  Reducer(OwningOpRef<ModuleOp> module, Interestingness &test,
          llvm::function_ref<void(const std::string &)> report)
      : module(std::move(module)), test(test), report(report) {}

  OwningOpRef<ModuleOp> run();

private:
  bool tryEdits(const Reduction &reduction, size_t first, size_t count);
  bool apply(const Reduction &reduction);

  OwningOpRef<ModuleOp> module;
  Interestingness &test;
  llvm::function_ref<void(const std::string &)> report;
};

} // namespace

/// Makes `count` edits at once; whether the module was replaced.
bool Reducer::tryEdits(const Reduction &reduction, size_t first, size_t count) {
  OwningOpRef<ModuleOp> candidate = module->clone();
  ScopedDiagnosticHandler silence(candidate->getContext(),
                                  [](Diagnostic &) { return success(); });
  Edits edits = reduction.find(*candidate);
  for (size_t i = first + count; i-- > first;)
    edits[i]();
  eraseUnused(*candidate);
  // As it will be read again: attributes with defaults come back.
  candidate = candidate->clone();
  double cost = costOf(*candidate);
  if (cost >= costOf(*module))
    return false;
  if (failed(verify(*candidate)) || !test.test(*candidate))
    return false;
  module = std::move(candidate);
  report(std::string(reduction.name) + ": down to " +
         std::to_string(int64_t(cost)) + " after " +
         std::to_string(test.testCount()) + " tests");
  return true;
}

bool Reducer::apply(const Reduction &reduction) {
  bool changed = false;
  size_t total = reduction.find(*module).size();
  for (size_t count = total; count > 0; count /= 2)
    for (size_t end = total; end > 0;) {
      size_t first = end > count ? end - count : 0;
      if (tryEdits(reduction, first, end - first)) {
        changed = true;
        total = reduction.find(*module).size();
      }
      end = std::min(first, total);
    }
  return changed;
}

OwningOpRef<ModuleOp> Reducer::run() {
  bool changed = true;
  while (changed) {
    changed = false;
    for (const Reduction &reduction : reductions)
      changed |= apply(reduction);
  }
  return std::move(module);
}

OwningOpRef<ModuleOp>
reduceModule(OwningOpRef<ModuleOp> module, Interestingness &test,
             llvm::function_ref<void(const std::string &)> report) {
  return Reducer(std::move(module), test, report).run();
}
