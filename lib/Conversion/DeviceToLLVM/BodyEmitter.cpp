// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The emitter: function, scopes, and one vector or scalar op for each op of the
// body. Loads and stores are in BodyMemory.cpp, loops in the forms' own files.

#include "BodyEmitter.h"
#include "FloatFormats.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace amp;

Value Scope::lookup(Value value) const {
  for (const Scope *scope = this; scope; scope = scope->parent)
    if (Value found = scope->values.lookup(value))
      return found;
  return {};
}

Type amp::getValueType(Type type) {
  return type.isBF16() ? IntegerType::get(type.getContext(), 16) : type;
}

Type amp::getMemoryType(Type type) {
  if (type.isBF16() || type.isF16())
    return IntegerType::get(type.getContext(), 16);
  if (type.isInteger(1))
    return IntegerType::get(type.getContext(), 8);
  return type;
}

SmallVector<device::StoreOp> amp::getStores(device::KernelOp kernel) {
  return llvm::to_vector(kernel.getBody().front().getOps<device::StoreOp>());
}

bool amp::isExpensive(Operation *op) {
  if (isa<arith::DivFOp, arith::RemFOp, arith::DivSIOp, arith::DivUIOp,
          arith::RemSIOp, arith::RemUIOp>(op))
    return true;
  return isa_and_present<math::MathDialect>(op->getDialect()) &&
         !isa<math::AbsFOp, math::AbsIOp, math::CeilOp, math::CopySignOp,
              math::FloorOp, math::FmaOp, math::RoundEvenOp, math::TruncOp,
              math::IsNaNOp, math::IsInfOp, math::IsFiniteOp>(op);
}

int64_t amp::chooseLanes(device::KernelOp kernel) {
  ArrayRef<int64_t> extents = kernel.getExtents();
  bool small = !extents.empty() && extents.back() != device::runTimeExtent &&
               extents.back() <= device::rowLanes / 2;
  return small ? device::rowLanes / 2 : device::rowLanes;
}

BodyEmitter::BodyEmitter(OpBuilder &builder, device::KernelOp kernel,
                         StringRef name)
    : builder(builder), loc(kernel.getLoc()), kernel(kernel), levels(kernel),
      laneDim(kernel.getRank() - 1), lanes(chooseLanes(kernel)) {
  Type indexType = builder.getIndexType();
  SmallVector<Type> types;
  for (BlockArgument argument : kernel.getBody().getArguments()) {
    auto type = cast<MemRefType>(argument.getType());
    types.push_back(MemRefType::get({ShapedType::kDynamic},
                                    getMemoryType(type.getElementType())));
  }
  types.push_back(indexType);
  types.append(kernel.getNumSizes(), builder.getI64Type());
  types.append(2, indexType);
  function = func::FuncOp::create(builder, loc, name,
                                  builder.getFunctionType(types, {}));
  Block *entry = function.addEntryBlock();
  Block::BlockArgListType arguments =
      entry->getArguments().drop_front(kernel.getBody().getNumArguments());
  runTimeExtent = arguments.front();
  sizes.assign(arguments.begin() + 1, arguments.end() - 2);
  begin = arguments[arguments.size() - 2];
  end = arguments.back();
  builder.setInsertionPointToStart(entry);
  func::ReturnOp::create(builder, loc);
  builder.setInsertionPointToStart(entry);
}

Value BodyEmitter::index(int64_t value) {
  return arith::ConstantIndexOp::create(builder, loc, value);
}

std::optional<int64_t> BodyEmitter::getStaticExtent(int64_t dim) {
  int64_t extent = kernel.getExtents()[dim];
  if (extent == device::runTimeExtent)
    return std::nullopt;
  return extent;
}

Value BodyEmitter::getExtent(int64_t dim) {
  if (std::optional<int64_t> extent = getStaticExtent(dim))
    return index(*extent);
  return runTimeExtent;
}

void BodyEmitter::setIndices(Scope &scope, Value flat, ArrayRef<int64_t> dims) {
  SmallVector<int64_t> counts;
  for (int64_t dim : dims)
    counts.push_back(kernel.getExtents()[dim]);
  setIndices(scope, flat, dims, counts);
}

void BodyEmitter::setIndices(Scope &scope, Value flat, ArrayRef<int64_t> dims,
                             ArrayRef<int64_t> counts) {
  if (dims.empty())
    return;
  // The outermost position is what remains, so its extent is never asked for
  // and the run-time extent never divides.
  for (size_t i = dims.size() - 1; i != 0; --i) {
    // An empty domain has no units; 1 only keeps the division defined.
    Value count = index(std::max<int64_t>(counts[i], 1));
    scope.indices[dims[i]] = op<arith::RemUIOp>(flat, count);
    flat = op<arith::DivUIOp>(flat, count);
  }
  scope.indices[dims.front()] = flat;
}

SmallVector<Value>
BodyEmitter::loop(Value low, Value high, int64_t step, ValueRange init,
                  function_ref<SmallVector<Value>(Value, ValueRange)> body) {
  auto loop = scf::ForOp::create(
      builder, loc, low, high, index(step), init,
      [&](OpBuilder &, Location, Value position, ValueRange carried) {
        SmallVector<Value> next = body(position, carried);
        scf::YieldOp::create(builder, loc, next);
      });
  return SmallVector<Value>(loop.getResults());
}

void BodyEmitter::loop(Value low, Value high, int64_t step,
                       function_ref<void(Value)> body) {
  loop(low, high, step, {}, [&](Value position, ValueRange) {
    body(position);
    return SmallVector<Value>();
  });
}

Value BodyEmitter::roundDown(Value low, Value high, int64_t step) {
  Value length = op<arith::SubIOp>(high, low);
  Value rest = op<arith::RemUIOp>(length, step);
  return op<arith::SubIOp>(high, rest);
}

Scope BodyEmitter::createRoot() {
  Scope root;
  Value zero = kernel.getRank() == 0 ? Value() : index(0);
  root.indices.assign(kernel.getRank(), zero);
  return root;
}

VectorType BodyEmitter::getWideType(Type type) {
  return VectorType::get({lanes}, type);
}

Value BodyEmitter::createMask(Value count) {
  return vector::CreateMaskOp::create(
      builder, loc, getWideType(builder.getI1Type()), ValueRange{count});
}

Value BodyEmitter::createMask(int64_t count) {
  SmallVector<bool> bits(lanes);
  std::fill_n(bits.begin(), count, true);
  VectorType type = getWideType(builder.getI1Type());
  return arith::ConstantOp::create(builder, loc, type,
                                   DenseElementsAttr::get(type, bits));
}

Value BodyEmitter::getLane(Value value, int64_t lane) {
  return vector::ExtractOp::create(builder, loc, value, lane);
}

Value BodyEmitter::widen(Value value) {
  if (isa<VectorType>(value.getType()))
    return value;
  VectorType type = getWideType(value.getType());
  if (auto constant = value.getDefiningOp<arith::ConstantOp>())
    return arith::ConstantOp::create(
        builder, loc, type,
        DenseElementsAttr::get(type, Attribute(constant.getValue())));
  return vector::BroadcastOp::create(builder, loc, type, value);
}

Value BodyEmitter::get(Value value, Scope &scope) {
  if (Value found = scope.lookup(value))
    return found;
  bool wide = levels.variesAlong(value, laneDim);
  Value result = emit(value.getDefiningOp(), wide, scope);
  scope.values[value] = result;
  return result;
}

Value BodyEmitter::getWide(Value value, Scope &scope) {
  return widen(get(value, scope));
}

void BodyEmitter::hoist(ArrayRef<Value> roots, Scope &scope, uint64_t dims,
                        int64_t phase) {
  SmallVector<Value> stack(roots);
  llvm::DenseSet<Value> seen;
  while (!stack.empty()) {
    Value value = stack.pop_back_val();
    if (!seen.insert(value).second || scope.lookup(value))
      continue;
    if ((levels.getDims(value) & dims) == 0 &&
        levels.getPhase(value) <= phase) {
      get(value, scope);
      continue;
    }
    for (Value operand : value.getDefiningOp()->getOperands())
      if (!isa<BlockArgument>(operand))
        stack.push_back(operand);
  }
}

Value BodyEmitter::emitConstant(TypedAttr attr) {
  if (attr.getType().isBF16())
    attr = builder.getIntegerAttr(
        builder.getIntegerType(16),
        cast<FloatAttr>(attr).getValue().bitcastToAPInt());
  return arith::ConstantOp::create(builder, loc, attr);
}

Value BodyEmitter::emit(Operation *operation, bool wide, Scope &scope) {
  auto operand = [&](unsigned number) {
    Value value = get(operation->getOperand(number), scope);
    return wide ? widen(value) : value;
  };
  auto type = [&](Value value) { return value.getType(); };
  return llvm::TypeSwitch<Operation *, Value>(operation)
      .Case([&](arith::ConstantOp op) { return emitConstant(op.getValue()); })
      .Case([&](device::LoadOp op) { return emitLoad(op, scope); })
      .Case([&](device::GatherOp op) { return emitGather(op, wide, scope); })
      .Case([&](device::SizeOp op) { return sizes[op.getNumber()]; })
      .Case([&](device::ExtentOp op) -> Value {
        return arith::IndexCastOp::create(builder, loc, builder.getI64Type(),
                                          getExtent(op.getDim()));
      })
      .Case([&](device::IndexOp op) -> Value {
        Value position = scope.indices[op.getDim()];
        if (wide) {
          Value steps = vector::StepOp::create(
              builder, loc, getWideType(builder.getIndexType()));
          position =
              arith::AddIOp::create(builder, loc, widen(position), steps);
        }
        return arith::IndexCastOp::create(
            builder, loc, getTypeLike(type(position), builder.getI64Type()),
            position);
      })
      .Case([&](arith::ExtFOp op) {
        return emitExtend(builder, loc, operand(0), type(op.getIn()),
                          type(op.getOut()));
      })
      .Case([&](arith::TruncFOp op) {
        return emitTruncate(builder, loc, operand(0), type(op.getIn()),
                            type(op.getOut()));
      })
      .Case([&](arith::BitcastOp op) -> Value {
        Value in = operand(0);
        Type out = getTypeLike(type(in), getValueType(type(op.getOut())));
        if (type(in) == out)
          return in;
        return arith::BitcastOp::create(builder, loc, out, in);
      })
      .Default([&](Operation *) { return emitClone(operation, wide, scope); });
}

Value BodyEmitter::emitClone(Operation *operation, bool wide, Scope &scope) {
  OperationState state(loc, operation->getName());
  for (Value operand : operation->getOperands()) {
    Value value = get(operand, scope);
    state.operands.push_back(wide ? widen(value) : value);
  }
  // A lane that does not exist divides by its fill value, and a division by
  // zero traps.
  if (scope.mask && wide &&
      isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp,
          arith::CeilDivSIOp, arith::CeilDivUIOp, arith::FloorDivSIOp>(
          operation)) {
    Value divisor = state.operands[1];
    auto type = cast<VectorType>(divisor.getType());
    Value one = arith::ConstantOp::create(
        builder, loc,
        DenseElementsAttr::get(
            type, Attribute(builder.getIntegerAttr(type.getElementType(), 1))));
    state.operands[1] =
        arith::SelectOp::create(builder, loc, scope.mask, divisor, one);
  }
  for (Type type : operation->getResultTypes()) {
    Type value = getValueType(type);
    state.addTypes(wide ? getWideType(value) : value);
  }
  state.addAttributes(operation->getAttrs());
  return builder.create(state)->getResult(0);
}

Value BodyEmitter::combine(device::ReduceKind kind, Value lhs, Value rhs) {
  bool real = isa<FloatType>(getElementTypeOrSelf(lhs.getType()));
  switch (kind) {
  case device::ReduceKind::Add:
    return real ? op<arith::AddFOp>(lhs, rhs) : op<arith::AddIOp>(lhs, rhs);
  case device::ReduceKind::Mul:
    return real ? op<arith::MulFOp>(lhs, rhs) : op<arith::MulIOp>(lhs, rhs);
  case device::ReduceKind::Max:
    return real ? op<arith::MaximumFOp>(lhs, rhs)
                : op<arith::MaxSIOp>(lhs, rhs);
  case device::ReduceKind::Min:
    return real ? op<arith::MinimumFOp>(lhs, rhs)
                : op<arith::MinSIOp>(lhs, rhs);
  case device::ReduceKind::And:
    return op<arith::AndIOp>(lhs, rhs);
  case device::ReduceKind::Or:
    return op<arith::OrIOp>(lhs, rhs);
  }
  llvm_unreachable("all kinds are covered");
}

Value BodyEmitter::getNeutral(device::ReduceOp reduce, bool wide) {
  Value neutral = emitConstant(
      device::getNeutralElement(reduce.getKind(), reduce.getType()));
  return wide ? widen(neutral) : neutral;
}
