// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What grouping asks the cost model, and the results that are cheaper to
// compute twice than to store.

#include "Transforms/Fusion/Grouping.h"

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
        if (getFusionRole(user) == FusionRole::View)
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

std::optional<Grouping::Kernel>
Grouping::findKernel(Node producer, Node consumer, ArrayRef<Node> both) {
  SmallVector<Operation *> ops = opsOf(both);
  std::optional<IterationSpace> space = IterationSpace::infer(ops);
  if (!space)
    return std::nullopt;
  Kernel kernel{space->getForm(), -1};
  if (useCosts) {
    kernel.cost = estimate(ops, *space, {producer, consumer});
    if (kernel.cost > getCost(producer) + getCost(consumer))
      return std::nullopt;
  }
  return kernel;
}

std::vector<Grouping::Recomputation> Grouping::getRecomputations() {
  std::vector<Recomputation> found;
  if (!useCosts)
    return found;
  for (auto [node, op] : llvm::enumerate(nodes)) {
    // A widening: it costs next to nothing, and what it reads is smaller.
    auto cast = dyn_cast<CastOp>(op);
    if (!cast || scalar[node])
      continue;
    auto width = [](Value value) {
      return getElementTypeOrSelf(value).getIntOrFloatBitWidth();
    };
    Value input = skipAliases(cast.getInput());
    Operation *definition = input.getDefiningOp();
    // The input must be in memory already: made by no group, or by another.
    bool isInMemory = !definition || !nodeOf.contains(definition) ||
                      graph.find(nodeOf.lookup(definition)) != graph.find(node);
    if (width(cast.getInput()) >= width(cast.getResult()) || !isInMemory ||
        (definition && getFusionRole(definition) == FusionRole::View))
      continue;
    llvm::MapVector<Node, SmallVector<Operation *>> others;
    for (Node consumer : consumersOf[node]) {
      Node group = graph.find(consumer);
      if (group != graph.find(node) && groupable[consumer] &&
          llvm::is_contained(nodes[consumer]->getOperands(), cast.getResult()))
        others[group].push_back(nodes[consumer]);
    }
    for (auto &[group, consumers] : others)
      found.push_back({op, std::move(consumers)});
  }
  return found;
}

bool amp::recompute(ArrayRef<Grouping::Recomputation> recomputations) {
  for (const Grouping::Recomputation &recomputation : recomputations) {
    Operation *op = recomputation.op;
    OpBuilder builder(op);
    Operation *copy = builder.clone(*op);
    for (Operation *consumer : recomputation.consumers)
      consumer->replaceUsesOfWith(op->getResult(0), copy->getResult(0));
  }
  return !recomputations.empty();
}
