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

using Composites = SmallVector<Fusible>;

void addIfComposite(Operation *op, Composites &composites) {
  auto fusible = dyn_cast<Fusible>(op);
  if (fusible && fusible.getFusionKind() == FusionKind::Composite)
    composites.push_back(fusible);
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
/// not copied. Adds the composite ops among the copies to `composites`.
void copyDecomposition(const Decomposition &known, Operation *op,
                       RewriterBase &rewriter, Composites &composites) {
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
    Operation *copy = rewriter.clone(*made, mapping);
    copy->setLoc(op->getLoc());
    addIfComposite(copy, composites);
  }
  SmallVector<Value> results;
  for (Value result : known.results)
    results.push_back(mapping.lookupOrDefault(result));
  rewriter.replaceOp(op, results);
}

struct DecomposePass : impl::DecomposePassBase<DecomposePass> {
  using DecomposePassBase::DecomposePassBase;

  void runOnOperation() override {
    Composites composites;
    getOperation()->walk(
        [&](Operation *op) { addIfComposite(op, composites); });
    if (late && getOperation()->hasTrait<OpTrait::SymbolTable>() &&
        failed(makeFormulas(composites)))
      return signalPassFailure();
    // A decomposition may use other composite ops: repeat until none is left.
    while (!composites.empty()) {
      FailureOr<Composites> made = decompose(composites);
      if (failed(made))
        return signalPassFailure();
      composites = std::move(*made);
    }
  }

private:
  /// Replaces by formulas what can be, and takes it from `composites`. Formulas
  /// are made of elementwise ops.
  LogicalResult makeFormulas(Composites &composites) {
    Composites pointwise;
    for (Fusible op : composites)
      if (Formulas::canReplace(op))
        pointwise.push_back(op);
    if (pointwise.empty())
      return success();
    llvm::erase_if(composites, &Formulas::canReplace);
    Formulas formulas(getOperation(), pointwise);
    IRRewriter rewriter(&getContext());
    for (Fusible op : pointwise) {
      // Kernels are named by what was written.
      op->setLoc(NameLoc::get(op->getName().getIdentifier(), op->getLoc()));
      if (failed(formulas.replace(op, rewriter)))
        return failure();
    }
    return success();
  }

  /// Returns the composite ops among those that others are decomposed into.
  FailureOr<Composites> decompose(ArrayRef<Fusible> composites) {
    Composites result;
    Recorder recorder;
    IRRewriter recording(&getContext(), &recorder), rewriter(&getContext());
    std::map<CompositeKey, Decomposition> known;
    for (Fusible op : composites) {
      // What it is made of still says what it was: kernels are named by it.
      op->setLoc(NameLoc::get(op->getName().getIdentifier(), op->getLoc()));
      auto [it, isNew] = known.try_emplace(makeKey(op));
      if (!isNew) {
        rewriter.setInsertionPoint(op);
        copyDecomposition(it->second, op, rewriter, result);
        continue;
      }
      recorder.current = {};
      llvm::append_range(recorder.current.operands, op->getOperands());
      recording.setInsertionPoint(op);
      if (failed(op.decompose(recording)))
        return failure();
      it->second = std::move(recorder.current);
      for (Operation *made : it->second.made)
        addIfComposite(made, result);
    }
    return result;
  }
};

} // namespace
} // namespace amp
