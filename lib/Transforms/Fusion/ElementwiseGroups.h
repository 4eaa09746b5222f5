// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The common case of IterationSpace, kept up to date while groups grow: groups
// of elementwise ops alone. Asking IterationSpace about the union of two groups
// costs time in proportion to the union, so growing a group op by op would cost
// the square of its size; here a merge costs the smaller group.

#ifndef AMP_LIB_TRANSFORMS_FUSION_ELEMENTWISEGROUPS_H
#define AMP_LIB_TRANSFORMS_FUSION_ELEMENTWISEGROUPS_H

#include "Analysis/FusionRoles.h"

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
  using Node = unsigned;
  using Numbers = llvm::DenseMap<mlir::Operation *, Node>;

  /// How the dimensions of two groups correspond; for `merge`.
  struct Match {
    /// For each dimension of the group `from` one of the group `into`.
    llvm::SmallVector<int, 4> dims;
    Node from, into;
  };

  /// `nodeOf` has the numbers of all nodes added.
  explicit ElementwiseGroups(const Numbers &nodeOf) : nodeOf(nodeOf) {}

  void reserve(size_t count);
  /// Adds the next node, in topological order: a group of its own. `makers` are
  /// the computations that make its operands, where it reads them directly.
  void addNode(mlir::Operation *op, FusionRole role,
               llvm::ArrayRef<std::optional<Node>> makers);

  /// Whether both groups consist of elementwise ops alone, read through views
  /// that rename dimensions and do not split or join them, so that `match` has
  /// the answer. The groups are given by any of their nodes.
  bool knows(Node one, Node other) const {
    return isElementwise[groupOf[one]] && isElementwise[groupOf[other]] &&
           !areReshaped(groupOf[one], groupOf[other]);
  }

  /// Returns nothing if no single iteration space fits two groups that it
  /// knows.
  std::optional<Match> match(Node one, Node other) const;

  /// Makes two groups that match one.
  void merge(const Match &match);

  /// Makes two groups one that is not elementwise.
  void mergeOthers(Node one, Node other);

private:
  using Dims = llvm::SmallVector<int, 4>;
  /// That a node reads another one's result: the node at the other end, and in
  /// `patterns`, for each dimension of the producer's result that of the
  /// consumer's, -1 where the extent is 1.
  struct Edge {
    Node other;
    unsigned pattern;
  };
  void connect(Node producer, Node consumer, llvm::ArrayRef<int> dims);
  /// Returns false for an operand whose views are not understood here.
  bool addEdge(Node consumer, mlir::Value operand, std::optional<Node> maker);
  /// Whether a reshape lies between two groups.
  bool areReshaped(Node one, Node other) const;
  void relabel(Node from, Node into);

  const Numbers &nodeOf;
  std::vector<llvm::SmallVector<Edge, 2>> producers, consumers;
  /// The few ways in which dimensions correspond along the edges of a graph.
  std::vector<Dims> patterns;
  std::map<Dims, unsigned> patternOf;
  unsigned lastPattern = 0;
  /// The nodes at the other ends of edges with a reshape.
  llvm::DenseMap<Node, llvm::SmallVector<Node, 2>> reshaped;
  /// For each dimension of a node's result that of its group, -1 where the
  /// extent is 1.
  std::vector<Dims> dims;
  std::vector<Node> groupOf;
  /// By group.
  std::vector<llvm::SmallVector<Node, 1>> members;
  std::vector<bool> isElementwise, hasReshape;
  std::vector<int> ranks;
};

} // namespace amp

#endif // AMP_LIB_TRANSFORMS_FUSION_ELEMENTWISEGROUPS_H
