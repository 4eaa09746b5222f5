// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads and stores of the emitter: contiguous or masked vectors, gathers and
// scatters along other strides, scalars where an access stays along the lanes.

#include "BodyEmitter.h"
#include "FloatFormats.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace amp;

Value amp::fromMemory(OpBuilder &builder, Location loc, Value value,
                      Type element) {
  Type type = value.getType();
  if (element.isF16())
    return arith::BitcastOp::create(builder, loc, getTypeLike(type, element),
                                    value);
  if (!element.isInteger(1))
    return value;
  Value zero =
      arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, value,
                               zero);
}

Value amp::toMemory(OpBuilder &builder, Location loc, Value value,
                    Type element) {
  Type memory = getTypeLike(value.getType(), getMemoryType(element));
  if (element.isF16())
    return arith::BitcastOp::create(builder, loc, memory, value);
  if (element.isInteger(1))
    return arith::ExtUIOp::create(builder, loc, memory, value);
  return value;
}

Value BodyEmitter::getAddress(ArrayRef<int64_t> strides, int64_t offset,
                              Scope &scope) {
  Value address;
  for (auto [dim, stride] : llvm::enumerate(strides)) {
    if (stride == 0)
      continue;
    Value term = scope.indices[dim];
    if (stride != 1)
      term = op<arith::MulIOp>(term, stride);
    address = address ? op<arith::AddIOp>(address, term) : term;
  }
  if (!address)
    return index(offset);
  return offset == 0 ? address : op<arith::AddIOp>(address, offset);
}

Value BodyEmitter::getBuffer(Value argument) {
  return function.getArgument(cast<BlockArgument>(argument).getArgNumber());
}

Value BodyEmitter::getLaneOffsets(int64_t stride) {
  VectorType type = getWideType(builder.getIndexType());
  Value steps = vector::StepOp::create(builder, loc, type);
  return arith::MulIOp::create(builder, loc, steps, widen(index(stride)));
}

Value BodyEmitter::getMask(Scope &scope) {
  return scope.mask ? scope.mask : createMask(lanes);
}

Value BodyEmitter::emitLoad(device::LoadOp load, Scope &scope) {
  Value buffer = getBuffer(load.getBuffer());
  Type element = load.getType();
  Type memory = getMemoryType(element);
  Value address = getAddress(load.getStrides(), load.getOffset(), scope);
  int64_t stride = laneDim < 0 ? 0 : load.getStrides()[laneDim];
  Value value;
  if (stride == 0) {
    value = memref::LoadOp::create(builder, loc, buffer, address);
  } else {
    VectorType type = getWideType(memory);
    Value fill =
        arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
    if (stride != 1)
      value = vector::GatherOp::create(builder, loc, type, buffer, address,
                                       getLaneOffsets(stride), getMask(scope),
                                       fill);
    else if (scope.mask)
      value = vector::MaskedLoadOp::create(builder, loc, type, buffer, address,
                                           scope.mask, fill);
    else
      value = vector::LoadOp::create(builder, loc, type, buffer, address);
  }
  return fromMemory(builder, loc, value, element);
}

Value BodyEmitter::emitGather(device::GatherOp gather, bool wide,
                              Scope &scope) {
  Value buffer = getBuffer(gather.getBuffer());
  Type element = gather.getType();
  Type type = getMemoryType(element);
  if (wide)
    type = getWideType(type);
  Value zero =
      arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
  Value condition = get(gather.getCondition(), scope);
  Value index = gather.getIndex() ? get(gather.getIndex(), scope) : Value();
  Value address = getAddress(gather.getStrides(), gather.getOffset(), scope);
  auto isWide = [](Value value) {
    return value && isa<VectorType>(value.getType());
  };
  auto asIndex = [&](Value value) -> Value {
    return arith::IndexCastOp::create(
        builder, loc, getTypeLike(value.getType(), builder.getIndexType()),
        value);
  };
  if (index && !isWide(index))
    address = op<arith::AddIOp>(address, asIndex(index));
  int64_t stride = laneDim < 0 ? 0 : gather.getStrides()[laneDim];
  // One element, or neighbours that are all there or not: a branch, so that no
  // lane is masked but those at the end of a row.
  bool isPlain = !isWide(index) && stride == (wide ? 1 : 0);
  Value value;
  if (isPlain && !isWide(condition)) {
    auto branch = scf::IfOp::create(
        builder, loc, condition,
        [&](OpBuilder &, Location) {
          Value loaded;
          if (!wide)
            loaded = memref::LoadOp::create(builder, loc, buffer, address);
          else if (scope.mask)
            loaded = vector::MaskedLoadOp::create(
                builder, loc, cast<VectorType>(type), buffer, address,
                scope.mask, zero);
          else
            loaded = vector::LoadOp::create(
                builder, loc, cast<VectorType>(type), buffer, address);
          scf::YieldOp::create(builder, loc, loaded);
        },
        [&](OpBuilder &, Location) {
          scf::YieldOp::create(builder, loc, zero);
        });
    return fromMemory(builder, loc, branch.getResult(0), element);
  }
  Value mask = widen(condition);
  if (scope.mask)
    mask = op<arith::AndIOp>(mask, scope.mask);
  if (isPlain) {
    value = vector::MaskedLoadOp::create(builder, loc, cast<VectorType>(type),
                                         buffer, address, mask, zero);
  } else {
    Value offsets = getLaneOffsets(stride);
    if (isWide(index))
      offsets = op<arith::AddIOp>(offsets, asIndex(index));
    value = vector::GatherOp::create(builder, loc, cast<VectorType>(type),
                                     buffer, address, offsets, mask, zero);
  }
  return fromMemory(builder, loc, value, element);
}

void BodyEmitter::store(device::StoreOp store, Scope &scope, bool isScalar) {
  Value buffer = getBuffer(store.getBuffer());
  Type element = store.getValue().getType();
  Value value = get(store.getValue(), scope);
  Value address = getAddress(store.getStrides(), store.getOffset(), scope);
  int64_t stride = laneDim < 0 ? 0 : store.getStrides()[laneDim];
  if (isScalar)
    stride = 0;
  if (stride == 0) {
    // Either the lanes are reduced or there is only one.
    if (isa<VectorType>(value.getType()))
      value = getLane(value, 0);
    memref::StoreOp::create(
        builder, loc, toMemory(builder, loc, value, element), buffer, address);
    return;
  }
  value = toMemory(builder, loc, widen(value), element);
  if (stride != 1)
    vector::ScatterOp::create(builder, loc, Type(), buffer, address,
                              getLaneOffsets(stride), getMask(scope), value);
  else if (scope.mask)
    vector::MaskedStoreOp::create(builder, loc, buffer, address, scope.mask,
                                  value);
  else
    vector::StoreOp::create(builder, loc, value, buffer, address);
}
