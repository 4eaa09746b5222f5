// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The plan of a row kernel, made from the phases of its values.

#include "Row.h"

using namespace mlir;
using namespace amp;
using namespace amp::cuda;

RowPlan::RowPlan(const CudaWriter &writer) : levels(writer.levels) {
  device::KernelOp kernel = writer.kernel;
  int64_t dim = kernel.getRank() - 1;
  bool isPartial = kernel.isStage(device::ReduceStage::Partial);
  auto get = [&](int64_t number) -> RowPhase & {
    for (int64_t next = phases.size(); next <= number; ++next)
      phases.emplace_back().number = next;
    return phases[number];
  };
  get(0);
  SmallVector<device::StoreOp> elementStores;
  for (Operation &op : kernel.getBody().front()) {
    if (auto reduce = dyn_cast<device::ReduceOp>(op)) {
      RowPhase &phase = get(levels.getPhase(reduce.getValue()));
      phase.reduces.push_back(reduce);
      phase.roots.push_back(reduce.getValue());
    } else if (auto store = dyn_cast<device::StoreOp>(op)) {
      bool byChunk = isPartial && levels.getPhase(store.getValue()) > 0;
      if (byChunk || store.getStrides()[dim] == 0) {
        rowStores.push_back(store);
        continue;
      }
      elementStores.push_back(store);
      get(levels.getPhase(store.getValue()));
    }
  }
  for (device::StoreOp store : elementStores) {
    phases.back().stores.push_back(store);
    phases.back().roots.push_back(store.getValue());
  }
}

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
