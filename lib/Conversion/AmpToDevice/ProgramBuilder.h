// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From a scheduled function to a device program: where each value lives, what
// is launched, multiplied and copied, and in which order.

#ifndef AMP_LIB_CONVERSION_AMPTODEVICE_PROGRAMBUILDER_H
#define AMP_LIB_CONVERSION_AMPTODEVICE_PROGRAMBUILDER_H

#include "Analysis/FusionRoles.h"
#include "Analysis/OrderedGraph.h"
#include "Analysis/ValueMap.h"
#include "Conversion/AmpToDevice/KernelBuilder.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace amp {

class ProgramBuilder {
public:
  ProgramBuilder(mlir::func::FuncOp function, KernelBuilder &kernels)
      : ProgramBuilder(function, function.front(), kernels) {}

  /// Makes the program and puts it before the function, which is left as it is
  /// and still has the name; the caller erases it. Emits an error at an op that
  /// no program can perform.
  mlir::FailureOr<device::ProgramOp> run();

private:
  /// For the block of a region in `function`.
  ProgramBuilder(mlir::func::FuncOp function, mlir::Block &block,
                 KernelBuilder &kernels)
      : function(function), block(block), kernels(kernels),
        bufferBuilder(function.getContext()), builder(function.getContext()) {}

  using Node = OrderedGraph::Node;

  /// The number of a value that is no alias, in `roots`.
  using Number = unsigned;

  /// A value that is no alias, where it lives and where it comes from.
  struct Root {
    mlir::Value value;
    /// Null until it is placed.
    mlir::Value buffer;
    /// The step that makes it, if one does.
    std::optional<Node> maker;
    /// The position in `variables` of the one that it is read from, if any.
    std::optional<size_t> variable;
  };
  /// A copy from one buffer to another, at the start or the end.
  struct Copy {
    mlir::Value source, target;
  };
  /// An op that becomes a launch or a library call.
  struct Step {
    mlir::Operation *op;
    /// Null for a call and a branch.
    const RegionKernel *kernel;
    /// The values in memory that it reads: those that the kernel loads or the
    /// call's operands, without the views that they are read through.
    llvm::SmallVector<Number, 4> reads;
    /// The number of the first result; the others follow.
    Number firstResult = 0;
  };
  /// What is known of a variable that the block reads or writes.
  struct Variable {
    mlir::Value buffer;
    /// What renews it in place, or none for a copy at the end.
    std::optional<Node> renewedBy;
    bool isWritten = false;
    /// Whether its old value leaves the function.
    bool isCopiedOut = false;
    /// The steps that read its old value, with the position among what each
    /// reads.
    llvm::SmallVector<std::pair<Node, unsigned>, 2> readers;
  };

  /// An op that uses memory which is not the block's own.
  struct Access {
    mlir::Operation *op;
    /// The position in `variables` of the one that a read or write names.
    size_t variable = 0;
  };

  mlir::LogicalResult collectSteps();
  void addStep(mlir::Operation *op, const RegionKernel *kernel);
  void createBoundaryBuffers(device::ProgramOp program);
  void placeResults();
  /// Notes who reads each variable.
  void findReaders();
  void placeWrites();
  void placeReturns();
  /// The variable that a root is read from, or null.
  Variable *findVariable(Number root);
  bool mayRenewInPlace(const Root &root, const Variable &variable);
  /// Decides whether `value` is made in `target`, else copies it there.
  void bindOrCopy(mlir::Value value, mlir::Value target, bool mayBind);
  void buildGraph();
  void batchLaunches();
  mlir::LogicalResult emit();
  /// An op that is an entry of the list by itself: a product or a scatter.
  mlir::LogicalResult emitCall(mlir::Operation *op);
  /// One launch of the kernel of all steps of `batch`, or the launches of the
  /// kernels that it is split into.
  void emitLaunches(llvm::ArrayRef<Node> batch);
  void emitStages(llvm::ArrayRef<Node> batch, const SplitKernel &split);
  /// The buffers of a step in the order of its kernel's arguments.
  llvm::SmallVector<mlir::Value> getKernelBuffers(Node node);
  mlir::LogicalResult emitProduct(mlir::Operation *op);
  /// Emits a branch with the steps of its regions, each by a builder of its
  /// own.
  mlir::LogicalResult emitBranch(IfOp op);

  mlir::Value createBuffer(device::BufferSpace space, mlir::StringAttr name,
                           mlir::Value like);
  /// An i64 attribute, which MLIR takes longer to find.
  mlir::IntegerAttr getInteger(int64_t value);
  /// The number of a value that is no alias, a new one for a new value.
  Number getNumber(mlir::Value root);
  /// The same of what a value is, through aliases.
  Number getRootNumber(mlir::Value value) {
    return getNumber(skipAliases(value));
  }
  /// The buffer of a value, through aliases.
  mlir::Value getBuffer(mlir::Value value) {
    return getRootBuffer(getRootNumber(value));
  }
  /// The buffer of a root.
  mlir::Value getRootBuffer(Number root);
  /// The same for an operand of a product, through a transpose as well, which
  /// flips `isTransposed`.
  mlir::Value getMatrix(mlir::Value value, bool &isTransposed);
  mlir::func::FuncOp function;
  mlir::Block &block;
  KernelBuilder &kernels;
  mlir::OpBuilder bufferBuilder, builder;
  /// Whether the steps are those of a region; buffers then stand before the
  /// outermost branch around it.
  bool isNested = false;
  std::vector<Step> steps;
  /// What steps read and make, so that a value is looked up once a use.
  std::vector<Root> roots;
  ValueMap<Number> numberOf;
  OrderedGraph graph;
  /// Steps of each representative, which are launches of one kernel.
  std::vector<llvm::SmallVector<Node, 1>> batches;
  llvm::DenseMap<int64_t, mlir::IntegerAttr> integers;
  /// The type of the buffer of a tensor of each type.
  llvm::DenseMap<mlir::Type, mlir::MemRefType> bufferTypes;
  std::vector<Variable> variables;
  /// The ops without results and, outside of regions, the reads, in order.
  std::vector<Access> accesses;
  llvm::SmallVector<mlir::Value> outputs;
  llvm::SmallVector<Copy> first, last;
};

} // namespace amp

#endif // AMP_LIB_CONVERSION_AMPTODEVICE_PROGRAMBUILDER_H
