// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The plan of a row kernel, made from the phases of its values.

#include "RowPlan.h"

using namespace mlir;
using namespace amp;

/// Kept values take at most this much of the stack; what does not fit is
/// recomputed, which gives the same bits.
static constexpr int64_t keptByteLimit = 32 * 1024;

namespace {

/// Finds the values to keep, from the last pass to the first: keeping a value
/// makes it a root of the pass that computes it.
class KeptValues {
public:
  KeptValues(const device::KernelLevels &levels, RowPlan &plan,
             int64_t rowLength)
      : levels(levels), plan(plan), rowLength(rowLength) {}

  void find() {
    for (RowPhase &phase : llvm::reverse(plan.phases)) {
      seen.clear();
      for (size_t i = 0; i != phase.roots.size(); ++i)
        visit(phase.roots[i], phase.number);
    }
  }

private:
  void visit(Value value, int64_t phase) {
    if (!levels.isElementLevel(value) || !seen.insert(value).second)
      return;
    int64_t own = levels.getPhase(value);
    if (own < phase && isExpensiveCone(value) && keep(value, own))
      return;
    for (Value operand : value.getDefiningOp()->getOperands())
      visit(operand, phase);
  }

  bool keep(Value value, int64_t phase) {
    if (llvm::is_contained(plan.kept, value))
      return true;
    int64_t size = llvm::alignTo(rowLength, device::rowAccumulators) *
                   device::getElementBytes(value.getType());
    if (bytes + size > keptByteLimit)
      return false;
    bytes += size;
    plan.kept.push_back(value);
    plan.phases[phase].roots.push_back(value);
    return true;
  }

  /// Whether something expensive has to be computed anew at each element.
  bool isExpensiveCone(Value value) {
    if (!levels.isElementLevel(value))
      return false;
    auto [it, inserted] = cones.try_emplace(value, false);
    if (!inserted)
      return it->second;
    Operation *op = value.getDefiningOp();
    bool result = isExpensive(op) ||
                  llvm::any_of(op->getOperands(),
                               [&](Value v) { return isExpensiveCone(v); });
    return cones[value] = result;
  }

  const device::KernelLevels &levels;
  RowPlan &plan;
  int64_t rowLength;
  int64_t bytes = 0;
  llvm::DenseSet<Value> seen;
  llvm::DenseMap<Value, bool> cones;
};

} // namespace

RowPlan::RowPlan(const BodyEmitter &emitter, bool inRegisters)
    : RowPhases(emitter.kernel, emitter.levels, emitter.laneDim) {
  device::KernelOp kernel = emitter.kernel;
  int64_t length = kernel.getExtents()[emitter.laneDim];
  if (!inRegisters && length != device::runTimeExtent)
    KeptValues(emitter.levels, *this, length).find();
}
