// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The commonest reason why two groups do not fit, kept up to date while groups
// grow: gradients of shared variables are sums over the batch, each added to
// the sum of the others. A kernel that reduces columns reads no other tensor
// behind its reductions, so no such sum fits the group of additions. To ask
// IterationSpace about each costs time in proportion to the group.

#ifndef AMP_LIB_TRANSFORMS_FUSION_COLUMNGROUPS_H
#define AMP_LIB_TRANSFORMS_FUSION_COLUMNGROUPS_H

#include "Analysis/FusionRoles.h"
#include "Analysis/ValueMap.h"
#include "Transforms/Fusion/UseGraph.h"

#include <optional>
#include <vector>

namespace amp {

/// What nodes read from each other, and which of them stand behind the
/// reductions of a column kernel. Groups are given by their representatives.
class ColumnGroups {
public:
  using Node = UseGraph::Node;
  using Numbers = OperationMap<Node>;
  using Find = llvm::function_ref<Node(Node)>;

  /// `nodeOf` has the numbers of all nodes added, `uses` what they read.
  ColumnGroups(const Numbers &nodeOf, const UseGraph &uses)
      : nodeOf(nodeOf), uses(uses) {}

  void reserve(size_t count);
  /// Adds the next node, in topological order: a group of its own.
  void addNode(FusionRole role);
  /// Looks at an operand of the last node. `maker` is the computation that
  /// makes it, if it reads that directly. Returns whether it reads the whole of
  /// a tensor that a node makes, for the edge of `uses`.
  bool addOperand(mlir::Value operand, std::optional<Node> maker);

  /// Whether the group, which has a reduction, is a column kernel's; nothing if
  /// `setForm` has not said so.
  std::optional<bool> isColumn(Node group) const { return columns[group]; }

  /// Notes the form of a group with these nodes, ascending.
  void setForm(llvm::ArrayRef<Node> nodes, Node group, bool isColumn,
               Find find);

  /// Whether `consumer`, a group of elementwise ops alone, reads something
  /// behind the reductions of the column group `producer` and some other tensor
  /// as well. `nodes` are those of the one of both that has fewer.
  bool readsMore(Node producer, Node consumer, llvm::ArrayRef<Node> nodes,
                 Find find) const;

  /// How often two groups read from each other, for `merge`.
  unsigned countReads(Node one, Node other, llvm::ArrayRef<Node> nodes,
                      Find find) const;

  /// Makes two groups one, which `merged` stands for.
  void merge(Node one, Node other, Node merged, unsigned between);

private:
  /// Calls `visit` with each read of one group in the other.
  void forEachRead(Node producer, Node consumer, llvm::ArrayRef<Node> nodes,
                   Find find,
                   llvm::function_ref<void(Node producer)> visit) const;

  const Numbers &nodeOf;
  /// Here count edges for reads of a tensor of more than one element, through
  /// views that keep all of it.
  const UseGraph &uses;
  std::vector<bool> isElementwise, isReduction, isLate;
  /// By group: whether it reads a tensor that no node makes, and how many reads
  /// of other groups' nodes it has.
  std::vector<bool> readsMemory;
  std::vector<unsigned> outerReads;
  std::vector<std::optional<bool>> columns;
};

} // namespace amp

#endif // AMP_LIB_TRANSFORMS_FUSION_COLUMNGROUPS_H
