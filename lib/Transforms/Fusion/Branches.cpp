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
  SmallVector<Value> inputs;
  llvm::copy_if(captures, std::back_inserter(inputs), [](Value value) {
    Operation *definition = value.getDefiningOp();
    return !definition || !definition->hasTrait<OpTrait::ConstantLike>();
  });
  for (Region &region : op->getRegions()) {
    DenseMap<Value, Value> inside;
    for (Value value : inputs)
      inside[value] = region.addArgument(value.getType(), value.getLoc());
    OpBuilder builder = OpBuilder::atBlockBegin(&region.front());
    for (Value value : captures)
      if (auto [it, isConstant] = inside.try_emplace(value); isConstant)
        it->second = builder.clone(*value.getDefiningOp())->getResult(0);
    // By the region's operands: a captured value may have users in thousands
    // of branches.
    region.walk([&](Operation *nested) {
      for (OpOperand &operand : nested->getOpOperands())
        if (Value made = inside.lookup(operand.get()))
          operand.set(made);
    });
  }
  op.getInputsMutable().append(inputs);
}
