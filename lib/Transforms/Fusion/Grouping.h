// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The planner of amp-fuse: which ops of a block become which regions, and the
// order of regions and library calls. It changes no op.

#ifndef AMP_LIB_TRANSFORMS_FUSION_GROUPING_H
#define AMP_LIB_TRANSFORMS_FUSION_GROUPING_H

#include "Analysis/IterationSpace.h"
#include "Analysis/OrderedGraph.h"
#include "Transforms/Fusion/ColumnGroups.h"
#include "Transforms/Fusion/CostModel.h"
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
  /// The same for scalars, of which one thread computes all: the flags and
  /// norms of all tensors of a model come together in one such region.
  static constexpr size_t maxScalarOps = 1024;

  /// `fuse` off leaves every op a group of its own, `useCosts` off merges
  /// whatever one kernel can hold.
  Grouping(mlir::Block &block, bool fuse, bool useCosts);

  /// The units in topological order.
  std::vector<FusionUnit> getUnits();

  /// A result that another group than the op's own reads from memory, though
  /// computing it anew there moves fewer bytes.
  struct Recomputation {
    /// What computes it from what is in memory, in order.
    llvm::SmallVector<mlir::Operation *> ops;
    /// Ops of one other group.
    llvm::SmallVector<mlir::Operation *> consumers;
  };
  std::vector<Recomputation> getRecomputations();

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
  /// Merges the groups of two nodes if one kernel can hold both and holds no
  /// more than `most` ops.
  bool tryFuse(Node producer, Node consumer, size_t most = maxOps);
  /// The same for scalars that join other ops: they cost a kernel nothing, and
  /// one of their own is a launch.
  bool tryJoin(Node producer, Node consumer) {
    return tryFuse(producer, consumer, maxScalarOps);
  }
  /// Notes that a group of these nodes is a kernel of a form.
  void setForm(llvm::ArrayRef<Node> group, FusionForm form);
  /// The nodes of the one of two groups that has fewer.
  llvm::ArrayRef<Node> getSmaller(Node one, Node other) const {
    return members[members[one].size() <= members[other].size() ? one : other];
  }
  /// Whether it is plain that no kernel holds both groups.
  bool isMisfit(Node producer, Node consumer);
  llvm::SmallVector<mlir::Operation *> opsOf(llvm::ArrayRef<Node> group) const;
  /// Whether a node widens a value that several groups read.
  bool isWidenedForMany(Node consumer);
  void fuseSoleConsumers();
  void fuseAcrossEdges();
  struct Edge {
    int64_t elements;
    Node producer, consumer;
  };
  void fuseAcross(llvm::ArrayRef<Edge> edges);
  void fuseScalarTails();
  void gatherScalars();
  /// Makes a group of the scalars that belong to each tensor, where there are
  /// many alike, and returns them: equal groups become one launch.
  llvm::DenseSet<Node> groupRepeatedScalars();
  /// What is known of the kernel of a group.
  struct Kernel {
    FusionForm form;
    double cost;
  };
  /// The kernel that holds the nodes of two groups, if there is one and it
  /// costs no more than two kernels or is taken at any cost.
  std::optional<Kernel> findKernel(Node producer, Node consumer,
                                   llvm::ArrayRef<Node> both, bool isFree);
  /// The cost of one group as it is.
  double getCost(Node group);
  double estimate(llvm::ArrayRef<mlir::Operation *> ops,
                  const IterationSpace &space, llvm::ArrayRef<Node> groups);
  void findNeededInMemory();
  /// Finds the ops of a node's own group that make its result from values in
  /// memory: a few cheap ones, which read no more than the result is.
  bool findCone(Node node, llvm::SmallVectorImpl<mlir::Operation *> &cone);
  static bool isWidening(mlir::Operation *op);
  bool isGroupable(mlir::Operation *op) const;

  mlir::Block &block;
  llvm::SmallPtrSet<mlir::Operation *, 16> writtenOut;
  OrderedGraph graph;
  /// Ops that are nodes, in block order; the position is the node's number.
  std::vector<mlir::Operation *> nodes;
  /// Whether a region can hold the node, and if so, whether it runs over one
  /// element only.
  std::vector<bool> groupable, scalar;
  llvm::DenseMap<mlir::Operation *, Node> nodeOf;
  /// For each node the nodes it reads from and those that read from it, one
  /// entry a use.
  std::vector<llvm::SmallVector<Node, 2>> producersOf, consumersOf;
  /// Nodes of each representative, ascending.
  std::vector<llvm::SmallVector<Node, 1>> members;
  /// Forms of representatives' kernels, where they are known.
  std::vector<std::optional<FusionForm>> forms;
  ElementwiseGroups elementwise{nodeOf};
  ColumnGroups columns{nodeOf};
  llvm::DenseSet<std::pair<Node, Node>> refused;
  /// Whether a merge was refused for its size alone.
  bool isHeldBack = false;
  bool useCosts;
  CostModel model;
  /// Costs of representatives; negative for those that are not known yet.
  std::vector<double> costs;
  /// Whether someone outside of all groups needs the node's result.
  std::vector<bool> isNeededInMemory;
};

/// Makes the branches in a block independent of what is around them: their
/// regions read block arguments only. Returns the block and the blocks of all
/// regions, each to be fused by itself.
llvm::SmallVector<mlir::Block *> isolateBranches(mlir::Block &block);

/// Rewrites what grouping does not want to see: reductions of axes that are not
/// adjacent become one reduction a run, innermost first (P4), and each size is
/// asked of a constant of the same shape, so that it depends on no computation.
void prepareForFusion(mlir::Block &block);

/// Lets reductions of all elements read what is reshaped for them in its own
/// shape.
void reduceBeforeReshapes(mlir::Block &block);

/// Offers grouping a copy of each large transpose that a reduction reads: where
/// the copy joins the reduction's group it costs nothing, and where the
/// elements would be gathered one by one it is a kernel of its own.
void offerTransposedCopies(mlir::Block &block);

/// Gives each consumer its own op in place of a result in memory. Returns
/// whether anything changed.
bool recompute(llvm::ArrayRef<Grouping::Recomputation> recomputations);

/// Replaces the units by `amp.fused` regions and sorts the block.
void outlineRegions(mlir::Block &block, llvm::ArrayRef<FusionUnit> units);

} // namespace amp

#endif // AMP_LIB_TRANSFORMS_FUSION_GROUPING_H
