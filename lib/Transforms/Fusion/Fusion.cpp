// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The pass amp-fuse (stage 9) and the verifier of what holds after it.

#include "amp/Transforms/Passes.h"

#include "Transforms/Fusion/Grouping.h"

using namespace mlir;
using namespace amp;

namespace amp {
#define GEN_PASS_DEF_FUSEPASS
#define GEN_PASS_DEF_VERIFYFUSEPASS
#include "TransformsPasses.h.inc"
} // namespace amp

/// Fails, with an error, on what stage 9 cannot group: a body of several blocks
/// and dynamic shapes.
static LogicalResult checkFusible(func::FuncOp function) {
  if (!function.getBody().hasOneBlock())
    return function.emitError("expects a body of one block");
  auto isStatic = [](Type type) {
    auto shaped = dyn_cast<ShapedType>(type);
    return !shaped || shaped.hasStaticShape();
  };
  auto check = [&](Operation *op, TypeRange types) -> LogicalResult {
    for (Type type : types)
      if (!isStatic(type))
        return op->emitError("expects static shapes, got ") << type;
    return success();
  };
  if (failed(check(function, function.getArgumentTypes())))
    return failure();
  WalkResult walk = function.front().walk([&](Operation *op) {
    return failed(check(op, op->getResultTypes())) ? WalkResult::interrupt()
                                                   : WalkResult::advance();
  });
  return failure(walk.wasInterrupted());
}

/// Calls `reject` with what is wrong with one op of a block after fusion.
static void
verifyOp(Operation &op,
         function_ref<void(Operation *, const llvm::Twine &)> reject) {
  if (auto fused = dyn_cast<FusedOp>(op)) {
    SmallVector<Operation *> ops;
    for (Operation &inner : fused.getBody().front())
      if (isComputation(getFusionRole(&inner)) ||
          llvm::is_contained(inner.getUsers(),
                             fused.getBody().front().getTerminator()))
        ops.push_back(&inner);
    std::optional<IterationSpace> space = IterationSpace::infer(ops);
    if (!space)
      reject(&op, "expects a region that one kernel can hold");
    else if (space->getForm() != fused.getForm())
      reject(&op, "expects the form that follows from the reductions");
    return;
  }
  auto fusible = dyn_cast<Fusible>(op);
  bool isSource = op.getNumOperands() == 0 || op.getNumResults() == 0;
  bool isAllowed = isa<IfOp>(op) ||
                   (fusible && (fusible.getFusionKind() == FusionKind::Anchor ||
                                fusible.getFusionKind() == FusionKind::Call ||
                                fusible.getFusionKind() == FusionKind::View));
  if (isComputation(getFusionRole(&op)) || !(isSource || isAllowed))
    reject(&op, "expects a kernel, a library call, a view or a branch after "
                "fusion");
}

namespace {

struct FusePass : amp::impl::FusePassBase<FusePass> {
  using FusePassBase::FusePassBase;

  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (function.isExternal())
      return;
    if (failed(checkFusible(function)))
      return signalPassFailure();
    for (Block *block : isolateBranches(function.front()))
      fuseBlock(*block);
  }

private:
  void fuseBlock(Block &block) {
    prepareForFusion(block);
    if (fuse && costs)
      offerTransposedCopies(block);
    Grouping grouping(block, fuse, costs);
    if (fuse && costs)
      grouping.recompute();
    outlineRegions(block, grouping.getUnits());
  }
};

struct VerifyFusePass : amp::impl::VerifyFusePassBase<VerifyFusePass> {
  void runOnOperation() override {
    bool failed = false;
    auto reject = [&](Operation *op, const llvm::Twine &message) {
      op->emitError(message);
      failed = true;
    };
    if (getOperation().isExternal())
      return;
    auto verifyBlock = [&](Block &block) {
      for (Operation &op : block)
        verifyOp(op, reject);
    };
    verifyBlock(getOperation().front());
    getOperation().walk([&](IfOp branch) {
      for (Region &region : branch->getRegions())
        verifyBlock(region.front());
    });
    if (failed)
      signalPassFailure();
  }
};

} // namespace
