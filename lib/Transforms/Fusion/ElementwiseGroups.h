// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The common case of IterationSpace, kept up to date while groups grow: groups
// of elementwise ops alone. Asking IterationSpace about the union of two groups
// costs time in proportion to the union, so growing a group op by op would cost
// the square of its size; here a merge costs the smaller group.

#ifndef AMP_LIB_TRANSFORMS_FUSION_ELEMENTWISEGROUPS_H
#define AMP_LIB_TRANSFORMS_FUSION_ELEMENTWISEGROUPS_H

#include "Analysis/FusionRoles.h"
#include "Analysis/ValueMap.h"
#include "Transforms/Fusion/UseGraph.h"

#include <map>
#include <optional>
#include <vector>

namespace amp {

/// Without reductions a set of ops has an iteration space exactly if the
/// dimensions of any two of them, those of extent 1 left out, correspond one to
/// one along the data that flow between them. So each group has numbered
/// dimensions, each op knows which of them its own ones are, and two groups fit
/// if the edges between them pair their dimensions without contradiction.
class ElementwiseGroups {
public:
  using Node = UseGraph::Node;
  using Numbers = OperationMap<Node>;
  using Find = llvm::function_ref<Node(Node)>;

  /// How the dimensions of two groups correspond; for `merge`.
  struct Match {
    /// For each dimension of the group `from` one of the group `into`.
    llvm::SmallVector<int, 4> dims;
    Node from, into;
  };

  /// `nodeOf` has the numbers of all nodes added, `uses` what they read.
  ElementwiseGroups(const Numbers &nodeOf, const UseGraph &uses)
      : nodeOf(nodeOf), uses(uses) {}

  void reserve(size_t count);
  /// Adds the next node, in topological order: a group of its own.
  void addNode(mlir::Operation *op, FusionRole role);
  /// Looks at an operand of the last node. `maker` is the computation that
  /// makes it, if it reads that directly. Returns how the dimensions of what it
  /// reads correspond, for the edge of `uses`.
  unsigned addOperand(mlir::Value operand, std::optional<Node> maker);

  /// Whether both groups consist of elementwise ops alone, read through views
  /// that rename dimensions and do not split or join them, so that `match` has
  /// the answer. `nodes` are those of the one of both that has fewer.
  bool knows(Node one, Node other, llvm::ArrayRef<Node> nodes,
             Find find) const {
    return isElementwise[one] && isElementwise[other] &&
           !areReshaped(one, other, nodes, find);
  }
  /// The same of one group.
  bool knows(Node group) const { return isElementwise[group]; }

  /// How the dimensions of `from`, a group with these nodes, correspond with
  /// those of `into`, if both are known. Returns nothing if no single iteration
  /// space fits.
  std::optional<Match> match(Node from, Node into, llvm::ArrayRef<Node> nodes,
                             Find find) const;

  /// Makes two groups that match one, which `merged` stands for.
  void merge(const Match &match, llvm::ArrayRef<Node> nodes, Node merged);

  /// Makes two groups one that is not elementwise.
  void mergeOthers(Node merged) { isElementwise[merged] = false; }

private:
  using Dims = llvm::SmallVector<int, 4>;
  /// The number of a pattern: for each dimension of a producer's result that of
  /// the consumer's, -1 where the extent is 1.
  unsigned findPattern(llvm::ArrayRef<int> dims);
  /// Whether a reshape lies between two groups.
  bool areReshaped(Node one, Node other, llvm::ArrayRef<Node> nodes,
                   Find find) const;
  llvm::ArrayRef<int> getDims(Node node) const {
    return llvm::ArrayRef(dims).slice(firstDim[node],
                                      firstDim[node + 1] - firstDim[node]);
  }

  const Numbers &nodeOf;
  const UseGraph &uses;
  /// The few ways in which dimensions correspond along the edges of a graph.
  std::vector<Dims> patterns;
  std::map<Dims, unsigned> patternOf;
  unsigned lastPattern = 0;
  /// The nodes at the other ends of edges with a reshape.
  llvm::DenseMap<Node, llvm::SmallVector<Node, 2>> reshaped;
  /// For each dimension of a node's result that of its group, -1 where the
  /// extent is 1; and where those of each node begin.
  std::vector<int> dims;
  std::vector<unsigned> firstDim{0};
  /// By group.
  std::vector<bool> isElementwise, hasReshape;
  std::vector<int> ranks;
};

} // namespace amp

#endif // AMP_LIB_TRANSFORMS_FUSION_ELEMENTWISEGROUPS_H
