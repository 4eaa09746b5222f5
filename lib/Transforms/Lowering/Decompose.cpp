// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// amp-decompose: composite ops to primitive ones, through Fusible. A training
// step updates thousands of variables alike, so an op that equals an earlier
// one but for its operands gets a copy of what that was decomposed into.

#include "Formulas.h"

#include "amp/Transforms/Passes.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include <map>

using namespace mlir;

namespace amp {

#define GEN_PASS_DEF_DECOMPOSEPASS
#include "TransformsPasses.h.inc"

namespace {

/// Collects the composite ops nested in `root`.
SmallVector<Fusible> findComposites(Operation *root) {
  SmallVector<Fusible> composites;
  root->walk([&](Fusible op) {
    if (op.getFusionKind() == FusionKind::Composite)
      composites.push_back(op);
  });
  return composites;
}

/// What decides how an op is decomposed, and where: its block, name, attributes
/// and types, which operands are the same value, and constant ones.
using CompositeKey = SmallVector<const void *>;

CompositeKey makeKey(Operation *op) {
  CompositeKey key = {op->getBlock(), op->getName().getAsOpaquePointer(),
                      op->getAttrDictionary().getAsOpaquePointer()};
  for (Type type : op->getResultTypes())
    key.push_back(type.getAsOpaquePointer());
  llvm::SmallDenseMap<Value, uintptr_t> numbers;
  for (Value operand : op->getOperands()) {
    uintptr_t number =
        numbers.try_emplace(operand, numbers.size()).first->second;
    Attribute constant;
    matchPattern(operand, m_Constant(&constant));
    key.append({operand.getType().getAsOpaquePointer(),
                reinterpret_cast<const void *>(number),
                constant.getAsOpaquePointer()});
  }
  return key;
}

/// An op that was decomposed, and into what.
struct Decomposition {
  SmallVector<Value> operands;
  SmallVector<Operation *> made;
  SmallVector<Value> results;
};

/// Notes what an op is decomposed into.
class Recorder : public RewriterBase::Listener {
public:
  void notifyOperationInserted(Operation *op, OpBuilder::InsertPoint) override {
    current.made.push_back(op);
  }
  void notifyOperationReplaced(Operation *, ValueRange values) override {
    current.results.assign(values.begin(), values.end());
  }
  Decomposition current;
};

/// Replaces an op by a copy of another one's decomposition, which stands before
/// it in its block. What does not depend on an operand that differs is used,
/// not copied.
void copyDecomposition(const Decomposition &known, Operation *op,
                       RewriterBase &rewriter) {
  IRMapping mapping;
  for (auto [from, to] : llvm::zip_equal(known.operands, op->getOperands()))
    if (from != to)
      mapping.map(from, to);
  for (Operation *made : known.made) {
    bool depends = llvm::any_of(made->getOperands(), [&](Value operand) {
      return mapping.contains(operand);
    });
    if (!depends && made->getNumRegions() == 0 && isMemoryEffectFree(made))
      continue;
    rewriter.clone(*made, mapping)->setLoc(op->getLoc());
  }
  SmallVector<Value> results;
  for (Value result : known.results)
    results.push_back(mapping.lookupOrDefault(result));
  rewriter.replaceOp(op, results);
}

struct DecomposePass : impl::DecomposePassBase<DecomposePass> {
  using DecomposePassBase::DecomposePassBase;

  void runOnOperation() override {
    if (late && getOperation()->hasTrait<OpTrait::SymbolTable>() &&
        failed(makeFormulas()))
      return signalPassFailure();
    // A decomposition may use other composite ops: repeat until none is left.
    for (auto composites = findComposites(getOperation()); !composites.empty();
         composites = findComposites(getOperation()))
      if (failed(decompose(composites)))
        return signalPassFailure();
  }

private:
  LogicalResult makeFormulas() {
    SmallVector<Fusible> composites = findComposites(getOperation());
    llvm::erase_if(composites,
                   [](Fusible op) { return !Formulas::canReplace(op); });
    if (composites.empty())
      return success();
    Formulas formulas(getOperation(), composites);
    IRRewriter rewriter(&getContext());
    for (Fusible op : composites) {
      // Kernels are named by what was written.
      op->setLoc(NameLoc::get(op->getName().getIdentifier(), op->getLoc()));
      if (failed(formulas.replace(op, rewriter)))
        return failure();
    }
    return success();
  }

  LogicalResult decompose(ArrayRef<Fusible> composites) {
    Recorder recorder;
    IRRewriter recording(&getContext(), &recorder), rewriter(&getContext());
    std::map<CompositeKey, Decomposition> known;
    for (Fusible op : composites) {
      // What it is made of still says what it was: kernels are named by it.
      op->setLoc(NameLoc::get(op->getName().getIdentifier(), op->getLoc()));
      auto [it, isNew] = known.try_emplace(makeKey(op));
      if (!isNew) {
        rewriter.setInsertionPoint(op);
        copyDecomposition(it->second, op, rewriter);
        continue;
      }
      recorder.current = {};
      llvm::append_range(recorder.current.operands, op->getOperands());
      recording.setInsertionPoint(op);
      if (failed(op.decompose(recording)))
        return failure();
      it->second = std::move(recorder.current);
    }
    return success();
  }
};

} // namespace
} // namespace amp
