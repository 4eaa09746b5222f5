// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What grouping asks the cost model, and the results that are cheaper to
// compute twice than to store.

#include "Transforms/Fusion/Grouping.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace amp;

void Grouping::findNeededInMemory() {
  costs.assign(nodes.size(), -1);
  isNeededInMemory.assign(nodes.size(), false);
  for (auto [node, op] : llvm::enumerate(nodes)) {
    SmallVector<Value> reached(op->getResults());
    while (!reached.empty() && !isNeededInMemory[node])
      for (Operation *user : reached.pop_back_val().getUsers()) {
        if (nodeOf.contains(user))
          continue;
        FusionRole role = getFusionRole(user);
        // What reads it through these is a node itself or needs memory.
        if (role == FusionRole::View || role == FusionRole::Reshape)
          reached.push_back(user->getResult(0));
        else
          isNeededInMemory[node] = true;
      }
  }
}

double Grouping::estimate(ArrayRef<Operation *> ops,
                          const IterationSpace &space, ArrayRef<Node> groups) {
  return model.estimate(ops, space, [&](Operation *op) {
    Node node = nodeOf.lookup(op);
    return isNeededInMemory[node] ||
           llvm::any_of(consumersOf[node], [&](Node consumer) {
             return !llvm::is_contained(groups, graph.find(consumer));
           });
  });
}

double Grouping::getCost(Node group) {
  double &cost = costs[group];
  if (cost < 0) {
    SmallVector<Operation *> ops = opsOf(members[group]);
    std::optional<IterationSpace> space = IterationSpace::infer(ops);
    assert(space && "every group was checked when it was made");
    cost = estimate(ops, *space, group);
  }
  return cost;
}

std::optional<Grouping::Kernel> Grouping::findKernel(Node producer,
                                                     Node consumer,
                                                     ArrayRef<Node> both,
                                                     bool isFree) {
  SmallVector<Operation *> ops = opsOf(both);
  std::optional<IterationSpace> space = IterationSpace::infer(ops);
  if (!space)
    return std::nullopt;
  Kernel kernel{space->getForm(), -1};
  if (useCosts && !isFree) {
    kernel.cost = estimate(ops, *space, {producer, consumer});
    if (kernel.cost > getCost(producer) + getCost(consumer))
      return std::nullopt;
  }
  return kernel;
}

static int64_t getBytes(Value value) {
  auto type = cast<ShapedType>(value.getType());
  return type.getNumElements() *
         llvm::divideCeil(type.getElementTypeBitWidth(), 8);
}

bool Grouping::findCone(Node node, SmallVectorImpl<Operation *> &cone) {
  // What is computed twice must be next to nothing.
  constexpr size_t mostOps = 6;
  Node group = graph.find(node);
  int64_t bytes = getBytes(nodes[node]->getResult(0)), read = 0;
  llvm::SmallSetVector<Value, 4> inputs;
  SmallVector<Operation *> open{nodes[node]};
  llvm::SmallPtrSet<Operation *, 8> seen{nodes[node]};
  while (!open.empty()) {
    Operation *op = open.pop_back_val();
    if (getFusionRole(op) != FusionRole::Elementwise || model.isExpensive(op) ||
        cone.size() == mostOps)
      return false;
    cone.push_back(op);
    for (Value operand : op->getOperands()) {
      Operation *definition = operand.getDefiningOp();
      if (definition && definition->hasTrait<OpTrait::ConstantLike>())
        continue;
      auto found = nodeOf.find(definition);
      bool isOwn = definition && found != nodeOf.end() &&
                   graph.find(found->second) == group;
      // What is widened can take the place of the result in memory.
      bool isStoredInstead =
          isOwn && isWidening(op) && !isSingleElement(operand);
      if (isOwn && !isStoredInstead &&
          isComputation(getFusionRole(definition)) &&
          !isSingleElement(operand)) {
        if (seen.insert(definition).second)
          open.push_back(definition);
        continue;
      }
      // Anything else must be in memory, as it is when another group, a library
      // call or nobody makes it.
      if ((isOwn && !isStoredInstead) ||
          (definition && found == nodeOf.end() &&
           getFusionRole(definition) == FusionRole::View))
        return false;
      inputs.insert(operand);
    }
  }
  for (Value input : inputs)
    read += getBytes(input);
  llvm::sort(cone,
             [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  // Reading what it is made of takes the place of reading it; its write is
  // saved. Scalars are no matter.
  constexpr int64_t someScalars = 64;
  return read <= bytes + someScalars;
}

bool Grouping::isWidening(Operation *op) {
  auto width = [](Value value) {
    return getElementTypeOrSelf(value).getIntOrFloatBitWidth();
  };
  auto cast = dyn_cast<CastOp>(op);
  return cast && width(cast.getInput()) < width(cast.getResult());
}

std::vector<Grouping::Recomputation> Grouping::getRecomputations() {
  std::vector<Recomputation> found;
  if (!useCosts)
    return found;
  for (auto [node, op] : llvm::enumerate(nodes)) {
    if (scalar[node] || getFusionRole(op) != FusionRole::Elementwise ||
        !groupable[node])
      continue;
    Node group = graph.find(node);
    llvm::MapVector<Node, SmallVector<Operation *>> others;
    // Whether its result stays in memory all the same.
    bool isKept = isNeededInMemory[node];
    for (Node consumer : consumersOf[node]) {
      Node other = graph.find(consumer);
      if (other == group)
        continue;
      if (groupable[consumer] &&
          llvm::is_contained(nodes[consumer]->getOperands(), op->getResult(0)))
        others[other].push_back(nodes[consumer]);
      else
        isKept = true;
    }
    if (others.empty())
      continue;
    SmallVector<Operation *> cone;
    if (isWidening(op)) {
      // It costs next to nothing, and what it reads is smaller: where that is
      // in memory already, or takes the place of the result there.
      Value input = skipAliases(op->getOperand(0));
      Operation *definition = input.getDefiningOp();
      bool isNode = definition && nodeOf.contains(definition);
      bool isOwn = isNode && graph.find(nodeOf.lookup(definition)) == group;
      if ((definition && getFusionRole(definition) == FusionRole::View) ||
          (isOwn && isKept))
        continue;
      cone.push_back(op);
    } else if (isKept || !findCone(node, cone)) {
      continue;
    }
    for (auto &[other, consumers] : others)
      found.push_back({cone, std::move(consumers)});
  }
  return found;
}

bool amp::recompute(ArrayRef<Grouping::Recomputation> recomputations) {
  for (const Grouping::Recomputation &recomputation : recomputations) {
    Operation *last = recomputation.ops.back();
    OpBuilder builder(last);
    IRMapping mapping;
    for (Operation *op : recomputation.ops)
      builder.clone(*op, mapping);
    for (Operation *consumer : recomputation.consumers)
      consumer->replaceUsesOfWith(last->getResult(0),
                                  mapping.lookup(last->getResult(0)));
  }
  // What nobody reads any more would still be computed.
  llvm::SetVector<Operation *> replaced;
  for (const Grouping::Recomputation &recomputation : recomputations)
    replaced.insert(recomputation.ops.begin(), recomputation.ops.end());
  SmallVector<Operation *> sorted = replaced.takeVector();
  llvm::sort(sorted,
             [](Operation *a, Operation *b) { return b->isBeforeInBlock(a); });
  for (Operation *op : sorted)
    if (op->use_empty())
      op->erase();
  return !recomputations.empty();
}
