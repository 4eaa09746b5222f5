// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The derivative of a branch, which is a branch. Recurses on the nesting of
// branches, not on the depth of the graph.

#include "Transforms/Autodiff/Differentiator.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace amp;

LogicalResult Differentiator::findActiveValues(IfOp branch) {
  for (Region &region : branch->getRegions()) {
    for (auto [argument, input] :
         llvm::zip_equal(region.getArguments(), branch.getInputs()))
      if (active.contains(input))
        active.insert(argument);
    if (failed(findActiveValues(region.front())))
      return failure();
    Operation *yield = region.front().getTerminator();
    for (auto [result, value] :
         llvm::zip_equal(branch->getResults(), yield->getOperands()))
      if (active.contains(value))
        active.insert(result);
  }
  return success();
}

void Differentiator::findNeededOps(IfOp branch, ValueSet &wanted) {
  needed.insert(branch);
  for (Region &region : branch->getRegions()) {
    Operation *yield = region.front().getTerminator();
    for (auto [result, value] :
         llvm::zip_equal(branch->getResults(), yield->getOperands()))
      if (wanted.contains(result) && active.contains(value))
        wanted.insert(value);
    findNeededOps(region.front(), wanted);
    for (auto [argument, input] :
         llvm::zip_equal(region.getArguments(), branch.getInputs()))
      if (wanted.contains(argument))
        wanted.insert(input);
  }
}

FailureOr<ValueMap<Value>>
Differentiator::buildRegionGradients(Region &forward, Block &backward) {
  auto branch = cast<IfOp>(forward.getParentOp());
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(&backward);
  IRMapping mapping;
  mapping.map(forward.getArguments(), branch.getInputs());
  for (Operation &op : forward.front().without_terminator())
    builder.clone(op, mapping);
  forward.walk([&](Operation *op) {
    if (needed.contains(op))
      needed.insert(mapping.lookup(op));
    for (Value result : op->getResults())
      if (active.contains(result))
        active.insert(mapping.lookup(result));
    for (Region &inner : op->getRegions())
      for (Value argument : inner.getArguments())
        if (active.contains(argument))
          active.insert(mapping.lookup(argument));
  });
  // A value from outside has a gradient there and another one in here.
  ValueMap<Value> outside;
  std::swap(outside, gradients);
  Operation *yield = forward.front().getTerminator();
  for (auto [result, value] :
       llvm::zip_equal(branch->getResults(), yield->getOperands()))
    if (Value gradient = outside.lookup(result);
        gradient && active.contains(value))
      addGradient(mapping.lookupOrDefault(value), gradient);
  LogicalResult built = buildBackward(backward);
  std::swap(outside, gradients);
  if (failed(built))
    return failure();
  return outside;
}

/// The values from outside of a branch whose gradients may be built in it, in
/// the order of their uses.
static llvm::SetVector<Value> findCaptures(IfOp branch) {
  llvm::SetVector<Value> captures;
  auto isInside = [&](Value value) {
    // A region in the making has no op around it yet.
    Operation *owner = value.getParentBlock()->getParentOp();
    return owner && branch->isAncestor(owner);
  };
  branch->walk([&](Operation *op) {
    for (Value operand : op->getOperands())
      if (!isInside(operand))
        captures.insert(operand);
  });
  return captures;
}

/// The gradient of a branch is a branch: each region recomputes what the
/// forward computed in it, as nothing of that leaves it.
LogicalResult Differentiator::buildBranchGradients(IfOp branch) {
  std::unique_ptr<Region> regions[2];
  ValueMap<Value> found[2];
  for (auto [index, forward] : llvm::enumerate(branch->getRegions())) {
    regions[index] = std::make_unique<Region>();
    auto built = buildRegionGradients(forward, regions[index]->emplaceBlock());
    if (failed(built))
      return failure();
    found[index] = std::move(*built);
  }
  SmallVector<Value> values;
  SmallVector<Type> types;
  for (Value value : findCaptures(branch)) {
    if (!found[0].contains(value) && !found[1].contains(value))
      continue;
    auto type = cast<RankedTensorType>(value.getType());
    if (!type.hasStaticShape())
      return branch.emitOpError("expects static shapes to be differentiated, "
                                "got ")
             << type << "; run amp-specialize first";
    values.push_back(value);
    types.push_back(type);
  }
  for (auto [index, region] : llvm::enumerate(regions)) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToEnd(&region->front());
    SmallVector<Value> yielded;
    for (auto [value, type] : llvm::zip_equal(values, types)) {
      Value gradient = found[index].lookup(value);
      if (!gradient) {
        auto zeros = cast<DenseElementsAttr>(builder.getZeroAttr(type));
        gradient = ConstantOp::create(builder, branch.getLoc(), zeros);
      }
      yielded.push_back(gradient);
    }
    YieldOp::create(builder, branch.getLoc(), yielded);
  }
  if (values.empty()) {
    llvm::DenseSet<Operation *> erased;
    for (const std::unique_ptr<Region> &region : regions)
      region->walk([&](Operation *op) { erased.insert(op); });
    for (Operation *op : erased)
      tags.built.erase(op);
    for (auto it = tags.nodes.begin(), end = tags.nodes.end(); it != end; ++it)
      if (erased.contains(it->second))
        tags.nodes.erase(it);
    return success();
  }
  auto backward = IfOp::create(builder, branch.getLoc(), types,
                               branch.getCondition(), ValueRange());
  backward.getThenBody().takeBody(*regions[0]);
  backward.getElseBody().takeBody(*regions[1]);
  for (auto [value, gradient] : llvm::zip_equal(values, backward.getResults()))
    addGradient(value, gradient);
  return success();
}
