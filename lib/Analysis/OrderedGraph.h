// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A directed acyclic graph that keeps a topological order of its nodes while
// edges are added and nodes are contracted. Fusion, scheduling and the batching
// of launches ask it whether a change would close a cycle.

#ifndef AMP_LIB_ANALYSIS_ORDEREDGRAPH_H
#define AMP_LIB_ANALYSIS_ORDEREDGRAPH_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <vector>

namespace amp {

/// The order is maintained as in Pearce and Kelly, "A dynamic topological sort
/// algorithm for directed acyclic graphs" (2006): a change searches only the
/// nodes that stand between its two ends. A search that visits more nodes than
/// the budget allows counts as a refusal, which keeps the total time linear.
class OrderedGraph {
public:
  using Node = unsigned;

  explicit OrderedGraph(unsigned searchBudget = 1024) : budget(searchBudget) {}

  /// Makes room for as many nodes.
  void reserve(size_t count);

  /// Adds a node at the end of the order.
  Node addNode();

  /// Adds an edge. Returns false, and changes nothing, if that would close a
  /// cycle. An edge between contracted nodes or one that exists is fine.
  [[nodiscard]] bool addEdge(Node from, Node to);

  /// Makes the two nodes one. Returns false, and changes nothing, if a path
  /// between them leads through other nodes.
  [[nodiscard]] bool merge(Node first, Node second);

  /// The node that stands for all nodes merged with this one.
  Node find(Node node);

  /// Representatives in topological order.
  llvm::SmallVector<Node> getOrder();

  /// Representatives with an edge to `node`, each once.
  llvm::SmallVector<Node> getPredecessors(Node node);

private:
  /// Collects what is reachable from `start` along `edges` and stands strictly
  /// before `bound` (after it, when backward). Returns false if the node at
  /// `bound` is met other than directly from `start`, or the budget is spent.
  bool search(Node start, Node bound, bool backward,
              llvm::SmallVectorImpl<Node> &found);
  /// Puts `nodes`, in their present order, into `slots`.
  void place(llvm::SmallVectorImpl<Node> &nodes,
             llvm::ArrayRef<unsigned> slots);

  unsigned budget;
  std::vector<Node> parents;
  std::vector<unsigned> positions;
  std::vector<llvm::SmallVector<Node, 4>> successors, predecessors;
  std::vector<unsigned> marks;
  unsigned mark = 0;
};

} // namespace amp

#endif // AMP_LIB_ANALYSIS_ORDEREDGRAPH_H
