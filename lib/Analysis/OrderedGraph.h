// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A directed acyclic graph that keeps a topological order of its nodes while
// edges are added and nodes are contracted. Fusion, scheduling and the batching
// of launches ask it whether a change would close a cycle.

#ifndef AMP_LIB_ANALYSIS_ORDEREDGRAPH_H
#define AMP_LIB_ANALYSIS_ORDEREDGRAPH_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
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

  /// Makes room for as many nodes, and some edges of each.
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
  /// The positions of two sets of nodes, ascending.
  llvm::SmallVector<unsigned> getSlots(llvm::ArrayRef<Node> some,
                                       llvm::ArrayRef<Node> others) const;
  static constexpr unsigned none = ~0u;
  /// The ends of a node's edges on one side, as a list through `links`: lists
  /// are joined and shortened in place, and a node takes little memory.
  struct List {
    unsigned first = none, last = none, size = 0;
  };
  struct Link {
    Node node;
    unsigned next;
  };
  void append(List &list, Node node);
  /// Moves `other` to the end of `list`.
  void join(List &list, List &other);
  /// Calls `visit` for the ends of a node's edges, each once, until it returns
  /// false, and returns what it returned last. What contractions have left
  /// twice in the list goes on the way: a long list costs no more than what is
  /// looked at.
  bool visitOnce(Node node, List &list, llvm::function_ref<bool(Node)> visit);

  /// What a search asks of each node that it meets, in one place: the nodes of
  /// a large graph are met in no order that a cache knows.
  struct State {
    Node parent;
    unsigned position;
    /// The last search, and the last list, that met the node.
    unsigned search = 0, list = 0;
  };

  unsigned budget;
  std::vector<State> states;
  std::vector<List> successors, predecessors;
  std::vector<Link> links;
  unsigned searches = 0, lists = 0;
};

} // namespace amp

#endif // AMP_LIB_ANALYSIS_ORDEREDGRAPH_H
