// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Branches as fusion sees them: each region a block of its own, which names all
// that it reads from outside.

#include "Transforms/Fusion/Grouping.h"

#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace amp;

// What the regions read from outside becomes an input; constants are made anew
// inside.
void amp::isolateBranch(IfOp op) {
  // Variables are read by the function alone; other stages may have put reads
  // beside their users.
  op->walk([&](ReadOp read) { read->moveBefore(op); });
  llvm::SetVector<Value> captures;
  getUsedValuesDefinedAbove(op->getRegions(), captures);
  for (Value value : captures) {
    Operation *definition = value.getDefiningOp();
    bool isConstant =
        definition && definition->hasTrait<OpTrait::ConstantLike>();
    for (Region &region : op->getRegions()) {
      Value inside;
      if (isConstant) {
        OpBuilder builder = OpBuilder::atBlockBegin(&region.front());
        inside = builder.clone(*definition)->getResult(0);
      } else {
        inside = region.addArgument(value.getType(), value.getLoc());
      }
      value.replaceUsesWithIf(inside, [&](OpOperand &use) {
        return region.isAncestor(use.getOwner()->getParentRegion());
      });
    }
    if (!isConstant)
      op.getInputsMutable().append(value);
  }
}
