// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The steps of a program, their order and their emission. Where values live is
// decided in Placement.cpp.

#include "Conversion/AmpToDevice/ProgramBuilder.h"

#include <numeric>

using namespace mlir;
using namespace amp;

/// Whether the op is one entry of the list by itself.
static bool isCall(Operation *op) {
  auto fusible = dyn_cast<Fusible>(op);
  return fusible && (fusible.getFusionKind() == FusionKind::Anchor ||
                     fusible.getFusionKind() == FusionKind::Call);
}

LogicalResult ProgramBuilder::collectSteps() {
  // To grow a table costs as much as to fill it.
  size_t count = block.getOperations().size();
  steps.reserve(count);
  roots.reserve(count);
  numberOf.reserve(count);
  for (Operation &op : block) {
    bool isRead = isa<ReadOp>(op) && !isNested;
    if (isRead || op.getNumResults() == 0)
      accesses.push_back({&op});
    if (isRead || isa<WriteOp, YieldOp, func::ReturnOp>(op))
      continue;
    if (auto fused = dyn_cast<FusedOp>(op)) {
      FailureOr<const RegionKernel *> kernel = kernels.build(fused);
      if (failed(kernel))
        return failure();
      addStep(&op, *kernel);
      continue;
    }
    if (isCall(&op) || isa<IfOp>(op)) {
      addStep(&op, nullptr);
      continue;
    }
    FusionRole role = getFusionRole(&op);
    if (role != FusionRole::View && role != FusionRole::Reshape &&
        !op.hasTrait<OpTrait::ConstantLike>())
      return op.emitError("expects a fused region, a library call, a view or a "
                          "branch in a device program");
  }
  return success();
}

void ProgramBuilder::addStep(Operation *op, const RegionKernel *kernel) {
  Node node = steps.size();
  Step &step = steps.emplace_back(Step{op, kernel, {}});
  // Uses come later, so that all results are new.
  step.firstResult = roots.size();
  for (Value result : op->getResults())
    roots[getNumber(result)].maker = node;
  if (step.kernel) {
    for (unsigned input : step.kernel->inputs)
      step.reads.push_back(getRootNumber(op->getOperand(input)));
    return;
  }
  auto fusible = dyn_cast<Fusible>(op);
  bool isProduct = fusible && fusible.getFusionKind() == FusionKind::Anchor;
  for (Value operand : op->getOperands()) {
    TransposeOp transpose =
        isProduct ? getMatrixTranspose(operand) : TransposeOp();
    step.reads.push_back(
        getRootNumber(transpose ? transpose.getInput() : operand));
  }
}

void ProgramBuilder::buildGraph() {
  graph.reserve(steps.size());
  batches.reserve(steps.size());
  for (const Step &step : steps) {
    Node node = graph.addNode();
    batches.push_back({node});
    for (Number root : step.reads) {
      std::optional<Node> maker = roots[root].maker;
      if (!maker)
        continue;
      bool added = graph.addEdge(*maker, node);
      assert(added && "the function is in topological order");
    }
  }
  // A renewed variable loses its old value: all other readers come before.
  for (auto [index, step] : llvm::enumerate(steps))
    for (Number root : step.reads) {
      Variable *variable = findVariable(root);
      if (!variable || !variable->renewedBy || *variable->renewedBy == index)
        continue;
      bool added = graph.addEdge(index, *variable->renewedBy);
      assert(added && "renewal in place was checked to come last");
    }
}

void ProgramBuilder::batchLaunches() {
  DenseMap<Operation *, Node> latest;
  for (Node node = 0; node < steps.size(); ++node) {
    if (!steps[node].kernel)
      continue;
    auto [it, isFirst] = latest.insert({steps[node].kernel->kernel, node});
    if (isFirst)
      continue;
    Node other = graph.find(it->second);
    it->second = node;
    // The instances of a launch run at the same time, so none may need another;
    // the graph itself would contract an edge.
    if (llvm::is_contained(graph.getPredecessors(node), other) ||
        !graph.merge(other, node))
      continue;
    SmallVector<Node, 1> both = std::move(batches[other]);
    both.push_back(node);
    batches[other].clear();
    batches[node].clear();
    batches[graph.find(node)] = std::move(both);
  }
}

LogicalResult ProgramBuilder::emitCall(Operation *op) {
  auto fusible = cast<Fusible>(op);
  if (fusible.getFusionKind() == FusionKind::Anchor)
    return emitProduct(op);
  if (auto pack = dyn_cast<PackOp>(op)) {
    ArrayRef<int64_t> shape = shapeOf(pack.getInput());
    bool transpose = pack.getTranspose();
    device::PackOp::create(builder, op->getLoc(), getBuffer(pack.getInput()),
                           getBuffer(pack.getResult()), shape[transpose],
                           shape[!transpose], transpose);
    return success();
  }
  if (!isa<ScatterAddOp, ScatterAddElementsOp>(op))
    return op->emitError("expects a call known to device programs");
  Value updates = op->getOperand(0), indices = op->getOperand(1);
  Value result = op->getResult(0);
  bool elements = isa<ScatterAddElementsOp>(op);
  size_t axis = op->getAttrOfType<IntegerAttr>("axis").getInt();
  ArrayRef<int64_t> shape = shapeOf(result);
  auto product = [](ArrayRef<int64_t> extents) {
    return std::accumulate(extents.begin(), extents.end(), int64_t(1),
                           std::multiplies<int64_t>());
  };
  int64_t rows = elements ? shapeOf(indices)[axis] : product(shapeOf(indices));
  auto number = [&](int64_t value) { return builder.getI64IntegerAttr(value); };
  device::ScatterAddOp::create(
      builder, op->getLoc(), getBuffer(updates), getBuffer(indices),
      getBuffer(result), number(product(shape.take_front(axis))), number(rows),
      number(shape[axis]), number(product(shape.drop_front(axis + 1))),
      elements ? builder.getUnitAttr() : UnitAttr());
  return success();
}

SmallVector<Value> ProgramBuilder::getKernelBuffers(Node node) {
  const Step &step = steps[node];
  SmallVector<Value> operands;
  for (Number root : step.reads)
    operands.push_back(getRootBuffer(root));
  for (Number i = 0; i != step.op->getNumResults(); ++i)
    operands.push_back(getRootBuffer(step.firstResult + i));
  return operands;
}

void ProgramBuilder::emitStages(ArrayRef<Node> batch,
                                const SplitKernel &split) {
  device::KernelOp kernel = steps[batch.front()].kernel->kernel;
  int64_t dim = *kernel.getReductionDim();
  // The step's own buffers, then the scratch, for each instance.
  std::vector<SmallVector<Value>> buffersOf;
  for (Node node : batch) {
    SmallVector<Value> &buffers =
        buffersOf.emplace_back(getKernelBuffers(node));
    for (const StageScratch &scratch : split.scratch)
      buffers.push_back(device::BufferOp::create(
          bufferBuilder, steps[node].op->getLoc(), device::BufferSpace::Arena,
          "", scratch.elementType,
          getScratchCount(kernel, scratch, steps[node].kernel->extent)));
  }
  for (const StageLaunch &launch : split.launches) {
    device::KernelOp stage = launch.kernel;
    SmallVector<Value> operands;
    SmallVector<int64_t> extents, sizes;
    for (auto [node, buffers] : llvm::zip_equal(batch, buffersOf)) {
      const RegionKernel &instance = *steps[node].kernel;
      for (unsigned number : launch.buffers)
        operands.push_back(buffers[number]);
      int64_t extent = instance.extent;
      if (launch.countsChunks)
        extent = kernel.getNumChunks(extent);
      extents.push_back(stage.getRank() == 0 ? 1 : extent);
      sizes.append(instance.sizes);
      if (launch.takesExtent)
        sizes.push_back(dim == 0 ? instance.extent : kernel.getExtents()[dim]);
    }
    kernels.use(stage);
    device::LaunchOp::create(builder, steps[batch.front()].op->getLoc(), stage,
                             operands, extents, sizes);
  }
}

void ProgramBuilder::emitLaunches(ArrayRef<Node> batch) {
  SmallVector<Value> operands;
  SmallVector<int64_t> extents, sizes;
  for (Node node : batch) {
    extents.push_back(steps[node].kernel->extent);
    sizes.append(steps[node].kernel->sizes);
  }
  device::KernelOp kernel = steps[batch.front()].kernel->kernel;
  if (const SplitKernel *split = kernels.split(kernel, extents))
    return emitStages(batch, *split);
  for (Node node : batch)
    operands.append(getKernelBuffers(node));
  kernels.use(kernel);
  device::LaunchOp::create(builder, steps[batch.front()].op->getLoc(), kernel,
                           operands, extents, sizes);
}

LogicalResult ProgramBuilder::emit() {
  Location location = function.getLoc();
  for (Copy copy : first)
    device::CopyOp::create(builder, location, copy.source, copy.target);
  for (Node representative : graph.getOrder()) {
    ArrayRef<Node> batch = batches[representative];
    Step &step = steps[batch.front()];
    if (!step.kernel) {
      auto branch = dyn_cast<IfOp>(step.op);
      if (failed(branch ? emitBranch(branch) : emitCall(step.op)))
        return failure();
      continue;
    }
    emitLaunches(batch);
  }
  for (Copy copy : last)
    device::CopyOp::create(builder, location, copy.source, copy.target);
  return success();
}

LogicalResult ProgramBuilder::emitBranch(IfOp op) {
  // Buffers that the regions need stand before the branch, and so do those that
  // it shares with what comes later.
  for (Value result : op.getResults())
    getBuffer(result);
  SmallVector<Value> inputs;
  for (Value input : op.getInputs())
    inputs.push_back(getBuffer(input));
  auto branch =
      device::IfOp::create(builder, op.getLoc(), getBuffer(op.getCondition()));
  for (auto [from, to] :
       llvm::zip_equal(op->getRegions(), branch->getRegions())) {
    ProgramBuilder region(function, from.front(), kernels);
    if (isNested)
      region.bufferBuilder.restoreInsertionPoint(
          bufferBuilder.saveInsertionPoint());
    else
      region.bufferBuilder.setInsertionPoint(branch);
    region.isNested = true;
    for (auto [argument, buffer] : llvm::zip_equal(from.getArguments(), inputs))
      region.roots[region.getNumber(argument)].buffer = buffer;
    Operation *yield = from.front().getTerminator();
    if (failed(region.collectSteps()))
      return failure();
    for (auto [value, result] :
         llvm::zip_equal(yield->getOperands(), op.getResults()))
      region.bindOrCopy(value, getBuffer(result), /*mayBind=*/true);
    region.buildGraph();
    region.batchLaunches();
    region.builder.setInsertionPointToEnd(&to.front());
    if (failed(region.emit()))
      return failure();
  }
  return success();
}

/// Buffers have sizes: fails at the first value of a function that has none.
static LogicalResult verifySizes(func::FuncOp function) {
  auto verify = [](Operation *op, TypeRange types) -> LogicalResult {
    for (Type type : types) {
      auto tensor = dyn_cast<RankedTensorType>(type);
      if (!tensor || !tensor.hasStaticShape())
        return op->emitError("expects tensors of static shapes in a device "
                             "program, got ")
               << type;
    }
    return success();
  };
  if (failed(verify(function, function.getArgumentTypes())))
    return failure();
  for (Operation &op : function.front())
    if (failed(verify(&op, op.getResultTypes())))
      return failure();
  return success();
}

FailureOr<device::ProgramOp> ProgramBuilder::run() {
  if (failed(verifySizes(function)))
    return failure();
  if (failed(collectSteps()))
    return failure();
  builder.setInsertionPoint(function);
  auto program =
      device::ProgramOp::create(builder, function.getLoc(), function.getName());
  // Buffers stand before the steps.
  bufferBuilder.setInsertionPointToStart(&program.getBody().front());
  createBoundaryBuffers(program);
  placeResults();
  buildGraph();
  batchLaunches();
  builder.setInsertionPointToEnd(&program.getBody().front());
  if (failed(emit()))
    return failure();
  return program;
}
