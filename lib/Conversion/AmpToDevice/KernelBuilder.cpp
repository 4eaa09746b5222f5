// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Emission of kernel bodies: loads at the strides that the iteration space
// gives, the scalar body of each op, reductions in their accumulate type,
// stores.

#include "Conversion/AmpToDevice/KernelBuilder.h"

#include "Conversion/AmpToDevice/Domain.h"
#include "Conversion/AmpToDevice/GatherPlaces.h"
#include "Conversion/AmpToDevice/KernelNames.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace amp;

/// Converts a scalar between numeric types; floats round once.
static Value convert(OpBuilder &builder, Location location, Value value,
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

namespace {

/// Builds the kernel of one region.
class RegionEmitter {
public:
  RegionEmitter(FusedOp region, ModuleOp module)
      : region(region), body(region.getBody().front()),
        builder(module.getBodyRegion()) {
    builder.setInsertionPointToEnd(module.getBody());
  }
  FailureOr<RegionKernel> run();

private:
  SmallVector<SmallVector<int64_t>> collectAccesses();
  Value emitOperand(Operation *op, unsigned index);
  Value emitLoad(BlockArgument argument, const Source &source);
  /// An element of a leaf; `positions` are those of a gather's operand.
  Value emitLeaf(Operation *leaf, const Source &source, Location location,
                 ArrayRef<Value> positions = {});
  Value emitGather(Operation *op);
  /// The position along a dimension of the space, -1 for the only one.
  Value emitPosition(int dim, Location location);
  /// A number that may depend on the batch.
  Value emitSize(int64_t count, Location location);
  /// The part of an access's offset that may depend on the batch: where it
  /// starts along the outermost dimension of what is no variable or constant.
  int64_t getRunTimeOffset(BlockArgument argument, const Source &source);
  /// The sum of the positions times these strides along the domain.
  Value emitSum(ArrayRef<int64_t> strides, Location location);
  Value emitReduction(Operation *op, Value operand);
  LogicalResult emit(Operation *op);

  FusedOp region;
  Block &body;
  OpBuilder builder;
  /// The ops that compute, and the views and leaves that are results.
  SmallVector<Operation *> ops;
  std::optional<IterationSpace> space;
  std::optional<Domain> domain;
  RegionKernel result;
  DenseMap<Value, Value> scalars;
  DenseMap<unsigned, unsigned> argumentOf;
  SmallVector<std::pair<std::pair<unsigned, SmallVector<int64_t>>, Value>>
      loads;
  DenseMap<Operation *, Value> sizeOf;
};

} // namespace

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

Value RegionEmitter::emitLoad(BlockArgument argument, const Source &source) {
  SmallVector<int64_t> place = domain->join(space->getStrides(source));
  int64_t moved = getRunTimeOffset(argument, source);
  int64_t offset = source.getOffset() - moved;
  place.append({offset, moved});
  auto key = std::make_pair(argumentOf.lookup(argument.getArgNumber()), place);
  auto known =
      llvm::find_if(loads, [&](auto &load) { return load.first == key; });
  if (known != loads.end())
    return known->second;
  Location location = region.getLoc();
  Value buffer = result.kernel.getBody().getArgument(key.first);
  ArrayRef<int64_t> strides = ArrayRef(place).drop_back(2);
  Value loaded;
  if (moved == 0) {
    loaded = device::LoadOp::create(builder, location, buffer, strides, offset);
  } else {
    Value always =
        arith::ConstantOp::create(builder, location, builder.getBoolAttr(true));
    loaded = device::GatherOp::create(builder, location, buffer,
                                      emitSize(moved, location), always,
                                      strides, offset);
  }
  loads.push_back({key, loaded});
  return loaded;
}

int64_t RegionEmitter::getRunTimeOffset(BlockArgument argument,
                                        const Source &source) {
  Operation *definition =
      skipAliases(region->getOperand(argument.getArgNumber())).getDefiningOp();
  bool isFixed = definition && (isa<ReadOp>(definition) ||
                                definition->hasTrait<OpTrait::ConstantLike>());
  return isFixed ? 0 : source.getOuterOffset();
}

Value RegionEmitter::emitPosition(int dim, Location location) {
  if (dim < 0)
    return arith::ConstantOp::create(builder, location,
                                     builder.getI64IntegerAttr(0));
  return emitSum(domain->join(space->getSteps(dim)), location);
}

Value RegionEmitter::emitSize(int64_t count, Location location) {
  result.sizes.push_back(count);
  return device::SizeOp::create(
      builder, location, builder.getI64Type(),
      builder.getI64IntegerAttr(result.sizes.size() - 1));
}

Value RegionEmitter::emitLeaf(Operation *leaf, const Source &source,
                              Location location, ArrayRef<Value> positions) {
  Type type =
      cast<RankedTensorType>(leaf->getResult(0).getType()).getElementType();
  if (ElementsAttr value; matchPattern(leaf, m_Constant(&value)))
    return arith::ConstantOp::create(builder, location,
                                     value.getSplatValue<TypedAttr>());
  if (auto iota = dyn_cast<IotaOp>(leaf)) {
    // start + step * position.
    int64_t axis = iota.getAxis();
    int computed = source.computed[axis];
    Value index = computed >= 0 ? positions[computed] : Value();
    if (!index || source.dims[axis] >= 0) {
      Value moved = emitPosition(source.dims[axis], location);
      index = index ? arith::AddIOp::create(builder, location, index, moved)
                    : moved;
    }
    auto number = [&](int64_t value) {
      return arith::ConstantOp::create(builder, location,
                                       builder.getI64IntegerAttr(value));
    };
    if (source.steps[axis] != 1)
      index = arith::MulIOp::create(builder, location, index,
                                    number(source.steps[axis]));
    if (int64_t start = source.starts[axis])
      index = arith::AddIOp::create(builder, location, index,
                                    axis == 0 ? emitSize(start, location)
                                              : Value(number(start)));
    return convert(builder, location, index, type);
  }
  auto size = cast<SizeOp>(leaf);
  if (Value known = sizeOf.lookup(leaf))
    return known;
  int64_t count = 1;
  for (int64_t axis : size.getAxes())
    count *= shapeOf(size.getInput())[axis];
  Value number;
  if (!domain->getExtents().empty() && domain->getExtents()[0] == count)
    number = device::ExtentOp::create(builder, location, builder.getI64Type(),
                                      builder.getI64IntegerAttr(0));
  else
    number = emitSize(count, location);
  return sizeOf[leaf] = convert(builder, location, number, type);
}

Value RegionEmitter::emitGather(Operation *op) {
  Location location = op->getLoc();
  SmallVector<Value> indices;
  for (unsigned index = 1; index < op->getNumOperands(); ++index)
    indices.push_back(emitOperand(op, index));
  auto position = [&](unsigned dim) {
    return emitPosition(space->getDims(op->getResult(0))[dim], location);
  };
  auto count = [&](unsigned dim, int64_t value) -> Value {
    if (dim == 0)
      return emitSize(value, location);
    return arith::ConstantOp::create(builder, location,
                                     builder.getI64IntegerAttr(value));
  };
  GatherPlace place = emitGatherPlace(builder, op, indices, {position, count});
  const Source &source = space->getSource(op, 0);
  auto argument = dyn_cast<BlockArgument>(source.root);
  Value value;
  if (!argument) {
    value = emitLeaf(source.root.getDefiningOp(), source, location,
                     place.positions);
  } else if (!place.condition) {
    value = emitLoad(argument, source);
  } else {
    Value index;
    for (auto [dim, computed] : llvm::enumerate(source.computed)) {
      if (computed < 0)
        continue;
      Value stride = arith::ConstantOp::create(
          builder, location,
          builder.getI64IntegerAttr(source.getComputedStride(dim)));
      Value term = arith::MulIOp::create(builder, location,
                                         place.positions[computed], stride);
      index =
          index ? arith::AddIOp::create(builder, location, index, term) : term;
    }
    int64_t moved = getRunTimeOffset(argument, source);
    if (moved != 0) {
      Value start = emitSize(moved, location);
      index = index ? arith::AddIOp::create(builder, location, index, start)
                    : start;
    }
    unsigned number = argumentOf.lookup(argument.getArgNumber());
    value = device::GatherOp::create(
        builder, location, result.kernel.getBody().getArgument(number), index,
        place.condition, domain->join(space->getStrides(source)),
        source.getOffset() - moved);
  }
  if (!place.condition)
    return value;
  Value otherwise =
      arith::ConstantOp::create(builder, location, place.otherwise);
  return arith::SelectOp::create(builder, location, place.condition, value,
                                 otherwise);
}

Value RegionEmitter::emitOperand(Operation *op, unsigned index) {
  const Source &source = space->getSource(op, index);
  if (source.isInternal)
    return scalars.lookup(source.root);
  if (auto argument = dyn_cast<BlockArgument>(source.root))
    return emitLoad(argument, source);
  return emitLeaf(source.root.getDefiningOp(), source, op->getLoc());
}

Value RegionEmitter::emitSum(ArrayRef<int64_t> strides, Location location) {
  Type type = builder.getI64Type();
  auto constant = [&](int64_t value) {
    return arith::ConstantOp::create(builder, location,
                                     builder.getI64IntegerAttr(value));
  };
  Value position;
  for (auto [dim, stride] : llvm::enumerate(strides)) {
    if (stride == 0)
      continue;
    Value index = device::IndexOp::create(builder, location, type,
                                          builder.getI64IntegerAttr(dim));
    if (stride != 1)
      index = arith::MulIOp::create(builder, location, index, constant(stride));
    position = position
                   ? arith::AddIOp::create(builder, location, position, index)
                   : index;
  }
  return position ? position : constant(0);
}

Value RegionEmitter::emitReduction(Operation *op, Value operand) {
  ReductionInfo info = getReductionInfo(op);
  Location location = op->getLoc();
  Type type =
      cast<RankedTensorType>(op->getResult(0).getType()).getElementType();
  Value value = convert(builder, location, operand, info.accumulate);
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
  return convert(builder, location, value, type);
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
  Value value;
  if (role == FusionRole::View)
    value = operands[0];
  else if (role == FusionRole::Reduction)
    value = emitReduction(op, operands[0]);
  else
    value = cast<Fusible>(op).emitScalar(builder, operands);
  if (!value)
    return op->emitError("expects an op with a scalar body in a kernel");
  scalars[op->getResult(0)] = value;
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

KernelBuilder::KernelBuilder(ModuleOp module, SymbolTable &symbols,
                             SplitRule splitRule)
    : module(module), symbols(symbols), splitRule(splitRule) {}

/// The kernel's text with its name cut out: equal text is equal structure.
static std::string getStructure(device::KernelOp kernel) {
  StringAttr name = kernel.getSymNameAttr();
  kernel.setSymName("kernel");
  std::string text;
  llvm::raw_string_ostream stream(text);
  kernel->print(stream, OpPrintingFlags()
                            .enableDebugInfo(false)
                            .useLocalScope()
                            .assumeVerified());
  kernel.setSymNameAttr(name);
  return text;
}

device::KernelOp KernelBuilder::add(device::KernelOp kernel) {
  auto [it, isNew] = byText.try_emplace(getStructure(kernel), kernel);
  if (!isNew) {
    kernel.erase();
    return it->second;
  }
  // The table renames what it is given.
  symbols.insert(kernel, module.getBody()->end());
  return kernel;
}

FailureOr<RegionKernel> KernelBuilder::build(FusedOp region) {
  RegionKey key = makeRegionKey(region);
  if (auto known = byRegion.find(key); known != byRegion.end())
    return known->second;
  FailureOr<RegionKernel> built = buildAnew(region);
  if (succeeded(built))
    byRegion.try_emplace(std::move(key), *built);
  return built;
}

FailureOr<RegionKernel> KernelBuilder::buildAnew(FusedOp region) {
  FailureOr<RegionKernel> built = RegionEmitter(region, module).run();
  if (failed(built))
    return failure();
  built->kernel->remove();
  built->kernel = add(built->kernel);
  return built;
}

const SplitKernel *KernelBuilder::split(device::KernelOp kernel,
                                        ArrayRef<int64_t> extents) {
  if (!shouldSplit(kernel, extents, splitRule))
    return nullptr;
  auto [it, isNew] = splits.try_emplace(kernel);
  if (isNew) {
    it->second = splitKernel(kernel);
    for (StageLaunch &launch : it->second.launches)
      launch.kernel = add(launch.kernel);
  }
  return &it->second;
}

void KernelBuilder::eraseUnused() {
  for (auto &[kernel, split] : splits)
    if (!used.contains(kernel))
      symbols.erase(kernel);
}
