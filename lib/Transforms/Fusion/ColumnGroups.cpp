// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Implementation of ColumnGroups: reads are counted by group, and those between
// two groups by walking the smaller one.

#include "Transforms/Fusion/ColumnGroups.h"

using namespace mlir;
using namespace amp;

/// The value that a kernel reads for an operand, or null where the read does
/// not count: it stays at one element, or a slice or a reshape decides.
static Value findRead(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    FusionRole role = getFusionRole(op);
    if (role == FusionRole::Reshape || isa<SliceOp>(op))
      return nullptr;
    if (role != FusionRole::View)
      break;
    value = op->getOperand(0);
  }
  return isSingleElement(value) ? nullptr : value;
}

void ColumnGroups::reserve(size_t count) {
  reads.reserve(count);
  readers.reserve(count);
  outerReads.reserve(count);
  columns.reserve(count);
}

void ColumnGroups::addNode(Operation *op, FusionRole role,
                           ArrayRef<std::optional<Node>> makers) {
  Node node = reads.size();
  reads.emplace_back();
  readers.emplace_back();
  isReduction.push_back(role == FusionRole::Reduction);
  isLate.push_back(false);
  columns.push_back(std::nullopt);
  bool isOuter = false;
  if (role == FusionRole::Elementwise)
    for (auto [operand, maker] : llvm::zip_equal(op->getOperands(), makers)) {
      if (maker) {
        if (!isSingleElement(operand)) {
          reads[node].push_back(*maker);
          readers[*maker].push_back(node);
        }
        continue;
      }
      Value read = findRead(operand);
      if (!read)
        continue;
      Operation *definition = read.getDefiningOp();
      if (auto it = nodeOf.find(definition); it != nodeOf.end()) {
        reads[node].push_back(it->second);
        readers[it->second].push_back(node);
      } else {
        isOuter |= !definition || getFusionRole(definition) != FusionRole::Leaf;
      }
    }
  readsMemory.push_back(isOuter);
  outerReads.push_back(reads[node].size());
}

void ColumnGroups::setForm(ArrayRef<Node> nodes, Node group, bool isColumn,
                           Find find) {
  columns[group] = isColumn;
  if (!isColumn)
    return;
  for (Node node : nodes)
    isLate[node] =
        isReduction[node] || llvm::any_of(reads[node], [&](Node read) {
          return isLate[read] && find(read) == group;
        });
}

void ColumnGroups::forEachRead(Node producer, Node consumer,
                               ArrayRef<Node> nodes, Find find,
                               function_ref<void(Node)> visit) const {
  if (find(nodes.front()) == producer) {
    for (Node node : nodes)
      for (Node reader : readers[node])
        if (find(reader) == consumer)
          visit(node);
    return;
  }
  for (Node node : nodes)
    for (Node read : reads[node])
      if (find(read) == producer)
        visit(read);
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
