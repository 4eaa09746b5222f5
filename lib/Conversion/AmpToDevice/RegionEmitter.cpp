// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Emission of kernel bodies: the accesses that make the domain, the scalar body
// of each op, reductions in their accumulate type, stores.

#include "Conversion/AmpToDevice/RegionEmitter.h"

#include "Conversion/AmpToDevice/KernelNames.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace amp;

Value amp::convertScalar(OpBuilder &builder, Location location, Value value,
                         Type type) {
  Type from = value.getType();
  if (from == type)
    return value;
  bool isBool = from.isInteger(1);
  if (isa<FloatType>(type)) {
    if (isBool)
      return arith::UIToFPOp::create(builder, location, type, value);
    if (isa<IntegerType>(from))
      return arith::SIToFPOp::create(builder, location, type, value);
    if (from.getIntOrFloatBitWidth() < type.getIntOrFloatBitWidth())
      return arith::ExtFOp::create(builder, location, type, value);
    if (from.getIntOrFloatBitWidth() > type.getIntOrFloatBitWidth())
      return arith::TruncFOp::create(builder, location, type, value);
    // Between the 16-bit types, through the f32 that holds both.
    value =
        arith::ExtFOp::create(builder, location, builder.getF32Type(), value);
    return arith::TruncFOp::create(builder, location, type, value);
  }
  assert(isa<IntegerType>(from) && "reductions do not make floats integers");
  if (from.getIntOrFloatBitWidth() > type.getIntOrFloatBitWidth())
    return arith::TruncIOp::create(builder, location, type, value);
  if (isBool)
    return arith::ExtUIOp::create(builder, location, type, value);
  return arith::ExtSIOp::create(builder, location, type, value);
}

static bool readsPosition(Operation *op) {
  auto fusible = dyn_cast<Fusible>(op);
  return fusible && fusible.readsPosition();
}

SmallVector<SmallVector<int64_t>> RegionEmitter::collectAccesses() {
  SmallVector<SmallVector<int64_t>> accesses;
  // A position changes along one dimension only, which so stays by itself, or
  // along neighbours that are joined.
  auto addPosition = [&](int dim) {
    if (dim >= 0)
      accesses.push_back(space->getSteps(dim));
  };
  auto addIndex = [&](Operation *op, ArrayRef<int> dims) {
    if (auto iota = dyn_cast_or_null<IotaOp>(op))
      addPosition(dims[iota.getAxis()]);
  };
  for (Operation *op : ops) {
    if (getFusionRole(op) == FusionRole::Leaf) {
      addIndex(op, space->getDims(op->getResult(0)));
      continue;
    }
    if (getFusionRole(op) == FusionRole::Gather)
      for (const GatherDim &dim : cast<Fusible>(op).getGatherDims())
        if (dim.checkedDim >= 0)
          addPosition(space->getDims(op->getResult(0))[dim.checkedDim]);
    // A position is counted as the elements of a dense result are.
    if (readsPosition(op))
      accesses.push_back(space->getStrides(op->getResult(0)));
    for (unsigned index = 0; index < op->getNumOperands(); ++index) {
      const Source &source = space->getSource(op, index);
      if (source.isInternal)
        continue;
      if (auto argument = dyn_cast<BlockArgument>(source.root)) {
        accesses.push_back(space->getStrides(source));
        if (argumentOf.insert({argument.getArgNumber(), result.inputs.size()})
                .second)
          result.inputs.push_back(argument.getArgNumber());
      } else {
        addIndex(source.root.getDefiningOp(), source.dims);
      }
    }
  }
  for (Value value : body.getTerminator()->getOperands())
    accesses.push_back(space->getStrides(value));
  return accesses;
}

Value RegionEmitter::emitReduction(Operation *op, Value operand) {
  ReductionInfo info = getReductionInfo(op);
  Location location = op->getLoc();
  Type type =
      cast<RankedTensorType>(op->getResult(0).getType()).getElementType();
  Value value = convertScalar(builder, location, operand, info.accumulate);
  bool combines = llvm::any_of(info.axes, [&](int64_t axis) {
    return shapeOf(op->getOperand(0))[axis] != 1;
  });
  if (combines) {
    static constexpr device::ReduceKind kinds[] = {device::ReduceKind::Add,
                                                   device::ReduceKind::Max,
                                                   device::ReduceKind::Min};
    value = device::ReduceOp::create(builder, location, kinds[info.combination],
                                     value);
  } else if (info.combination == ReductionInfo::Sum &&
             isa<FloatType>(info.accumulate)) {
    // A sum starts from +0, which makes a single -0 a +0.
    Value zero = arith::ConstantOp::create(
        builder, location, builder.getZeroAttr(info.accumulate));
    value = arith::AddFOp::create(builder, location, zero, value);
  }
  return convertScalar(builder, location, value, type);
}

LogicalResult RegionEmitter::emit(Operation *op) {
  FusionRole role = getFusionRole(op);
  if (role == FusionRole::Leaf) {
    // A leaf that is written out is read as if by a view of itself.
    Source whole;
    whole.root = op->getResult(0);
    whole.dims.assign(space->getDims(whole.root));
    whole.starts.assign(whole.dims.size(), 0);
    whole.steps.assign(whole.dims.size(), 1);
    whole.computed.assign(whole.dims.size(), -1);
    scalars[whole.root] = emitLeaf(op, whole, op->getLoc());
    return success();
  }
  if (role == FusionRole::Gather) {
    scalars[op->getResult(0)] = emitGather(op);
    return success();
  }
  SmallVector<Value> operands;
  for (unsigned index = 0; index < op->getNumOperands(); ++index)
    operands.push_back(emitOperand(op, index));
  if (readsPosition(op))
    operands.push_back(emitSum(
        domain->join(space->getStrides(op->getResult(0))), op->getLoc()));
  SmallVector<Value> values;
  if (role == FusionRole::View)
    values = {operands[0]};
  else if (role == FusionRole::Reduction)
    values = {emitReduction(op, operands[0])};
  else
    values = cast<Fusible>(op).emitScalars(builder, operands);
  if (values.empty())
    return op->emitError("expects an op with a scalar body in a kernel");
  for (auto [result, value] : llvm::zip_equal(op->getResults(), values))
    scalars[result] = value;
  return success();
}

FailureOr<RegionKernel> RegionEmitter::run() {
  Operation *yield = body.getTerminator();
  for (Operation &op : body.without_terminator())
    if (isComputation(getFusionRole(&op)) ||
        llvm::is_contained(op.getUsers(), yield))
      ops.push_back(&op);
  if (ops.empty() || !(space = IterationSpace::infer(ops)))
    return region.emitError("expects a region that one kernel can hold");
  domain.emplace(*space, collectAccesses());

  SmallVector<int64_t> extents(domain->getExtents());
  if (!extents.empty())
    result.extent = std::exchange(extents[0], device::runTimeExtent);
  SmallVector<Type> types;
  for (unsigned input : result.inputs)
    types.push_back(getElementTypeOrSelf(body.getArgument(input)));
  for (Value value : yield->getOperands())
    types.push_back(getElementTypeOrSelf(value));
  result.kernel =
      device::KernelOp::create(builder, region.getLoc(), getKernelName(ops),
                               extents, domain->getReductionDim(), types);
  builder.setInsertionPointToEnd(&result.kernel.getBody().front());
  for (Operation *op : ops)
    if (failed(emit(op)))
      return failure();
  for (auto [index, value] : llvm::enumerate(yield->getOperands()))
    device::StoreOp::create(
        builder, region.getLoc(), scalars.lookup(value),
        result.kernel.getBody().getArgument(result.inputs.size() + index),
        domain->join(space->getStrides(value)), int64_t(0));
  result.kernel.setNumSizes(result.sizes.size());
  return result;
}
