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

#include "llvm/ADT/EquivalenceClasses.h"

#include <map>

using namespace mlir;
using namespace amp;

void Grouping::setForm(ArrayRef<Node> group, FusionForm form) {
  forms[graph.find(group.front())] = form;
  columns.setForm(group, graph.find(group.front()), form == FusionForm::Column,
                  [&](Node node) { return graph.find(node); });
}

bool Grouping::isMisfit(Node producer, Node consumer) {
  if (elementwise.knows(producer) || !elementwise.knows(consumer) ||
      !groupable[producer])
    return false;
  if (!columns.isColumn(producer)) {
    std::optional<IterationSpace> space =
        IterationSpace::infer(opsOf(members[producer]));
    assert(space && "every group was checked when it was made");
    setForm(members[producer], space->getForm());
  }
  return *columns.isColumn(producer) &&
         columns.readsMore(producer, consumer, getSmaller(producer, consumer),
                           [&](Node node) { return graph.find(node); });
}

SmallVector<Grouping::Node, 1> Grouping::joinMembers(Node one,
                                                     Node other) const {
  SmallVector<Node, 1> both;
  both.reserve(members[one].size() + members[other].size());
  std::merge(members[one].begin(), members[one].end(), members[other].begin(),
             members[other].end(), std::back_inserter(both));
  return both;
}

bool Grouping::tryFuse(Node producer, Node consumer, size_t most) {
  producer = graph.find(producer);
  consumer = graph.find(consumer);
  if (producer == consumer)
    return true;
  size_t size = sizes[producer] + sizes[consumer];
  if (calls->isBetween(producer, consumer))
    return false;
  isHeldBack |= size > most && size <= maxOps;
  if (size > most || refused.contains({producer, consumer}))
    return false;
  auto find = [&](Node node) { return graph.find(node); };
  ArrayRef<Node> smaller = getSmaller(producer, consumer);
  SmallVector<Node, 1> both;
  // Two elementwise groups always save more traffic than they can cost.
  bool known = elementwise.knows(producer, consumer, smaller, find);
  std::optional<ElementwiseGroups::Match> match;
  std::optional<Kernel> kernel;
  if (known) {
    bool isProducer = graph.find(smaller.front()) == producer;
    match = elementwise.match(isProducer ? producer : consumer,
                              isProducer ? consumer : producer, smaller, find);
  } else if (!isMisfit(producer, consumer)) {
    both = joinMembers(producer, consumer);
    kernel = findKernel(producer, consumer, both,
                        /*isFree=*/most == maxScalarOps);
  }
  unsigned between = 0;
  if (match || kernel)
    between = columns.countReads(producer, consumer, smaller, find);
  if (!(match || kernel) || !graph.merge(producer, consumer)) {
    refused[{producer, consumer}] = size;
    return false;
  }
  Node merged = graph.find(producer);
  if (known) {
    elementwise.merge(*match, smaller, merged);
    both = joinMembers(producer, consumer);
  } else {
    elementwise.mergeOthers(merged);
  }
  members[producer].clear();
  members[consumer].clear();
  members[merged] = std::move(both);
  sizes[merged] = size;
  columns.merge(producer, consumer, merged, between);
  calls->merge(producer, consumer, merged);
  forms[merged] = std::nullopt;
  costs[merged] = kernel ? kernel->cost : -1;
  if (kernel)
    setForm(members[merged], kernel->form);
  return true;
}

SmallVector<Operation *> Grouping::opsOf(ArrayRef<Node> group) const {
  return llvm::map_to_vector(group, [&](Node node) { return nodes[node]; });
}

bool Grouping::isWidenedForMany(Node consumer) {
  return widens[consumer] &&
         llvm::any_of(uses.getConsumers(consumer), [&](Node reader) {
           return graph.find(reader) !=
                  graph.find(uses.getOutputs(consumer).front().other);
         });
}

void Grouping::fuseSoleConsumers() {
  // Elementwise groups first: a merge of these is cheap to decide, and then a
  // reduction takes what is in front of it in one merge.
  auto find = [&](Node node) { return graph.find(node); };
  for (bool isLast : {false, true})
    for (Node node = nodes.size(); node-- > 0;) {
      if (!groupable[node] || scalar[node] || uses.getOutputs(node).empty())
        continue;
      Node consumer = uses.getOutputs(node).front().other;
      Node own = graph.find(node), group = graph.find(consumer);
      if (!groupable[consumer] || scalar[consumer] ||
          !(isLast ||
            elementwise.knows(own, group, getSmaller(own, group), find)))
        continue;
      bool isSole = llvm::all_of(uses.getConsumers(node), [&](Node other) {
        return graph.find(other) == group;
      });
      if (isSole && !isWidenedForMany(consumer))
        tryFuse(node, group);
    }
}

void Grouping::fuseAcrossEdges() {
  // A merge can make another one possible, as it may add the reduction that
  // both wait for; two rounds settle what occurs. What is widened for several
  // joins those in the first: with what makes it, it would be stored wide.
  //
  // Edges that carry as much, in order; without costs, those that follow each
  // other.
  std::map<int64_t, std::vector<Edge>> alike;
  std::vector<Edge> *list = nullptr;
  int64_t key = 0, last = -1;
  for (Node node = 0; node < nodes.size(); ++node) {
    if (!groupable[node] || scalar[node])
      continue;
    SmallVector<Node, 4> producers(uses.getProducers(node));
    if (useCosts)
      llvm::sort(producers);
    for (Node producer : producers) {
      if (!groupable[producer] || scalar[producer])
        continue;
      if (elements[producer] != last) {
        last = elements[producer];
        key = useCosts ? -last : key + 1;
        list = &alike[key];
      }
      list->push_back({producer, node});
    }
  }
  for (int round = 0; round < 2; ++round) {
    forgetRefusals();
    for (auto &[key, edges] : alike) {
      std::vector<Edge> tried;
      tried.reserve(edges.size());
      llvm::copy_if(edges, std::back_inserter(tried), [&](const Edge &edge) {
        return round > 0 || !isWidenedForMany(edge.consumer);
      });
      fuseAcross(std::move(tried));
    }
  }
}

void Grouping::forgetRefusals() {
  for (auto &refusal : llvm::make_early_inc_range(refused)) {
    auto [one, other] = refusal.first;
    if (graph.find(one) != one || graph.find(other) != other ||
        sizes[one] + sizes[other] != refusal.second)
      refused.erase(refusal.first);
  }
}

void Grouping::fuseAcross(std::vector<Edge> edges) {
  // Each merge looks at all ops of both groups. Groups that take one op after
  // the other are looked at as often as they have ops; groups that join in
  // pairs of like size only a few times.
  for (size_t most = 16; most <= maxOps; most *= 4) {
    isHeldBack = false;
    llvm::erase_if(edges, [&](const Edge &edge) {
      return tryFuse(edge.producer, edge.consumer, most);
    });
    if (!isHeldBack)
      break;
  }
}

void Grouping::fuseScalarTails() {
  // Whether a node is no scalar, or a scalar that follows from one.
  std::vector<bool> hasKernel(nodes.size());
  for (Node node = 0; node < nodes.size(); ++node)
    hasKernel[node] = !scalar[node] ||
                      llvm::any_of(uses.getProducers(node),
                                   [&](Node from) { return hasKernel[from]; });
  for (Node node = 0; node < nodes.size(); ++node) {
    if (!scalar[node])
      continue;
    for (Node producer : uses.getProducers(node)) {
      Node group = graph.find(producer);
      // Scalars alone are not a reduction's group.
      bool isReduction = llvm::any_of(
          members[group], [&](Node member) { return !scalar[member]; });
      bool isSole =
          llvm::all_of(uses.getConsumers(producer),
                       [&](Node consumer) { return consumer == node; });
      // What combines results of several kernels joins none of them: that one
      // would differ from the others, which then are not one launch.
      bool isOwn = llvm::all_of(uses.getProducers(node), [&](Node other) {
        return graph.find(other) == group || !hasKernel[other];
      });
      if (isReduction && isSole && isOwn && groupable[producer] &&
          tryJoin(producer, node))
        break;
    }
  }
}

DenseSet<Grouping::Node> Grouping::groupRepeatedScalars() {
  // Few scalars are one launch anyway. A value that many read, such as a
  // learning rate, does not tie its readers together.
  constexpr size_t leastAlike = 16, mostReaders = 8;
  auto isFree = [&](Node node) {
    return scalar[node] && members[graph.find(node)].size() == 1;
  };
  std::vector<Node> scalars;
  size_t count = 0;
  for (Node node = 0; node < nodes.size(); ++node)
    if (isFree(node)) {
      scalars.push_back(node);
      count += sizes[node];
    }
  if (count <= maxOps)
    return {};
  llvm::EquivalenceClasses<Node> classes;
  for (Node node : scalars) {
    classes.insert(node);
    for (Node producer : uses.getProducers(node))
      if (isFree(producer) && uses.getOutputs(producer).size() <= mostReaders)
        classes.unionSets(producer, node);
  }
  std::map<Node, SmallVector<Node>> classMembers;
  for (Node node : scalars)
    classMembers[classes.getLeaderValue(node)].push_back(node);
  // Alike are classes of the same ops on the same types, in order.
  auto getSignature = [&](ArrayRef<Node> group) {
    std::vector<const void *> signature;
    for (Node node : group) {
      signature.push_back(nodes[node]->getName().getAsOpaquePointer());
      signature.push_back(
          nodes[node]->getResult(0).getType().getAsOpaquePointer());
      signature.push_back(getFormula(nodes[node]).getAsOpaquePointer());
    }
    return signature;
  };
  std::map<std::vector<const void *>, size_t> counts;
  for (auto &[leader, group] : classMembers)
    ++counts[getSignature(group)];
  DenseSet<Node> repeated;
  for (auto &[leader, group] : classMembers) {
    if (counts[getSignature(group)] < leastAlike)
      continue;
    for (Node node : ArrayRef(group).drop_front())
      tryJoin(group.front(), node);
    for (Node node : group)
      repeated.insert(graph.find(node));
  }
  return repeated;
}

void Grouping::gatherScalars() {
  DenseSet<Node> repeated = groupRepeatedScalars();
  SmallVector<Node> order = graph.getOrder();
  // Of each node whether its group is of scalars alone, which stays so: such
  // groups merge with each other only.
  std::vector<bool> isInScalars(nodes.size());
  for (Node group : order)
    if (llvm::all_of(members[group], [&](Node node) { return scalar[node]; }))
      for (Node node : members[group])
        isInScalars[node] = true;
  // The layer of a scalar group is the number of other kernels and calls that
  // alternate with scalars on the longest way to it; scalars of one layer
  // cannot depend on each other through anything but scalars.
  std::vector<int> layers(nodes.size());
  for (Node node : order) {
    bool isScalar = isInScalars[node];
    int layer = isScalar ? 0 : -1;
    for (Node producer : graph.getPredecessors(node)) {
      int below = layers[producer];
      layer = std::max(layer,
                       isScalar && !isInScalars[producer] ? below + 1 : below);
    }
    layers[node] = layer;
  }
  DenseMap<int, Node> open;
  SmallVector<Node> scalars;
  for (Node node : order) {
    if (!isInScalars[node] || repeated.contains(node))
      continue;
    scalars.push_back(node);
    auto [it, inserted] = open.insert({layers[node], node});
    if (!inserted && !tryJoin(it->second, node))
      it->second = node;
  }
  // What could have come earlier may join those that read it. A group that has
  // not grown since needs no second look.
  DenseMap<Node, size_t> sizesSeen;
  for (Node node : scalars) {
    Node group = graph.find(node);
    if (std::exchange(sizesSeen[group], sizes[group]) == sizes[group])
      continue;
    for (Node member : SmallVector<Node, 1>(members[group]))
      for (Node producer : uses.getProducers(member))
        if (isInScalars[producer] && !repeated.contains(graph.find(producer)))
          tryJoin(producer, member);
  }
}
