// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passes by the phases of the values that are reduced or stored.

#include "Conversion/RowPhases.h"

using namespace mlir;
using namespace amp;

RowPhases::RowPhases(device::KernelOp kernel,
                     const device::KernelLevels &levels, int64_t dim) {
  bool isPartial = kernel.isStage(device::ReduceStage::Partial);
  auto get = [&](int64_t number) -> RowPhase & {
    for (int64_t next = phases.size(); next <= number; ++next)
      phases.emplace_back().number = next;
    return phases[number];
  };
  get(0);
  Block &body = kernel.getBody().front();
  for (auto reduce : body.getOps<device::ReduceOp>()) {
    RowPhase &phase = get(levels.getPhase(reduce.getValue()));
    phase.reduces.push_back(reduce);
    phase.roots.push_back(reduce.getValue());
  }
  SmallVector<device::StoreOp> elementStores;
  for (auto store : body.getOps<device::StoreOp>()) {
    bool byChunk = isPartial && levels.getPhase(store.getValue()) > 0;
    if (byChunk || store.getStrides()[dim] == 0) {
      rowStores.push_back(store);
      continue;
    }
    elementStores.push_back(store);
    get(levels.getPhase(store.getValue()));
  }
  for (device::StoreOp store : elementStores) {
    phases.back().stores.push_back(store);
    phases.back().roots.push_back(store.getValue());
  }
}
