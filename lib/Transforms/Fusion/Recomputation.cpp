// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Results that are cheaper to compute where they are read than to store. The
// groups are made when this is decided: each that reads such a result gets ops
// of its own that make it. Only what leaves every group a kernel of its form is
// done, so that nothing has to be grouped anew.

#include "Transforms/Fusion/Grouping.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace amp;

static int64_t getBytes(Value value) {
  auto type = cast<ShapedType>(value.getType());
  return type.getNumElements() *
         llvm::divideCeil(type.getElementTypeBitWidth(), 8);
}

bool Grouping::isOnlyInKernels(Operation *op) const {
  if (!op || nodeOf.contains(op))
    return false;
  FusionRole role = getFusionRole(op);
  return role == FusionRole::View || isComputation(role);
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
    if (getFusionRole(op) != FusionRole::Elementwise ||
        op->getNumResults() != 1 || model.isExpensive(op) ||
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
      if ((isOwn && !isStoredInstead) || isOnlyInKernels(definition))
        return false;
      inputs.insert(operand);
    }
  }
  for (Value input : inputs)
    read += getBytes(input);
  llvm::sort(cone, [&](Operation *a, Operation *b) {
    return nodeOf.lookup(a) < nodeOf.lookup(b);
  });
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

bool Grouping::canTake(Node group, ArrayRef<Operation *> consumers,
                       ArrayRef<Operation *> cone) const {
  // Ops that run over what their reader runs over, and whose own operands are
  // laid out like their result, stand wherever that was read from memory.
  ArrayRef<int64_t> shape = shapeOf(cone.back()->getResult(0));
  auto runsOver = [&](Operation *consumer) {
    FusionRole role = getFusionRole(consumer);
    return role == FusionRole::Reduction ||
           (role == FusionRole::Elementwise &&
            shapeOf(consumer->getResult(0)) == shape);
  };
  // A kernel looks through views, and counts indices, in an order of its own.
  auto isAlike = [&](Value value) {
    Operation *op = value.getDefiningOp();
    FusionRole role = op ? getFusionRole(op) : FusionRole::Fixed;
    return isSingleElement(value) ||
           (shapeOf(value) == shape && role != FusionRole::View &&
            (role != FusionRole::Leaf ||
             op->hasTrait<OpTrait::ConstantLike>()));
  };
  auto it = copies.find(group);
  size_t copied = it == copies.end() ? 0 : it->second.size();
  return members[group].size() + copied + cone.size() <= maxOps &&
         llvm::all_of(consumers, runsOver) &&
         llvm::all_of(cone, [&](Operation *op) {
           return shapeOf(op->getResult(0)) == shape &&
                  llvm::all_of(op->getOperands(), isAlike);
         });
}

bool Grouping::canLose(Node group, ArrayRef<Operation *> cone) {
  llvm::SmallPtrSet<Operation *, 8> lost, tied;
  for (Operation *op : llvm::reverse(cone))
    if (op == cone.back() || llvm::all_of(op->getUsers(), [&](Operation *user) {
          return lost.contains(user);
        }))
      lost.insert(op);
  for (Operation *op : lost)
    for (Value operand : op->getOperands()) {
      auto it = nodeOf.find(operand.getDefiningOp());
      if (it != nodeOf.end() && graph.find(it->second) == group &&
          !lost.contains(it->first) && !isSingleElement(operand))
        tied.insert(it->first);
    }
  // What is tied to one op only ties nothing else together.
  if (tied.size() < 2)
    return true;
  SmallVector<Operation *> rest = opsOf(members[group]);
  llvm::erase_if(rest, [&](Operation *op) { return lost.contains(op); });
  return IterationSpace::infer(rest).has_value();
}

bool Grouping::findRecomputation(Node node, Readers &others,
                                 SmallVectorImpl<Operation *> &cone) {
  if (scalar[node] || roleOf[node] != FusionRole::Elementwise)
    return false;
  Node group = graph.find(node);
  // Whether its result stays in memory all the same.
  bool isKept = isNeededInMemory[node], isReadElsewhere = false;
  for (Node consumer : uses.getConsumers(node))
    if (graph.find(consumer) != group) {
      isReadElsewhere = true;
      isKept |= !groupable[consumer];
    }
  if (!isReadElsewhere || (isKept && !widens[node]))
    return false;
  Operation *op = nodes[node];
  if (op->getNumResults() != 1)
    return false;
  for (Node consumer : uses.getConsumers(node)) {
    Node other = graph.find(consumer);
    if (other == group || !groupable[consumer])
      continue;
    if (llvm::is_contained(nodes[consumer]->getOperands(), op->getResult(0)))
      others[other].push_back(nodes[consumer]);
    else
      isKept = true;
  }
  if (others.empty())
    return false;
  if (widens[node]) {
    // It costs next to nothing, and what it reads is smaller: where that is in
    // memory already, or takes the place of the result there.
    Operation *definition = skipAliases(op->getOperand(0)).getDefiningOp();
    bool isNode = definition && nodeOf.contains(definition);
    bool isOwn = isNode && graph.find(nodeOf.lookup(definition)) == group;
    if (isOnlyInKernels(definition) || (isOwn && isKept))
      return false;
    cone.push_back(op);
  } else if (isKept || !findCone(node, cone)) {
    return false;
  }
  return canLose(group, cone) && llvm::all_of(others, [&](auto &entry) {
           return canTake(entry.first, entry.second, cone);
         });
}

void Grouping::recompute() {
  llvm::SetVector<Node> replaced;
  for (Node node = 0; node < nodes.size(); ++node) {
    Readers others;
    SmallVector<Operation *> cone;
    if (!findRecomputation(node, others, cone))
      continue;
    Operation *last = nodes[node];
    OpBuilder builder(last);
    for (auto &[other, consumers] : others) {
      IRMapping mapping;
      for (Operation *op : cone)
        copies[other].push_back({node, builder.clone(*op, mapping)});
      for (Operation *consumer : consumers)
        consumer->replaceUsesOfWith(last->getResult(0),
                                    mapping.lookup(last->getResult(0)));
    }
    for (Operation *op : cone) {
      Node copied = nodeOf.lookup(op);
      replaced.insert(copied);
      isCopied[copied] = true;
    }
  }
  // What nobody reads any more would still be computed.
  SmallVector<Node> sorted = replaced.takeVector();
  llvm::sort(sorted, std::greater<>());
  for (Node node : sorted)
    if (nodes[node]->use_empty()) {
      nodeOf.erase(nodes[node]);
      nodes[node]->erase();
      nodes[node] = nullptr;
    }
}
