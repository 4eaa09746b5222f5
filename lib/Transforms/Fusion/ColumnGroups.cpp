// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Implementation of ColumnGroups: reads are counted by group, and those between
// two groups by walking the smaller one.

#include "Transforms/Fusion/ColumnGroups.h"

#include "Analysis/ViewDims.h"

using namespace mlir;
using namespace amp;

/// The value that a kernel reads for an operand, or null where the read does
/// not count: it stays at one element, or a slice or a reshape decides.
static Value findRead(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    FusionRole role = getFusionRole(op);
    if (role == FusionRole::Reshape)
      return nullptr;
    if (role != FusionRole::View)
      break;
    if (takesPart(op))
      return nullptr;
    value = op->getOperand(0);
  }
  return isSingleElement(value) ? nullptr : value;
}

void ColumnGroups::reserve(size_t count) {
  isElementwise.reserve(count);
  isReduction.reserve(count);
  isLate.reserve(count);
  readsMemory.reserve(count);
  outerReads.reserve(count);
  columns.reserve(count);
}

void ColumnGroups::addNode(FusionRole role) {
  isElementwise.push_back(role == FusionRole::Elementwise);
  isReduction.push_back(role == FusionRole::Reduction);
  isLate.push_back(false);
  readsMemory.push_back(false);
  outerReads.push_back(0);
  columns.push_back(std::nullopt);
}

bool ColumnGroups::addOperand(Value operand, std::optional<Node> maker) {
  if (!isElementwise.back())
    return false;
  bool isFromNode = maker && !isSingleElement(operand);
  if (!maker) {
    Value read = findRead(operand);
    if (!read)
      return false;
    Operation *definition = read.getDefiningOp();
    isFromNode = nodeOf.contains(definition);
    if (!isFromNode &&
        (!definition || getFusionRole(definition) != FusionRole::Leaf))
      readsMemory.back() = true;
  }
  outerReads.back() += isFromNode;
  return isFromNode;
}

void ColumnGroups::setForm(ArrayRef<Node> nodes, Node group, bool isColumn,
                           Find find) {
  columns[group] = isColumn;
  if (!isColumn)
    return;
  for (Node node : nodes)
    isLate[node] = isReduction[node] ||
                   llvm::any_of(uses.getInputs(node), [&](UseGraph::Edge edge) {
                     return edge.isTensor && isLate[edge.other] &&
                            find(edge.other) == group;
                   });
}

void ColumnGroups::forEachRead(Node producer, Node consumer,
                               ArrayRef<Node> nodes, Find find,
                               function_ref<void(Node)> visit) const {
  if (find(nodes.front()) == producer) {
    for (Node node : nodes)
      for (UseGraph::Edge edge : uses.getOutputs(node))
        if (edge.isTensor && find(edge.other) == consumer)
          visit(node);
    return;
  }
  for (Node node : nodes)
    for (UseGraph::Edge edge : uses.getInputs(node))
      if (edge.isTensor && find(edge.other) == producer)
        visit(edge.other);
}

bool ColumnGroups::readsMore(Node producer, Node consumer, ArrayRef<Node> nodes,
                             Find find) const {
  unsigned between = 0;
  bool readsLate = false;
  forEachRead(producer, consumer, nodes, find, [&](Node node) {
    ++between;
    readsLate |= isLate[node];
  });
  return readsLate && (readsMemory[consumer] || outerReads[consumer] > between);
}

unsigned ColumnGroups::countReads(Node one, Node other, ArrayRef<Node> nodes,
                                  Find find) const {
  unsigned between = 0;
  auto count = [&](Node) { ++between; };
  forEachRead(one, other, nodes, find, count);
  forEachRead(other, one, nodes, find, count);
  return between;
}

void ColumnGroups::merge(Node one, Node other, Node merged, unsigned between) {
  outerReads[merged] = outerReads[one] + outerReads[other] - between;
  readsMemory[merged] = readsMemory[one] || readsMemory[other];
  columns[merged] = std::nullopt;
}
