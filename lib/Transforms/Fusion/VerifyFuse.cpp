// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The verifier of what holds after amp-fuse. It infers the iteration space of
// each region anew, once for all regions of the same body.

#include "amp/Transforms/Passes.h"

#include "Analysis/IterationSpace.h"
#include "Analysis/RegionKey.h"

#include <unordered_map>

using namespace mlir;
using namespace amp;

namespace amp {
#define GEN_PASS_DEF_VERIFYFUSEPASS
#include "TransformsPasses.h.inc"
} // namespace amp

/// The form of the one kernel that holds a region, if there is one.
static std::optional<FusionForm> inferForm(FusedOp fused) {
  Block &body = fused.getBody().front();
  SmallVector<Operation *> ops;
  for (Operation &inner : body)
    if (isComputation(getFusionRole(&inner)) ||
        llvm::is_contained(inner.getUsers(), body.getTerminator()))
      ops.push_back(&inner);
  std::optional<IterationSpace> space = IterationSpace::infer(ops);
  if (!space)
    return std::nullopt;
  return space->getForm();
}

/// Whether an op outside of regions may stand there after fusion.
static bool isAllowed(Operation &op) {
  if (op.getNumOperands() == 0 || op.getNumResults() == 0 || isa<IfOp>(op))
    return !isComputation(getFusionRole(&op));
  auto fusible = dyn_cast<Fusible>(op);
  if (!fusible)
    return false;
  FusionKind kind = fusible.getFusionKind();
  return kind == FusionKind::Anchor || kind == FusionKind::Call ||
         kind == FusionKind::View;
}

namespace {

struct VerifyFusePass : amp::impl::VerifyFusePassBase<VerifyFusePass> {
  void runOnOperation() override {
    if (getOperation().isExternal())
      return;
    std::unordered_map<RegionKey, std::optional<FusionForm>, RegionKeyHash>
        formOf;
    auto reject = [&](Operation &op, const llvm::Twine &message) {
      op.emitError(message);
      signalPassFailure();
    };
    SmallVector<Block *> blocks{&getOperation().front()};
    while (!blocks.empty())
      for (Operation &op : *blocks.pop_back_val()) {
        if (auto fused = dyn_cast<FusedOp>(op)) {
          auto [it, isNew] = formOf.try_emplace(makeBodyKey(fused));
          if (isNew)
            it->second = inferForm(fused);
          if (!it->second)
            reject(op, "expects a region that one kernel can hold");
          else if (*it->second != fused.getForm())
            reject(op, "expects the form that follows from the reductions");
        } else if (!isAllowed(op)) {
          reject(op, "expects a kernel, a library call, a view or a branch "
                     "after fusion");
        }
        if (isa<IfOp>(op))
          for (Region &region : op.getRegions())
            blocks.push_back(&region.front());
      }
  }
};

} // namespace
