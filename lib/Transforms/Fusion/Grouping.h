// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The planner of amp-fuse: which ops of a block become which regions, and the
// order of regions and library calls. It changes no op.

#ifndef AMP_LIB_TRANSFORMS_FUSION_GROUPING_H
#define AMP_LIB_TRANSFORMS_FUSION_GROUPING_H

#include "Analysis/IterationSpace.h"
#include "Analysis/OrderedGraph.h"
#include "Transforms/Fusion/ElementwiseGroups.h"

namespace amp {

/// A region to be, or one op that stays as it is.
struct FusionUnit {
  llvm::SmallVector<mlir::Operation *> ops;
  bool isRegion = false;
  FusionForm form = FusionForm::Elementwise;
};

/// Groups the ops of one block. Shapes are static and reductions combine
/// adjacent dimensions only (prepareForFusion).
class Grouping {
public:
  /// The most ops a region holds.
  static constexpr size_t maxOps = 256;

  Grouping(mlir::Block &block, bool fuse);

  /// The units in topological order.
  std::vector<FusionUnit> getUnits();

  /// Views and leaves that someone outside of all regions needs in memory; each
  /// is an op of some region. Others are made anew in every region that uses
  /// them.
  const llvm::SmallPtrSetImpl<mlir::Operation *> &getWrittenOut() const {
    return writtenOut;
  }

private:
  using Node = OrderedGraph::Node;

  void findWrittenOut(mlir::Operation *consumer);
  void buildGraph();
  void addProducers(mlir::Value value, bool byRegion,
                    llvm::SmallVectorImpl<mlir::Operation *> &producers);
  /// Merges the groups of two nodes if one kernel can hold both.
  bool tryFuse(Node producer, Node consumer);
  llvm::SmallVector<mlir::Operation *> opsOf(llvm::ArrayRef<Node> group) const;
  void fuseSoleConsumers();
  void fuseAcrossEdges();
  void fuseScalarTails();
  void gatherScalars();
  bool isGroupable(mlir::Operation *op) const;
  bool isScalar(mlir::Operation *op) const;

  mlir::Block &block;
  llvm::SmallPtrSet<mlir::Operation *, 16> writtenOut;
  OrderedGraph graph;
  /// Ops that are nodes, in block order; the position is the node's number.
  std::vector<mlir::Operation *> nodes;
  llvm::DenseMap<mlir::Operation *, Node> nodeOf;
  /// For each node the nodes it reads from and those that read from it, one
  /// entry a use.
  std::vector<llvm::SmallVector<Node, 2>> producersOf, consumersOf;
  /// Nodes of each representative, ascending.
  std::vector<llvm::SmallVector<Node, 1>> members;
  ElementwiseGroups elementwise;
  llvm::DenseSet<std::pair<Node, Node>> refused;
};

/// Rewrites what grouping does not want to see: reductions of axes that are not
/// adjacent become one reduction a run, innermost first (P4), and each size is
/// asked of a constant of the same shape, so that it depends on no computation.
void prepareForFusion(mlir::Block &block);

/// Replaces the units by `amp.fused` regions and sorts the block.
void outlineRegions(mlir::Block &block, llvm::ArrayRef<FusionUnit> units);

} // namespace amp

#endif // AMP_LIB_TRANSFORMS_FUSION_GROUPING_H
