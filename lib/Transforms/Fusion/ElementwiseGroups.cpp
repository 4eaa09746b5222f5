// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Implementation of ElementwiseGroups: the dimensions along edges, and merges
// that renumber the smaller group.

#include "Transforms/Fusion/ElementwiseGroups.h"

#include "Analysis/ViewDims.h"

using namespace mlir;
using namespace amp;

/// For each dimension of the view's operand that of its result, -1 where the
/// operand's extent is 1; nothing for views that do more than rename
/// dimensions.
static std::optional<SmallVector<int, 4>> dimsThrough(Operation *view) {
  ArrayRef<int64_t> extents = shapeOf(view->getOperand(0));
  SmallVector<int, 4> dims(extents.size(), -1);
  for (auto [dim, walked] : llvm::enumerate(getViewDims(view))) {
    if (walked.isPart)
      return std::nullopt;
    if (walked.from >= 0 && extents[walked.from] != 1)
      dims[walked.from] = dim;
  }
  return dims;
}

void ElementwiseGroups::reserve(size_t count) {
  dims.reserve(2 * count);
  firstDim.reserve(count + 1);
  isElementwise.reserve(count);
  hasReshape.reserve(count);
  ranks.reserve(count);
}

void ElementwiseGroups::addNode(Operation *op, FusionRole role) {
  int rank = 0;
  isElementwise.push_back(role == FusionRole::Elementwise);
  if (isElementwise.back())
    for (int64_t extent : shapeOf(op->getResult(0)))
      dims.push_back(extent == 1 ? -1 : rank++);
  firstDim.push_back(dims.size());
  hasReshape.push_back(false);
  ranks.push_back(rank);
}

static bool isReshapeOrView(Operation *op) {
  FusionRole role = getFusionRole(op);
  return role == FusionRole::Reshape || role == FusionRole::View;
}

unsigned ElementwiseGroups::findPattern(ArrayRef<int> dims) {
  // Most edges are like the one before.
  if (patterns.empty() || ArrayRef(patterns[lastPattern]) != dims) {
    auto [it, isNew] = patternOf.try_emplace(Dims(dims), patterns.size());
    if (isNew)
      patterns.push_back(it->first);
    lastPattern = it->second;
  }
  return lastPattern;
}

unsigned ElementwiseGroups::addOperand(Value operand,
                                       std::optional<Node> maker) {
  Node consumer = isElementwise.size() - 1;
  if (!isElementwise[consumer] || (maker && !isElementwise[*maker]))
    return UseGraph::noPattern;
  // The operand's dimensions are the last ones of the result.
  int64_t added =
      int64_t(getDims(consumer).size()) - int64_t(shapeOf(operand).size());
  SmallVector<int, 4> along;
  for (int64_t extent : shapeOf(operand)) {
    along.push_back(extent == 1 ? -1 : int(added));
    ++added;
  }
  if (maker)
    return findPattern(along);
  auto isView = [](Operation *op) {
    return op && getFusionRole(op) == FusionRole::View;
  };
  Operation *producer = operand.getDefiningOp();
  for (; isView(producer); producer = producer->getOperand(0).getDefiningOp()) {
    std::optional<SmallVector<int, 4>> through = dimsThrough(producer);
    if (!through) {
      isElementwise[consumer] = false;
      return UseGraph::noPattern;
    }
    for (int &dim : *through)
      dim = dim < 0 ? -1 : along[dim];
    along = std::move(*through);
  }
  auto it = nodeOf.find(producer);
  if (it != nodeOf.end())
    return isElementwise[it->second] ? findPattern(along) : UseGraph::noPattern;
  while (it == nodeOf.end() && producer && isReshapeOrView(producer)) {
    producer = producer->getOperand(0).getDefiningOp();
    it = nodeOf.find(producer);
  }
  if (it != nodeOf.end()) {
    reshaped[it->second].push_back(consumer);
    reshaped[consumer].push_back(it->second);
    hasReshape[it->second] = hasReshape[consumer] = true;
  }
  return UseGraph::noPattern;
}

std::optional<ElementwiseGroups::Match>
ElementwiseGroups::match(Node from, Node into, ArrayRef<Node> nodes,
                         Find find) const {
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
  auto pairAll = [&](Node producer, Node consumer, unsigned pattern,
                     bool isConsumerFrom) {
    ArrayRef<int> consumed = getDims(consumer);
    for (auto [dim, along] :
         llvm::zip_equal(getDims(producer), patterns[pattern])) {
      if (dim < 0)
        continue;
      int other = consumed[along];
      auto [one, two] =
          isConsumerFrom ? std::pair(other, dim) : std::pair(dim, other);
      if (!pair(match.dims[one], two) || !pair(back[two], one))
        return false;
    }
    return true;
  };
  for (Node node : nodes) {
    for (UseGraph::Edge edge : uses.getInputs(node))
      if (find(edge.other) == into &&
          !pairAll(edge.other, node, edge.pattern, /*isConsumerFrom=*/true))
        return std::nullopt;
    for (UseGraph::Edge edge : uses.getOutputs(node))
      if (find(edge.other) == into &&
          !pairAll(node, edge.other, edge.pattern, /*isConsumerFrom=*/false))
        return std::nullopt;
  }
  if (llvm::is_contained(match.dims, -1))
    return std::nullopt;
  return match;
}

bool ElementwiseGroups::areReshaped(Node one, Node other, ArrayRef<Node> nodes,
                                    Find find) const {
  if (!hasReshape[one] || !hasReshape[other] || one == other)
    return false;
  Node far = find(nodes.front()) == one ? other : one;
  for (Node node : nodes)
    if (auto it = reshaped.find(node); it != reshaped.end())
      for (Node end : it->second)
        if (find(end) == far)
          return true;
  return false;
}

void ElementwiseGroups::merge(const Match &match, ArrayRef<Node> nodes,
                              Node merged) {
  for (Node node : nodes)
    for (int &dim : llvm::MutableArrayRef(dims).slice(
             firstDim[node], firstDim[node + 1] - firstDim[node]))
      dim = dim < 0 ? -1 : match.dims[dim];
  hasReshape[merged] = hasReshape[match.from] || hasReshape[match.into];
}
