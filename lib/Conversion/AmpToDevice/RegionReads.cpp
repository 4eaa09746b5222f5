// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the body of a kernel reads: loads at the strides that the iteration
// space gives, gathers at computed places, positions, numbers that a launch
// gives.

#include "Conversion/AmpToDevice/GatherPlaces.h"
#include "Conversion/AmpToDevice/RegionEmitter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace amp;

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
  Value operand = region->getOperand(argument.getArgNumber());
  return hasFixedShape(operand) ? 0 : source.getOuterOffset();
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
    return convertScalar(builder, location, index, type);
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
  return sizeOf[leaf] = convertScalar(builder, location, number, type);
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
