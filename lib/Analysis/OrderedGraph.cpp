// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Implementation of OrderedGraph: bounded searches, and the reassignment of
// positions that makes room for a new edge or a contraction.

#include "Analysis/OrderedGraph.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace amp;

void OrderedGraph::reserve(size_t count) {
  states.reserve(count);
  successors.reserve(count);
  predecessors.reserve(count);
  // Two edges of a node, at both ends.
  links.reserve(4 * count);
}

OrderedGraph::Node OrderedGraph::addNode() {
  Node node = states.size();
  states.push_back({node, node});
  successors.emplace_back();
  predecessors.emplace_back();
  return node;
}

OrderedGraph::Node OrderedGraph::find(Node node) {
  while (states[node].parent != node)
    node = states[node].parent = states[states[node].parent].parent;
  return node;
}

void OrderedGraph::append(List &list, Node node) {
  unsigned link = links.size();
  links.push_back({node, none});
  (list.size == 0 ? list.first : links[list.last].next) = link;
  list.last = link;
  ++list.size;
}

void OrderedGraph::join(List &list, List &other) {
  if (other.size == 0)
    return;
  (list.size == 0 ? list.first : links[list.last].next) = other.first;
  list.last = other.last;
  list.size += other.size;
  other = {};
}

bool OrderedGraph::visitOnce(Node node, List &list,
                             llvm::function_ref<bool(Node)> visit) {
  ++lists;
  states[node].list = lists;
  unsigned before = none;
  for (unsigned link = list.first; link != none; link = links[link].next) {
    Node edge = links[link].node = find(links[link].node);
    if (std::exchange(states[edge].list, lists) == lists) {
      (before == none ? list.first : links[before].next) = links[link].next;
      if (list.last == link)
        list.last = before;
      --list.size;
      continue;
    }
    before = link;
    if (!visit(edge))
      return false;
  }
  return true;
}

bool OrderedGraph::search(Node start, Node bound, bool backward,
                          SmallVectorImpl<Node> &found) {
  states[start].search = ++searches;
  unsigned limit = states[bound].position;
  SmallVector<Node> stack{start};
  unsigned steps = 0;
  while (!stack.empty()) {
    Node node = stack.pop_back_val();
    List &edges = backward ? predecessors[node] : successors[node];
    bool goesOn = visitOnce(node, edges, [&](Node edge) {
      if (++steps > 8 * budget)
        return false;
      if (edge == bound)
        return node == start;
      State &state = states[edge];
      bool inside = backward ? state.position > limit : state.position < limit;
      if (!inside || state.search == searches)
        return true;
      state.search = searches;
      found.push_back(edge);
      stack.push_back(edge);
      return found.size() <= budget;
    });
    if (!goesOn)
      return false;
  }
  return true;
}

void OrderedGraph::place(SmallVectorImpl<Node> &nodes,
                         ArrayRef<unsigned> slots) {
  llvm::sort(nodes, [&](Node a, Node b) {
    return states[a].position < states[b].position;
  });
  for (auto [node, slot] : llvm::zip_equal(nodes, slots))
    states[node].position = slot;
}

SmallVector<unsigned> OrderedGraph::getSlots(ArrayRef<Node> some,
                                             ArrayRef<Node> others) const {
  SmallVector<unsigned> slots;
  for (Node node : llvm::concat<const Node>(some, others))
    slots.push_back(states[node].position);
  llvm::sort(slots);
  return slots;
}

bool OrderedGraph::addEdge(Node from, Node to) {
  from = find(from);
  to = find(to);
  const List &known = successors[from];
  if (from == to || (known.size != 0 && links[known.last].node == to))
    return true;
  if (states[from].position > states[to].position) {
    SmallVector<Node> after, before;
    // A direct edge back from `to` to `from` is a cycle, too.
    for (unsigned link = successors[to].first; link != none;
         link = links[link].next)
      if (find(links[link].node) == from)
        return false;
    if (!search(to, from, /*backward=*/false, after) ||
        !search(from, to, /*backward=*/true, before))
      return false;
    after.push_back(to);
    before.push_back(from);
    SmallVector<unsigned> slots = getSlots(before, after);
    place(before, ArrayRef(slots).take_front(before.size()));
    place(after, ArrayRef(slots).drop_front(before.size()));
  }
  append(successors[from], to);
  append(predecessors[to], from);
  return true;
}

bool OrderedGraph::merge(Node first, Node second) {
  first = find(first);
  second = find(second);
  if (first == second)
    return true;
  if (states[first].position > states[second].position)
    std::swap(first, second);
  unsigned slot = states[second].position;
  SmallVector<Node> after, before;
  // Either search finds a path that there is; the one with fewer edges to look
  // at comes first, as the other is mostly not needed then: without descendants
  // in between, the later place is right for both, and without ancestors the
  // earlier one.
  bool isBackward = predecessors[second].size < successors[first].size;
  if (isBackward && !search(second, first, /*backward=*/true, before))
    return false;
  if (isBackward && before.empty()) {
    slot = states[first].position;
  } else {
    if (!search(first, second, /*backward=*/false, after))
      return false;
    if (!after.empty()) {
      if (!isBackward && !search(second, first, /*backward=*/true, before))
        return false;
      SmallVector<unsigned> slots = getSlots(before, after);
      slots.push_back(states[second].position);
      slots.insert(slots.begin(), states[first].position);
      place(before, ArrayRef(slots).take_front(before.size()));
      place(after, ArrayRef(slots).take_back(after.size()));
      slot = slots[slots.size() - after.size() - 1];
    }
  }
  // The node with fewer edges goes.
  Node keep = first, drop = second;
  if (successors[keep].size + predecessors[keep].size <
      successors[drop].size + predecessors[drop].size)
    std::swap(keep, drop);
  states[drop].parent = keep;
  states[keep].position = slot;
  join(successors[keep], successors[drop]);
  join(predecessors[keep], predecessors[drop]);
  return true;
}

SmallVector<OrderedGraph::Node> OrderedGraph::getOrder() {
  SmallVector<Node> order;
  for (Node node = 0; node < states.size(); ++node)
    if (states[node].parent == node)
      order.push_back(node);
  llvm::sort(order, [&](Node a, Node b) {
    return states[a].position < states[b].position;
  });
  return order;
}

SmallVector<OrderedGraph::Node> OrderedGraph::getPredecessors(Node node) {
  node = find(node);
  SmallVector<Node> nodes;
  visitOnce(node, predecessors[node], [&](Node predecessor) {
    nodes.push_back(predecessor);
    return true;
  });
  return nodes;
}
