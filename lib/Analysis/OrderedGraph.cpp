// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Implementation of OrderedGraph: bounded searches, and the reassignment of
// positions that makes room for a new edge or a contraction.

#include "Analysis/OrderedGraph.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace amp;

void OrderedGraph::reserve(size_t count) {
  parents.reserve(count);
  positions.reserve(count);
  successors.reserve(count);
  predecessors.reserve(count);
  marks.reserve(count);
}

OrderedGraph::Node OrderedGraph::addNode() {
  Node node = parents.size();
  parents.push_back(node);
  positions.push_back(node);
  successors.emplace_back();
  predecessors.emplace_back();
  marks.push_back(0);
  return node;
}

OrderedGraph::Node OrderedGraph::find(Node node) {
  while (parents[node] != node)
    node = parents[node] = parents[parents[node]];
  return node;
}

bool OrderedGraph::search(Node start, Node bound, bool backward,
                          SmallVectorImpl<Node> &found) {
  ++mark;
  marks[start] = mark;
  unsigned limit = positions[bound];
  SmallVector<Node> stack{start};
  unsigned steps = 0;
  while (!stack.empty()) {
    Node node = stack.pop_back_val();
    auto &edges = backward ? predecessors[node] : successors[node];
    for (Node &edge : edges) {
      edge = find(edge);
      if (++steps > 8 * budget)
        return false;
      if (edge == bound) {
        if (node != start)
          return false;
        continue;
      }
      bool inside =
          backward ? positions[edge] > limit : positions[edge] < limit;
      if (!inside || marks[edge] == mark)
        continue;
      marks[edge] = mark;
      found.push_back(edge);
      stack.push_back(edge);
      if (found.size() > budget)
        return false;
    }
  }
  return true;
}

void OrderedGraph::place(SmallVectorImpl<Node> &nodes,
                         ArrayRef<unsigned> slots) {
  llvm::sort(nodes,
             [&](Node a, Node b) { return positions[a] < positions[b]; });
  for (auto [node, slot] : llvm::zip_equal(nodes, slots))
    positions[node] = slot;
}

/// The positions of two sets of nodes, ascending.
static SmallVector<unsigned> slotsOf(ArrayRef<unsigned> positions,
                                     ArrayRef<OrderedGraph::Node> some,
                                     ArrayRef<OrderedGraph::Node> others) {
  SmallVector<unsigned> slots;
  for (OrderedGraph::Node node : some)
    slots.push_back(positions[node]);
  for (OrderedGraph::Node node : others)
    slots.push_back(positions[node]);
  llvm::sort(slots);
  return slots;
}

bool OrderedGraph::addEdge(Node from, Node to) {
  from = find(from);
  to = find(to);
  if (from == to ||
      (!successors[from].empty() && successors[from].back() == to))
    return true;
  if (positions[from] > positions[to]) {
    SmallVector<Node> after, before;
    // A direct edge back from `to` to `from` is a cycle, too.
    for (Node next : successors[to])
      if (find(next) == from)
        return false;
    if (!search(to, from, /*backward=*/false, after) ||
        !search(from, to, /*backward=*/true, before))
      return false;
    after.push_back(to);
    before.push_back(from);
    SmallVector<unsigned> slots = slotsOf(positions, before, after);
    place(before, ArrayRef(slots).take_front(before.size()));
    place(after, ArrayRef(slots).drop_front(before.size()));
  }
  successors[from].push_back(to);
  predecessors[to].push_back(from);
  return true;
}

bool OrderedGraph::merge(Node first, Node second) {
  first = find(first);
  second = find(second);
  if (first == second)
    return true;
  if (positions[first] > positions[second])
    std::swap(first, second);
  SmallVector<Node> after, before;
  if (!search(first, second, /*backward=*/false, after))
    return false;
  unsigned slot = positions[second];
  // Without descendants in between, the later place is right for both.
  if (!after.empty()) {
    if (!search(second, first, /*backward=*/true, before))
      return false;
    SmallVector<unsigned> slots = slotsOf(positions, before, after);
    slots.push_back(positions[second]);
    slots.insert(slots.begin(), positions[first]);
    place(before, ArrayRef(slots).take_front(before.size()));
    place(after, ArrayRef(slots).take_back(after.size()));
    slot = slots[slots.size() - after.size() - 1];
  }
  // The shorter lists are moved.
  Node keep = first, drop = second;
  if (successors[keep].size() + predecessors[keep].size() <
      successors[drop].size() + predecessors[drop].size())
    std::swap(keep, drop);
  parents[drop] = keep;
  positions[keep] = slot;
  auto absorb = [&](SmallVector<Node, 4> &into, SmallVector<Node, 4> &from) {
    into.append(from);
    from = {};
  };
  absorb(successors[keep], successors[drop]);
  absorb(predecessors[keep], predecessors[drop]);
  return true;
}

SmallVector<OrderedGraph::Node> OrderedGraph::getOrder() {
  SmallVector<Node> order;
  for (Node node = 0; node < parents.size(); ++node)
    if (parents[node] == node)
      order.push_back(node);
  llvm::sort(order,
             [&](Node a, Node b) { return positions[a] < positions[b]; });
  return order;
}

SmallVector<OrderedGraph::Node> OrderedGraph::getPredecessors(Node node) {
  SmallVector<Node> result;
  node = find(node);
  marks[node] = ++mark;
  for (Node &edge : predecessors[node]) {
    edge = find(edge);
    if (marks[edge] == mark)
      continue;
    marks[edge] = mark;
    result.push_back(edge);
  }
  return result;
}
