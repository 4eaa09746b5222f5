// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rules by which groups grow, in order: an op joins the one group that
// reads its result (the result never reaches memory); groups merge across an
// edge (the consumer need not read the result again); scalar ops finish the
// reduction that only they read; the other scalars share as few regions as
// there are dependent layers of them. Each merge asks the cost model whether it
// pays and the graph for cycles. Edges that carry most come first, since a
// merge can stand in the way of another.

#include "Transforms/Fusion/Grouping.h"

using namespace mlir;
using namespace amp;

bool Grouping::tryFuse(Node producer, Node consumer) {
  producer = graph.find(producer);
  consumer = graph.find(consumer);
  if (producer == consumer)
    return true;
  if (members[producer].size() + members[consumer].size() > maxOps ||
      refused.contains({producer, consumer}))
    return false;
  SmallVector<Node, 1> both;
  std::merge(members[producer].begin(), members[producer].end(),
             members[consumer].begin(), members[consumer].end(),
             std::back_inserter(both));
  // Two elementwise groups always save more traffic than they can cost.
  bool known = elementwise.knows(producer, consumer);
  std::optional<ElementwiseGroups::Match> match;
  if (known)
    match = elementwise.match(producer, consumer);
  bool fits =
      known ? match.has_value() : isWorthwhile(producer, consumer, both);
  if (!fits || !graph.merge(producer, consumer)) {
    refused.insert({producer, consumer});
    return false;
  }
  if (known)
    elementwise.merge(*match);
  else
    elementwise.mergeOthers(producer, consumer);
  members[producer].clear();
  members[consumer].clear();
  Node merged = graph.find(producer);
  members[merged] = std::move(both);
  costs[merged] = -1;
  return true;
}

SmallVector<Operation *> Grouping::opsOf(ArrayRef<Node> group) const {
  return llvm::map_to_vector(group, [&](Node node) { return nodes[node]; });
}

void Grouping::fuseSoleConsumers() {
  for (Node node = nodes.size(); node-- > 0;) {
    Operation *op = nodes[node];
    if (!isGroupable(op) || isScalar(op) || consumersOf[node].empty())
      continue;
    Node group = graph.find(consumersOf[node].front());
    Operation *consumer = nodes[consumersOf[node].front()];
    bool isSole = llvm::all_of(consumersOf[node], [&](Node other) {
      return graph.find(other) == group;
    });
    if (isSole && isGroupable(consumer) && !isScalar(consumer))
      tryFuse(node, group);
  }
}

void Grouping::fuseAcrossEdges() {
  // A merge can make another one possible, as it may add the reduction that
  // both wait for; two rounds settle what occurs.
  struct Edge {
    int64_t elements;
    Node producer, consumer;
  };
  std::vector<Edge> edges;
  for (Node node = 0; node < nodes.size(); ++node) {
    if (!isGroupable(nodes[node]) || isScalar(nodes[node]))
      continue;
    for (Node producer : producersOf[node])
      if (isGroupable(nodes[producer]) && !isScalar(nodes[producer]))
        edges.push_back(
            {ShapedType::getNumElements(shapeOf(nodes[producer]->getResult(0))),
             producer, node});
  }
  if (useCosts)
    llvm::sort(edges, [](const Edge &a, const Edge &b) {
      return std::tuple(b.elements, a.consumer, a.producer) <
             std::tuple(a.elements, b.consumer, b.producer);
    });
  for (int round = 0; round < 2; ++round) {
    refused.clear();
    for (const Edge &edge : edges)
      tryFuse(edge.producer, edge.consumer);
  }
}

void Grouping::fuseScalarTails() {
  for (Node node = 0; node < nodes.size(); ++node) {
    if (!isScalar(nodes[node]))
      continue;
    for (Node producer : producersOf[node]) {
      Node group = graph.find(producer);
      // Scalars alone are not a reduction's group.
      bool isReduction = llvm::any_of(members[group], [&](Node member) {
        return !isScalar(nodes[member]);
      });
      bool isSole = llvm::all_of(consumersOf[producer], [&](Node consumer) {
        return consumer == node;
      });
      if (isReduction && isSole && isGroupable(nodes[producer]) &&
          tryFuse(producer, node))
        break;
    }
  }
}

void Grouping::gatherScalars() {
  // The layer of a scalar group is the number of other kernels and calls that
  // alternate with scalars on the longest way to it; scalars of one layer
  // cannot depend on each other through anything but scalars.
  DenseMap<Node, int> layers;
  DenseMap<int, Node> open;
  SmallVector<Node> order = graph.getOrder();
  auto isScalarGroup = [&](Node node) {
    return llvm::all_of(members[node],
                        [&](Node member) { return isScalar(nodes[member]); });
  };
  for (Node node : order) {
    bool scalar = isScalarGroup(node);
    int layer = scalar ? 0 : -1;
    for (Node producer : graph.getPredecessors(node)) {
      int below = layers.lookup(producer);
      layer = std::max(layer,
                       scalar && !isScalarGroup(producer) ? below + 1 : below);
    }
    layers[node] = layer;
  }
  SmallVector<std::pair<int, Node>> scalars;
  for (Node node : order)
    if (isScalarGroup(node))
      scalars.push_back({layers[node], node});
  for (auto [layer, node] : scalars) {
    auto [it, inserted] = open.insert({layer, node});
    if (!inserted && !tryFuse(it->second, node))
      it->second = node;
  }
}
