// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ops give way to something that is there already, to a constant or to an
// argument, regions to their content.

#include "Reductions.h"

#include "amp/IR/Amp.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"

using namespace mlir;

/// Ops inside of functions that compute something, outer ones first.
static SmallVector<Operation *> findOps(ModuleOp module) {
  SmallVector<Operation *> ops;
  for (auto function : module.getOps<func::FuncOp>())
    function.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (!op->hasTrait<OpTrait::IsTerminator>() && op->getNumResults() > 0)
        ops.push_back(op);
    });
  return ops;
}

static bool isConstant(Operation *op) {
  return op->hasTrait<OpTrait::ConstantLike>();
}

/// Replaces an op by one value for each result, if all could be made.
static void replaceOp(Operation *op, function_ref<Value(OpResult)> make) {
  SmallVector<Value> values;
  for (OpResult result : op->getResults()) {
    Value value = result.use_empty() ? Value(result) : make(result);
    if (!value)
      return;
    values.push_back(value);
  }
  for (auto [result, value] : llvm::zip_equal(op->getResults(), values))
    if (value != result)
      result.replaceAllUsesWith(value);
  op->erase();
}

Edits findBypasses(ModuleOp module) {
  Edits edits;
  for (Operation *op : findOps(module))
    edits.push_back([op] {
      replaceOp(op, [op](OpResult result) -> Value {
        for (Value operand : op->getOperands())
          if (operand.getType() == result.getType())
            return operand;
        return {};
      });
    });
  return edits;
}

Value makeOnes(Operation *before, Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !tensor.hasStaticShape() ||
      !tensor.getElementType().isIntOrFloat())
    return {};
  OpBuilder builder(before);
  Type element = tensor.getElementType();
  Attribute one = isa<FloatType>(element)
                      ? Attribute(builder.getFloatAttr(element, 1.0))
                      : builder.getIntegerAttr(element, 1);
  return amp::ConstantOp::create(builder, before->getLoc(), type,
                                 DenseElementsAttr::get(tensor, one));
}

Edits findConstants(ModuleOp module) {
  Edits edits;
  for (Operation *op : findOps(module))
    if (!isConstant(op))
      edits.push_back([op] {
        replaceOp(op, [op](OpResult result) {
          return makeOnes(op, result.getType());
        });
      });
  return edits;
}

Edits findCuts(ModuleOp module) {
  Edits edits;
  for (Operation *op : findOps(module))
    if (!isConstant(op) && !isa<func::CallOp>(op))
      edits.push_back([op] {
        replaceOp(op, [op](OpResult result) {
          return addArgument(op->getParentOfType<func::FuncOp>(),
                             result.getType(), op->getLoc());
        });
      });
  return edits;
}

/// Puts the ops of a region in the place of the op around it, where results and
/// what the region yields have the same types.
static void inlineRegion(Operation *op, Region &region) {
  if (!region.hasOneBlock() || region.getNumArguments() > 0)
    return;
  Operation *yield = region.front().getTerminator();
  if (yield->getOperandTypes() != op->getResultTypes())
    return;
  op->replaceAllUsesWith(yield->getOperands());
  yield->erase();
  Block &body = region.front();
  op->getBlock()->getOperations().splice(op->getIterator(),
                                         body.getOperations());
  op->erase();
}

static Edits findRegions(ModuleOp module, bool first) {
  Edits edits;
  for (auto function : module.getOps<func::FuncOp>())
    function.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (op->getNumRegions() > (first ? 0 : 1))
        edits.push_back([op, first] {
          inlineRegion(op, first ? op->getRegions().front()
                                 : op->getRegions().back());
        });
    });
  return edits;
}

Edits findFirstRegions(ModuleOp module) { return findRegions(module, true); }

Edits findLastRegions(ModuleOp module) { return findRegions(module, false); }
