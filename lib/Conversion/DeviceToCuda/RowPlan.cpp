// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The plan of a row kernel, made from the phases of its values.

#include "Row.h"

using namespace mlir;
using namespace amp;
using namespace amp::cuda;

RowPlan::RowPlan(const CudaWriter &writer)
    : RowPhases(writer.kernel, writer.levels,
                device::KernelOp(writer.kernel).getRank() - 1),
      levels(writer.levels) {}

bool RowPlan::isNeededBy(const RowPhase &phase, Value wanted,
                         ArrayRef<Value> others) const {
  SmallVector<Value> stack(phase.roots);
  llvm::DenseSet<Value> seen;
  while (!stack.empty()) {
    Value value = stack.pop_back_val();
    if (value == wanted)
      return true;
    if (!seen.insert(value).second || isa<BlockArgument>(value))
      continue;
    Operation *op = value.getDefiningOp();
    bool isKept = llvm::is_contained(others, value) &&
                  getFirstPhase(value) < phase.number;
    if (!isKept && !isa<device::ReduceOp>(op))
      llvm::append_range(stack, op->getOperands());
  }
  return false;
}

int64_t RowPlan::getFirstPhase(Value value) const {
  return llvm::find_if(phases,
                       [&](const RowPhase &phase) {
                         return isNeededBy(phase, value, {});
                       }) -
         phases.begin();
}

int64_t RowPlan::getLastPhase(Value value, ArrayRef<Value> others) const {
  int64_t last = 0;
  for (const RowPhase &phase : phases)
    if (isNeededBy(phase, value, others))
      last = phase.number;
  return last;
}

void RowPlan::keep(llvm::function_ref<bool(Value)> hasRoom) {
  for (const RowPhase &phase : phases) {
    SmallVector<Value> stack(phase.roots);
    llvm::DenseSet<Value> seen;
    while (!stack.empty()) {
      Value value = stack.pop_back_val();
      if (!levels.isElementLevel(value) || !seen.insert(value).second ||
          kept.contains(value))
        continue;
      Operation *op = value.getDefiningOp();
      // What an earlier pass computes costs room and no computation.
      if (getFirstPhase(value) < phase.number && !isa<device::IndexOp>(op) &&
          hasRoom(value)) {
        kept.insert(value);
        continue;
      }
      for (Value operand : op->getOperands())
        if (!isa<BlockArgument>(operand))
          stack.push_back(operand);
    }
  }
}
