// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Implementation of ElementwiseGroups: the dimensions along edges, and merges
// that renumber the smaller group.

#include "Transforms/Fusion/ElementwiseGroups.h"

using namespace mlir;
using namespace amp;

/// For each dimension of the view's operand that of its result, -1 where the
/// operand's extent is 1; nothing for views that do more than rename
/// dimensions.
static std::optional<SmallVector<int, 4>> dimsThrough(Operation *view) {
  ArrayRef<int64_t> from = shapeOf(view->getOperand(0));
  ArrayRef<int64_t> to = shapeOf(view->getResult(0));
  SmallVector<int, 4> dims(from.size(), -1);
  if (auto transpose = dyn_cast<TransposeOp>(view)) {
    for (auto [dim, source] : llvm::enumerate(transpose.getPermutation()))
      dims[source] = dim;
  } else if (isa<ReshapeOp>(view)) {
    // Only dimensions of extent 1 come and go.
    size_t next = 0;
    for (auto [dim, extent] : llvm::enumerate(from)) {
      if (extent == 1)
        continue;
      while (to[next] == 1)
        ++next;
      dims[dim] = next++;
    }
  } else if (isa<BroadcastOp>(view)) {
    for (size_t dim = 0; dim < from.size(); ++dim)
      dims[dim] = dim + to.size() - from.size();
  } else {
    return std::nullopt;
  }
  for (auto [dim, extent] : llvm::zip_equal(dims, from))
    if (extent == 1)
      dim = -1;
  return dims;
}

void ElementwiseGroups::reserve(size_t count) {
  producers.reserve(count);
  consumers.reserve(count);
  dims.reserve(count);
  groupOf.reserve(count);
  members.reserve(count);
  ranks.reserve(count);
}

void ElementwiseGroups::addNode(Operation *op, FusionRole role,
                                ArrayRef<std::optional<Node>> makers) {
  Node node = groupOf.size();
  groupOf.push_back(node);
  members.push_back({node});
  producers.emplace_back();
  consumers.emplace_back();
  isElementwise.push_back(role == FusionRole::Elementwise);
  hasReshape.push_back(false);
  ranks.push_back(0);
  SmallVector<int, 4> &own = dims.emplace_back();
  if (!isElementwise.back())
    return;
  for (int64_t extent : shapeOf(op->getResult(0)))
    own.push_back(extent == 1 ? -1 : ranks.back()++);
  for (auto [operand, maker] : llvm::zip_equal(op->getOperands(), makers))
    if (!addEdge(node, operand, maker)) {
      isElementwise[node] = false;
      return;
    }
}

static bool isReshapeOrView(Operation *op) {
  FusionRole role = getFusionRole(op);
  return role == FusionRole::Reshape || role == FusionRole::View;
}

void ElementwiseGroups::connect(Node producer, Node consumer,
                                ArrayRef<int> dims) {
  // Most edges are like the one before.
  if (patterns.empty() || ArrayRef(patterns[lastPattern]) != dims) {
    auto [it, isNew] = patternOf.try_emplace(Dims(dims), patterns.size());
    if (isNew)
      patterns.push_back(it->first);
    lastPattern = it->second;
  }
  consumers[producer].push_back({consumer, lastPattern});
  producers[consumer].push_back({producer, lastPattern});
}

bool ElementwiseGroups::addEdge(Node consumer, Value operand,
                                std::optional<Node> maker) {
  // The operand's dimensions are the last ones of the result.
  int64_t added = int64_t(dims[consumer].size()) - shapeOf(operand).size();
  auto isView = [](Operation *op) {
    return op && getFusionRole(op) == FusionRole::View;
  };
  SmallVector<int, 4> along;
  for (int64_t extent : shapeOf(operand)) {
    along.push_back(extent == 1 ? -1 : int(added));
    ++added;
  }
  if (maker) {
    if (isElementwise[*maker])
      connect(*maker, consumer, along);
    return true;
  }
  Operation *producer = operand.getDefiningOp();
  for (; isView(producer); producer = producer->getOperand(0).getDefiningOp()) {
    std::optional<SmallVector<int, 4>> through = dimsThrough(producer);
    if (!through)
      return false;
    for (int &dim : *through)
      dim = dim < 0 ? -1 : along[dim];
    along = std::move(*through);
  }
  auto it = nodeOf.find(producer);
  if (it == nodeOf.end() && producer &&
      getFusionRole(producer) == FusionRole::Reshape) {
    while (it == nodeOf.end() && producer && isReshapeOrView(producer)) {
      producer = producer->getOperand(0).getDefiningOp();
      it = nodeOf.find(producer);
    }
    if (it != nodeOf.end()) {
      reshaped[it->second].push_back(consumer);
      reshaped[consumer].push_back(it->second);
      hasReshape[it->second] = hasReshape[consumer] = true;
    }
    return true;
  }
  if (it != nodeOf.end() && isElementwise[it->second])
    connect(it->second, consumer, along);
  return true;
}

std::optional<ElementwiseGroups::Match>
ElementwiseGroups::match(Node one, Node other) const {
  assert(knows(one, other) && "expects groups of elementwise ops");
  Node from = groupOf[one], into = groupOf[other];
  if (members[from].size() > members[into].size())
    std::swap(from, into);
  int rank = ranks[from];
  if (rank != ranks[into])
    return std::nullopt;
  Match match{SmallVector<int, 4>(rank, -1), from, into};
  SmallVector<int, 4> back(rank, -1);
  auto pair = [&](int &known, int dim) {
    bool fits = known < 0 || known == dim;
    known = dim;
    return fits;
  };
  for (Node node : members[from]) {
    for (const Edge &edge : producers[node])
      if (groupOf[edge.other] == into)
        for (auto [dim, along] :
             llvm::zip_equal(dims[edge.other], patterns[edge.pattern]))
          if (dim >= 0 && (!pair(match.dims[dims[node][along]], dim) ||
                           !pair(back[dim], dims[node][along])))
            return std::nullopt;
    for (const Edge &edge : consumers[node])
      if (groupOf[edge.other] == into)
        for (auto [dim, along] :
             llvm::zip_equal(dims[node], patterns[edge.pattern]))
          if (dim >= 0 && (!pair(match.dims[dim], dims[edge.other][along]) ||
                           !pair(back[dims[edge.other][along]], dim)))
            return std::nullopt;
  }
  if (llvm::is_contained(match.dims, -1))
    return std::nullopt;
  return match;
}

bool ElementwiseGroups::areReshaped(Node one, Node other) const {
  if (!hasReshape[one] || !hasReshape[other] || one == other)
    return false;
  if (members[one].size() > members[other].size())
    std::swap(one, other);
  for (Node node : members[one])
    if (auto it = reshaped.find(node); it != reshaped.end())
      for (Node end : it->second)
        if (groupOf[end] == other)
          return true;
  return false;
}

void ElementwiseGroups::relabel(Node from, Node into) {
  for (Node node : members[from])
    groupOf[node] = into;
  llvm::append_range(members[into], members[from]);
  members[from].clear();
  hasReshape[into] = hasReshape[into] || hasReshape[from];
}

void ElementwiseGroups::merge(const Match &match) {
  for (Node node : members[match.from])
    for (int &dim : dims[node])
      dim = dim < 0 ? -1 : match.dims[dim];
  relabel(match.from, match.into);
}

void ElementwiseGroups::mergeOthers(Node one, Node other) {
  Node from = groupOf[one], into = groupOf[other];
  if (members[from].size() > members[into].size())
    std::swap(from, into);
  relabel(from, into);
  isElementwise[into] = false;
}
