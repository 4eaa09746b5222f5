// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What grouping asks the cost model.

#include "Transforms/Fusion/Grouping.h"

using namespace mlir;
using namespace amp;

double Grouping::estimate(ArrayRef<Operation *> ops,
                          const IterationSpace &space, ArrayRef<Node> group,
                          ArrayRef<Node> groups) {
  return model.estimate(ops, space, [&](unsigned number) {
    Node node = group[number];
    return isNeededInMemory[node] ||
           llvm::any_of(uses.getConsumers(node), [&](Node consumer) {
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
    cost = estimate(ops, *space, members[group], group);
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
    kernel.cost = estimate(ops, *space, both, {producer, consumer});
    // To know what the groups cost takes an iteration space each.
    auto getLeast = [&](Node group) {
      return costs[group] < 0 ? CostModel::leastCost : costs[group];
    };
    if (kernel.cost > getLeast(producer) + getLeast(consumer) &&
        kernel.cost > getCost(producer) + getCost(consumer))
      return std::nullopt;
  }
  return kernel;
}
