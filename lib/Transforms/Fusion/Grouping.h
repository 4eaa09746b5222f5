// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The planner of amp-fuse: which ops of a block become which regions, and the
// order of regions and library calls.

#ifndef AMP_LIB_TRANSFORMS_FUSION_GROUPING_H
#define AMP_LIB_TRANSFORMS_FUSION_GROUPING_H

#include "Analysis/IterationSpace.h"
#include "Analysis/OrderedGraph.h"
#include "Analysis/RegionKey.h"
#include "Transforms/Fusion/CallPath.h"
#include "Transforms/Fusion/ColumnGroups.h"
#include "Transforms/Fusion/CostModel.h"
#include "Transforms/Fusion/ElementwiseGroups.h"
#include "Transforms/Fusion/UseGraph.h"

#include <unordered_map>

namespace amp {

/// A region to be, or one op that stays as it is. The lists are the grouping's.
struct FusionUnit {
  llvm::ArrayRef<mlir::Operation *> ops;
  bool isRegion = false;
  /// Whether some of the ops are views or leaves, which are written out.
  bool hasViews = false;
  /// Of each op whether it is known that its result is needed outside of the
  /// unit; empty where nothing is known.
  llvm::ArrayRef<uint8_t> isNeeded;
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
  /// The number of the unit, after `getUnits`, that an op belongs to, or -1.
  int findUnit(mlir::Operation *op) const;
  /// Ops of no unit, in order: those that read nothing, and those that give
  /// nothing, the terminator last.
  llvm::ArrayRef<mlir::Operation *> getSources() const { return sources; }
  llvm::ArrayRef<mlir::Operation *> getSinks() const { return sinks; }
  /// Ops that no region can hold of which nothing was read from the start.
  llvm::ArrayRef<mlir::Operation *> getUnused() const { return unused; }

  /// Gives each group ops of its own in place of results in memory that it
  /// reads, where computing them anew moves fewer bytes. Rewrites the block.
  void recompute();

private:
  using Node = OrderedGraph::Node;

  void findWrittenOut(mlir::Operation *consumer);
  void reserve(size_t count);
  /// `roles` has that of each op in the block.
  void buildGraph(llvm::ArrayRef<FusionRole> roles);
  /// The node that an operand is made by, through views that are no nodes
  /// themselves, or that each region has for itself.
  std::optional<Node> findProducer(mlir::Value value, bool byRegion) const;
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
  /// The nodes of both, ascending.
  llvm::SmallVector<Node, 1> joinMembers(Node one, Node other) const;
  /// Whether it is plain that no kernel holds both groups.
  bool isMisfit(Node producer, Node consumer);
  llvm::SmallVector<mlir::Operation *> opsOf(llvm::ArrayRef<Node> group) const;
  /// Adds the ops of a group as `recompute` left it to `unitOps`.
  void addOpsOfUnit(Node group);
  /// Whether a node widens a value that several groups read.
  bool isWidenedForMany(Node consumer);
  void fuseSoleConsumers();
  void fuseAcrossEdges();
  struct Edge {
    Node producer, consumer;
  };
  void fuseAcross(std::vector<Edge> edges);
  /// Leaves out refusals of groups that have grown since.
  void forgetRefusals();
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
  /// The kernel of the nodes of two groups, with its cost where that is asked
  /// for. Most of a large model's are alike: a few are inferred.
  std::optional<Kernel> inferKernel(Node producer, Node consumer,
                                    llvm::ArrayRef<Node> both, bool hasCost);
  /// All that decides on the kernel of ops, nodes of these groups.
  RegionKey makeKernelKey(llvm::ArrayRef<mlir::Operation *> ops,
                          llvm::ArrayRef<Node> group,
                          llvm::ArrayRef<Node> groups);
  /// Whether it is plain that the result of a computation is needed outside of
  /// its group, whatever `recompute` did.
  bool isPlainlyNeeded(Node node);
  /// Whether a node's result is needed outside of the groups.
  bool isStored(Node node, llvm::ArrayRef<Node> groups);
  /// The cost of one group as it is.
  double getCost(Node group);
  double estimate(llvm::ArrayRef<mlir::Operation *> ops,
                  const IterationSpace &space, llvm::ArrayRef<Node> group,
                  llvm::ArrayRef<Node> groups);
  /// Notes that an op that is no node reads its operands from memory.
  void readFromMemory(mlir::Operation *reader);
  /// By other group the ops that read a result.
  using Readers = llvm::MapVector<Node, llvm::SmallVector<mlir::Operation *>>;
  /// Whether a node's result shall be computed where other groups read it, and
  /// from which ops of its own group, in order.
  bool findRecomputation(Node node, Readers &others,
                         llvm::SmallVectorImpl<mlir::Operation *> &cone);
  /// Finds the ops of a node's own group that make its result from values in
  /// memory: a few cheap ones, which read no more than the result is.
  bool findCone(Node node, llvm::SmallVectorImpl<mlir::Operation *> &cone);
  /// Whether the group stays a kernel of its form with copies of the cone in
  /// place of what its consumers of the last op read.
  bool canTake(Node group, llvm::ArrayRef<mlir::Operation *> consumers,
               llvm::ArrayRef<mlir::Operation *> cone) const;
  /// Whether the group stays one without those ops of the cone that nothing
  /// else reads.
  bool canLose(Node group, llvm::ArrayRef<mlir::Operation *> cone);
  /// Whether an op is a view or a copy that each kernel has for itself.
  bool isOnlyInKernels(mlir::Operation *op) const;
  static bool isWidening(mlir::Operation *op);

  mlir::Block &block;
  /// Views and leaves that someone outside of all regions needs in memory; each
  /// is an op of some region. Others are made anew in every region that uses
  /// them.
  llvm::SmallPtrSet<mlir::Operation *, 16> writtenOut;
  OrderedGraph graph;
  /// Ops that are nodes, in block order; the position is the node's number.
  /// Null where `recompute` erased one.
  std::vector<mlir::Operation *> nodes;
  std::vector<mlir::Operation *> sources, sinks, unused;
  /// Whether a region can hold the node, and if so, whether it runs over one
  /// element only.
  std::vector<bool> groupable, scalar;
  /// Whether it is a cast that widens.
  std::vector<bool> widens;
  std::vector<FusionRole> roleOf;
  /// How many elements its result has.
  std::vector<int64_t> elements;
  OperationMap<Node> nodeOf;
  UseGraph uses;
  /// Nodes of each representative, ascending.
  std::vector<llvm::SmallVector<Node, 1>> members;
  /// How many ops the kernel of each representative has.
  std::vector<size_t> sizes;
  /// Forms of representatives' kernels, where they are known.
  std::vector<std::optional<FusionForm>> forms;
  ElementwiseGroups elementwise{nodeOf, uses};
  ColumnGroups columns{nodeOf, uses};
  std::optional<CallPath> calls;
  /// Pairs of groups that do not merge, with the size that they had.
  llvm::DenseMap<std::pair<Node, Node>, size_t> refused;
  /// Whether a merge was refused for its size alone.
  bool isHeldBack = false;
  bool useCosts;
  CostModel model;
  std::unordered_map<RegionKey, std::optional<Kernel>, RegionKeyHash> kernels;
  /// How long its keys are together.
  size_t keptWords = 0;
  /// Costs of representatives; negative for those that are not known yet.
  std::vector<double> costs;
  /// Whether someone outside of all groups needs the node's result.
  std::vector<bool> isNeededInMemory;
  /// Whether other groups have copies of the node.
  std::vector<bool> isCopied;
  /// By representative the ops that `recompute` gave the group, each with the
  /// node in place of which it stands, ascending.
  llvm::DenseMap<Node, std::vector<std::pair<Node, mlir::Operation *>>> copies;
  /// The ops of all units, one unit after the other, and whether it is known of
  /// each that its result is needed.
  std::vector<mlir::Operation *> unitOps;
  std::vector<uint8_t> unitOpsNeeded;
  /// The units of nodes, and of ops that `recompute` added.
  std::vector<unsigned> unitOfNode;
  llvm::DenseMap<mlir::Operation *, unsigned> unitOfCopy;
};

/// What stage 9 rewrites before it groups the ops of a block, in order.
struct BlockContents {
  llvm::SmallVector<mlir::Operation *> reductions;
  llvm::SmallVector<SizeOp> sizes;
  llvm::SmallVector<TransposeOp> transposes;
  llvm::SmallVector<IfOp> branches;
  /// Views and reshapes of so many others that a copy is due.
  llvm::SmallVector<mlir::Operation *> deepViews;
};

/// Makes a branch independent of what is around it: its regions, and those in
/// them, read block arguments only, so that each can be fused by itself.
void isolateBranch(IfOp branch);

/// Rewrites what grouping does not want to see: reductions of axes that are not
/// adjacent become one reduction a run, innermost first (P4), each size is
/// asked of a constant of the same shape, so that it depends on no computation,
/// and long chains of views are cut by copies.
void prepareForFusion(const BlockContents &contents);

/// Lets reductions of all elements read what is reshaped for them in its own
/// shape.
void reduceBeforeReshapes(llvm::ArrayRef<mlir::Operation *> reductions);

/// Offers grouping a copy of each large transpose that a reduction reads: where
/// the copy joins the reduction's group it costs nothing, and where the
/// elements would be gathered one by one it is a kernel of its own.
void offerTransposedCopies(llvm::ArrayRef<TransposeOp> transposes);

/// Replaces the units by `amp.fused` regions and sorts the block.
void outlineRegions(mlir::Block &block, Grouping &grouping);

} // namespace amp

#endif // AMP_LIB_TRANSFORMS_FUSION_GROUPING_H
