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

/// Fails, with an error at `op`, on dynamic shapes: stage 9 cannot group these.
static LogicalResult checkShapes(Operation *op, TypeRange types) {
  for (Type type : types) {
    auto shaped = dyn_cast<ShapedType>(type);
    if (shaped && !shaped.hasStaticShape())
      return op->emitError("expects static shapes, got ") << type;
  }
  return success();
}

/// Goes through a block once, checks it and finds what is to be rewritten.
static FailureOr<BlockContents> findContents(Block &block) {
  BlockContents contents;
  for (Operation &op : block) {
    if (failed(checkShapes(&op, op.getResultTypes())))
      return failure();
    if (auto branch = dyn_cast<IfOp>(op))
      contents.branches.push_back(branch);
    else if (auto size = dyn_cast<SizeOp>(op))
      contents.sizes.push_back(size);
    else if (auto transpose = dyn_cast<TransposeOp>(op))
      contents.transposes.push_back(transpose);
    else if (getFusionRole(&op) == FusionRole::Reduction)
      contents.reductions.push_back(&op);
  }
  return contents;
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
    if (!function.getBody().hasOneBlock()) {
      function.emitError("expects a body of one block");
      return signalPassFailure();
    }
    if (failed(checkShapes(function, function.getArgumentTypes())) ||
        failed(fuseBlock(function.front())))
      signalPassFailure();
  }

private:
  LogicalResult fuseBlock(Block &block) {
    FailureOr<BlockContents> contents = findContents(block);
    if (failed(contents))
      return failure();
    // Outer branches first: what an inner one reads from far is an argument
    // then.
    for (IfOp branch : contents->branches)
      isolateBranch(branch);
    prepareForFusion(*contents);
    if (fuse && costs)
      offerTransposedCopies(contents->transposes);
    Grouping grouping(block, fuse, costs);
    if (fuse && costs)
      grouping.recompute();
    outlineRegions(block, grouping.getUnits());
    for (IfOp branch : contents->branches)
      for (Region &region : branch->getRegions())
        if (failed(fuseBlock(region.front())))
          return failure();
    return success();
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
    SmallVector<Block *> blocks{&getOperation().front()};
    while (!blocks.empty())
      for (Operation &op : *blocks.pop_back_val()) {
        verifyOp(op, reject);
        if (isa<IfOp>(op))
          for (Region &region : op.getRegions())
            blocks.push_back(&region.front());
      }
    if (failed)
      signalPassFailure();
  }
};

} // namespace
