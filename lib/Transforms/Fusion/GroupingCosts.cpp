// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What grouping asks the cost model.

#include "Analysis/ValueMap.h"
#include "Transforms/Fusion/Grouping.h"

using namespace mlir;
using namespace amp;

bool Grouping::isStored(Node node, ArrayRef<Node> groups) {
  return isNeededInMemory[node] ||
         llvm::any_of(uses.getConsumers(node), [&](Node consumer) {
           return !llvm::is_contained(groups, graph.find(consumer));
         });
}

double Grouping::estimate(ArrayRef<Operation *> ops,
                          const IterationSpace &space, ArrayRef<Node> group,
                          ArrayRef<Node> groups) {
  return model.estimate(ops, space, [&](unsigned number) {
    return isStored(group[number], groups);
  });
}

RegionKey Grouping::makeKernelKey(ArrayRef<Operation *> ops,
                                  ArrayRef<Node> group, ArrayRef<Node> groups) {
  RegionKey key;
  key.reserve(16 * ops.size());
  llvm::SmallDenseMap<Operation *, unsigned, 32> numbers;
  numbers.reserve(ops.size());
  SmallValueMap<unsigned, 16> roots;
  // What an operand reads, through views, which are looked through.
  enum : uintptr_t { Member = 1, Root, Leaf };
  auto addRead = [&](Value value) {
    while (Operation *op = value.getDefiningOp()) {
      if (auto it = numbers.find(op); it != numbers.end()) {
        addNumber(key, Member);
        addNumber(key, it->second);
        return addNumber(key, cast<OpResult>(value).getResultNumber());
      }
      FusionRole role = getFusionRole(op);
      if (role == FusionRole::Leaf) {
        addNumber(key, Leaf);
        addOp(key, *op);
        break;
      }
      if (role != FusionRole::View && role != FusionRole::Reshape)
        break;
      addOp(key, *op);
      value = op->getOperand(0);
    }
    addNumber(key, Root);
    addNumber(key, roots.try_emplace(value, roots.size()).first->second);
    key.push_back(value.getType().getAsOpaquePointer());
  };
  for (auto [op, node] : llvm::zip_equal(ops, group)) {
    addOp(key, *op);
    addNumber(key, isStored(node, groups));
    addNumber(key, op->getNumOperands());
    for (Value operand : op->getOperands())
      addRead(operand);
    numbers[op] = numbers.size();
  }
  return key;
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

std::optional<Grouping::Kernel> Grouping::inferKernel(Node producer,
                                                      Node consumer,
                                                      ArrayRef<Node> both,
                                                      bool hasCost) {
  SmallVector<Operation *> ops = opsOf(both);
  auto infer = [&]() -> std::optional<Kernel> {
    std::optional<IterationSpace> space = IterationSpace::infer(ops);
    if (!space)
      return std::nullopt;
    return Kernel{space->getForm(),
                  hasCost ? estimate(ops, *space, both, {producer, consumer})
                          : -1};
  };
  if (!hasCost)
    return infer();
  RegionKey key = makeKernelKey(ops, both, {producer, consumer});
  if (auto it = kernels.find(key); it != kernels.end())
    return it->second;
  std::optional<Kernel> kernel = infer();
  // Models whose kernels are all different would keep them for nothing.
  constexpr size_t mostWords = 1 << 20;
  if (keptWords + key.size() <= mostWords) {
    keptWords += key.size();
    kernels.emplace(std::move(key), kernel);
  }
  return kernel;
}

std::optional<Grouping::Kernel> Grouping::findKernel(Node producer,
                                                     Node consumer,
                                                     ArrayRef<Node> both,
                                                     bool isFree) {
  std::optional<Kernel> kernel =
      inferKernel(producer, consumer, both, useCosts && !isFree);
  if (kernel && kernel->cost >= 0) {
    // To know what the groups cost takes an iteration space each.
    auto getLeast = [&](Node group) {
      return costs[group] < 0 ? CostModel::leastCost : costs[group];
    };
    if (kernel->cost > getLeast(producer) + getLeast(consumer) &&
        kernel->cost > getCost(producer) + getCost(consumer))
      return std::nullopt;
  }
  return kernel;
}
