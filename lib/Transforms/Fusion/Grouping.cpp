// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The graph of a block's computations and library calls, and the units that the
// rules of GroupingRules.cpp leave of it.

#include "Transforms/Fusion/Grouping.h"

using namespace mlir;
using namespace amp;

Grouping::Grouping(Block &block, bool fuse, bool useCosts)
    : block(block), useCosts(useCosts) {
  std::vector<FusionRole> roles;
  for (Operation &op : block) {
    roles.push_back(getFusionRole(&op));
    if (roles.back() == FusionRole::Fixed ||
        roles.back() == FusionRole::Reshape)
      findWrittenOut(&op);
  }
  buildGraph(roles);
  if (!fuse)
    return;
  costs.assign(nodes.size(), -1);
  calls.emplace(uses, [&](Node node) { return !groupable[node]; });
  fuseSoleConsumers();
  fuseAcrossEdges();
  fuseScalarTails();
  gatherScalars();
}

/// Whether a library call can read the operand of `value`, a transpose,
/// instead.
static bool isFoldedTranspose(Value value, Operation *consumer) {
  auto fusible = dyn_cast<Fusible>(consumer);
  return fusible && fusible.getFusionKind() == FusionKind::Anchor &&
         getMatrixTranspose(value);
}

void Grouping::findWrittenOut(Operation *consumer) {
  for (Value value : consumer->getOperands()) {
    Operation *op = skipAliases(value).getDefiningOp();
    if (isFoldedTranspose(value, consumer))
      op = skipAliases(op->getOperand(0)).getDefiningOp();
    if (!op || op->getBlock() != &block)
      continue;
    FusionRole role = getFusionRole(op);
    bool isConstant = op->hasTrait<OpTrait::ConstantLike>();
    if (role == FusionRole::View || (role == FusionRole::Leaf && !isConstant))
      writtenOut.insert(op);
  }
}

/// Whether a computation runs over one element only.
static bool runsOverOne(Operation *op, FusionRole role) {
  bool reduces = role == FusionRole::Reduction;
  return isSingleElement(reduces ? op->getOperand(0) : op->getResult(0));
}

std::optional<Grouping::Node> Grouping::findProducer(Value value,
                                                     bool byRegion) const {
  while (Operation *op = value.getDefiningOp()) {
    FusionRole role = getFusionRole(op);
    bool isCloned =
        byRegion && (role == FusionRole::View || role == FusionRole::Leaf);
    if (auto it = nodeOf.find(op); it != nodeOf.end() && !isCloned)
      return it->second;
    if (role == FusionRole::Reshape)
      byRegion = false;
    else if (role != FusionRole::View)
      break;
    value = op->getOperand(0);
  }
  return std::nullopt;
}

void Grouping::reserve(size_t count) {
  nodes.reserve(count);
  nodeOf.reserve(count);
  members.reserve(count);
  sizes.reserve(count);
  forms.reserve(count);
  elements.reserve(count);
  uses.reserve(count);
  graph.reserve(count);
  elementwise.reserve(count);
  columns.reserve(count);
}

void Grouping::readFromMemory(Operation *reader) {
  for (Value operand : reader->getOperands()) {
    Operation *op = operand.getDefiningOp();
    auto it = nodeOf.find(op);
    while (op && it == nodeOf.end()) {
      FusionRole role = getFusionRole(op);
      if (role != FusionRole::View && role != FusionRole::Reshape)
        break;
      op = op->getOperand(0).getDefiningOp();
      it = nodeOf.find(op);
    }
    if (it != nodeOf.end())
      isNeededInMemory[it->second] = true;
  }
}

void Grouping::buildGraph(ArrayRef<FusionRole> roles) {
  reserve(roles.size());
  for (auto [op, role] : llvm::zip(block, roles)) {
    bool canJoin = isComputation(role) || writtenOut.contains(&op);
    bool isSource = op.getNumOperands() == 0 || op.getNumResults() == 0;
    if (!canJoin && op.getNumResults() != 0 && op.use_empty())
      unused.push_back(&op);
    if (!canJoin && (role != FusionRole::Fixed || isSource)) {
      // What reads these is a node itself or needs memory.
      if (role != FusionRole::View && role != FusionRole::Reshape)
        readFromMemory(&op);
      if (op.getNumResults() == 0)
        sinks.push_back(&op);
      else if (op.getNumOperands() == 0)
        sources.push_back(&op);
      continue;
    }
    Node node = graph.addNode();
    uses.addNode();
    elementwise.addNode(&op, role);
    columns.addNode(role);
    for (Value operand : op.getOperands()) {
      // Most are made by a computation; of others it is asked what is behind
      // them.
      auto it = nodeOf.find(operand.getDefiningOp());
      bool isDirect = it != nodeOf.end() && isComputation(roleOf[it->second]);
      std::optional<Node> maker;
      if (isDirect)
        maker = it->second;
      unsigned pattern = elementwise.addOperand(operand, maker);
      bool isTensor = columns.addOperand(operand, maker);
      std::optional<Node> from =
          isDirect ? maker : findProducer(operand, canJoin);
      if (!from)
        continue;
      uses.addInput({*from, pattern, isTensor});
      bool added = graph.addEdge(*from, node);
      assert(added && "the block is in topological order");
    }
    nodes.push_back(&op);
    nodeOf[&op] = node;
    members.push_back({node});
    sizes.push_back(model.countOps(&op));
    roleOf.push_back(role);
    groupable.push_back(canJoin);
    scalar.push_back(canJoin && runsOverOne(&op, role));
    widens.push_back(isWidening(&op));
    elements.push_back(
        canJoin ? ShapedType::getNumElements(shapeOf(op.getResult(0))) : 0);
    forms.emplace_back();
    isNeededInMemory.push_back(false);
    isCopied.push_back(false);
  }
  uses.finish();
}

void Grouping::addOpsOfUnit(Node group) {
  auto it = copies.find(group);
  ArrayRef<std::pair<Node, Operation *>> added;
  if (it != copies.end())
    added = it->second;
  for (Node node : members[group]) {
    for (; !added.empty() && added.front().first < node;
         added = added.drop_front())
      unitOps.push_back(added.front().second);
    if (nodes[node])
      unitOps.push_back(nodes[node]);
  }
  assert(added.empty() && "what is copied has readers");
}

std::vector<FusionUnit> Grouping::getUnits() {
  std::vector<FusionUnit> units;
  unitOfNode.resize(nodes.size());
  size_t count = nodes.size();
  for (auto &[group, added] : copies)
    count += added.size();
  // The units refer to these, which must not move.
  unitOps.reserve(count);
  unitOpsNeeded.assign(count, false);
  SmallVector<Node> order = graph.getOrder();
  units.reserve(order.size());
  for (Node node : order) {
    size_t begin = unitOps.size();
    addOpsOfUnit(node);
    auto ops = ArrayRef(unitOps).drop_front(begin);
    if (ops.empty())
      continue;
    for (Node member : members[node])
      unitOfNode[member] = units.size();
    bool hasCopies = false;
    if (auto it = copies.find(node); it != copies.end()) {
      hasCopies = true;
      for (auto [original, op] : it->second)
        unitOfCopy[op] = units.size();
    }
    FusionUnit &unit = units.emplace_back();
    unit.ops = ops;
    unit.isRegion = groupable[node];
    if (unit.isRegion && !hasCopies) {
      size_t number = begin;
      for (Node member : members[node])
        if (nodes[member])
          unitOpsNeeded[number++] = isPlainlyNeeded(member);
      unit.isNeeded = ArrayRef(unitOpsNeeded).slice(begin, ops.size());
    }
    unit.hasViews = llvm::any_of(members[node], [&](Node member) {
      return !isComputation(roleOf[member]);
    });
    if (!unit.isRegion || elementwise.knows(node))
      continue;
    if (forms[node]) {
      unit.form = *forms[node];
      continue;
    }
    std::optional<IterationSpace> space = IterationSpace::infer(unit.ops);
    assert(space && "every group was checked when it was made");
    unit.form = space->getForm();
  }
  return units;
}

bool Grouping::isPlainlyNeeded(Node node) {
  if (isCopied[node] || !isComputation(roleOf[node]))
    return false;
  Node group = graph.find(node);
  return isNeededInMemory[node] ||
         llvm::any_of(uses.getConsumers(node), [&](Node consumer) {
           return nodes[consumer] && graph.find(consumer) != group;
         });
}

int Grouping::findUnit(Operation *op) const {
  if (auto it = nodeOf.find(op); it != nodeOf.end())
    return unitOfNode[it->second];
  auto it = unitOfCopy.find(op);
  return it == unitOfCopy.end() ? -1 : int(it->second);
}
