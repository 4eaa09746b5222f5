// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Scalar bodies of arithmetic, comparison, logic, selection, casts, math. An
// op widens its operands to f32 (f64 ops stay in f64, integers in their own
// type, where they wrap), computes once and rounds once.

#include "FusibleModels.h"

#include "amp/IR/Types.h"

using namespace mlir;
using namespace amp;
using namespace amp::lowering;

/// Applies an op of arith or math to the operands in the op's compute type,
/// one class for floats and one for integers, and converts to the result type.
template <typename FloatOp, typename IntegerOp, typename ConcreteOp>
static Value emitIn(ConcreteOp op, Scalars &b, ValueRange operands) {
  Type result = elementType(op.getResult());
  Type compute = scalarComputeType(result);
  SmallVector<Value> wide = b.convertAll(operands, compute);
  Value value;
  if (isa<FloatType>(compute))
    value = FloatOp::create(b, TypeRange(compute), ValueRange(wide));
  else
    value = IntegerOp::create(b, TypeRange(compute), ValueRange(wide));
  return b.convert(value, result);
}

/// The same for ops whose result is always a float.
template <typename FloatOp, typename ConcreteOp>
static Value emitFloat(ConcreteOp op, Scalars &b, ValueRange operands) {
  return emitIn<FloatOp, FloatOp>(op, b, operands);
}

/// f64 is exact for every operand type but i64, and one f64 power rounded to
/// the result is far closer than any power computed in f32.
static Value emitPow(PowOp op, Scalars &b, ValueRange operands) {
  SmallVector<Value> wide = b.convertAll(operands, b.getF64Type());
  Value power = math::PowFOp::create(b, wide[0], wide[1]);
  return b.convert(power, elementType(op.getResult()));
}

static arith::CmpFPredicate floatPredicate(Predicate predicate) {
  switch (predicate) {
  case Predicate::Eq:
    return arith::CmpFPredicate::OEQ;
  case Predicate::Ne:
    return arith::CmpFPredicate::UNE; // The one that holds for NaN.
  case Predicate::Lt:
    return arith::CmpFPredicate::OLT;
  case Predicate::Le:
    return arith::CmpFPredicate::OLE;
  case Predicate::Gt:
    return arith::CmpFPredicate::OGT;
  case Predicate::Ge:
    return arith::CmpFPredicate::OGE;
  }
  llvm_unreachable("all predicates are covered");
}

static arith::CmpIPredicate integerPredicate(Predicate predicate,
                                             bool isUnsigned) {
  using enum arith::CmpIPredicate;
  switch (predicate) {
  case Predicate::Eq:
    return eq;
  case Predicate::Ne:
    return ne;
  case Predicate::Lt:
    return isUnsigned ? ult : slt;
  case Predicate::Le:
    return isUnsigned ? ule : sle;
  case Predicate::Gt:
    return isUnsigned ? ugt : sgt;
  case Predicate::Ge:
    return isUnsigned ? uge : sge;
  }
  llvm_unreachable("all predicates are covered");
}

static Value emitCompare(CompareOp op, Scalars &b, ValueRange operands) {
  auto lhs = cast<RankedTensorType>(op.getLhs().getType());
  auto rhs = cast<RankedTensorType>(op.getRhs().getType());
  // A 0-d f32 meets an f16 tensor as f16: round there before widening.
  Type promoted = promoteElementTypes({lhs, rhs});
  SmallVector<Value> wide = b.convertAll(b.convertAll(operands, promoted),
                                         scalarComputeType(promoted));
  if (isa<FloatType>(promoted))
    return arith::CmpFOp::create(b, floatPredicate(op.getPredicate()), wide[0],
                                 wide[1]);
  // As a signed number, true would be -1.
  return arith::CmpIOp::create(
      b, integerPredicate(op.getPredicate(), promoted.isInteger(1)), wide[0],
      wide[1]);
}

static Value emitLogicalNot(LogicalNotOp, Scalars &b, ValueRange operands) {
  return arith::XOrIOp::create(b, operands[0],
                               b.constant(1, operands[0].getType()));
}

static Value emitSelect(SelectOp op, Scalars &b, ValueRange operands) {
  SmallVector<Value> values =
      b.convertAll(operands.drop_front(), elementType(op.getResult()));
  return arith::SelectOp::create(b, operands[0], values[0], values[1]);
}

static Value emitCast(CastOp op, Scalars &b, ValueRange operands) {
  return b.convert(operands[0], elementType(op.getResult()));
}

static Value emitIsFinite(IsFiniteOp op, Scalars &b, ValueRange operands) {
  Type compute = scalarComputeType(operands[0].getType());
  Value magnitude = math::AbsFOp::create(b, b.convert(operands[0], compute));
  // Ordered: false for NaN as well.
  return arith::CmpFOp::create(
      b, arith::CmpFPredicate::OLT, magnitude,
      b.constant(std::numeric_limits<double>::infinity(), compute));
}

static Value emitNeg(NegOp op, Scalars &b, ValueRange operands) {
  Type result = elementType(op.getResult());
  Value value = b.convert(operands[0], scalarComputeType(result));
  if (isa<FloatType>(result))
    return b.convert(arith::NegFOp::create(b, value), result);
  return arith::SubIOp::create(b, b.constant(0, result), value);
}

void amp::lowering::registerElementwise(MLIRContext *context) {
  AddOp::attachInterface<
      ElementwiseModel<AddOp, emitIn<arith::AddFOp, arith::AddIOp>>>(*context);
  SubOp::attachInterface<
      ElementwiseModel<SubOp, emitIn<arith::SubFOp, arith::SubIOp>>>(*context);
  MulOp::attachInterface<
      ElementwiseModel<MulOp, emitIn<arith::MulFOp, arith::MulIOp>>>(*context);
  DivOp::attachInterface<ElementwiseModel<DivOp, emitFloat<arith::DivFOp>>>(
      *context);
  PowOp::attachInterface<ElementwiseModel<PowOp, emitPow>>(*context);
  MaximumOp::attachInterface<
      ElementwiseModel<MaximumOp, emitIn<arith::MaximumFOp, arith::MaxSIOp>>>(
      *context);
  MinimumOp::attachInterface<
      ElementwiseModel<MinimumOp, emitIn<arith::MinimumFOp, arith::MinSIOp>>>(
      *context);
  CompareOp::attachInterface<ElementwiseModel<CompareOp, emitCompare>>(
      *context);
  LogicalAndOp::attachInterface<
      ElementwiseModel<LogicalAndOp, emitIn<arith::AndIOp, arith::AndIOp>>>(
      *context);
  LogicalOrOp::attachInterface<
      ElementwiseModel<LogicalOrOp, emitIn<arith::OrIOp, arith::OrIOp>>>(
      *context);
  LogicalXorOp::attachInterface<
      ElementwiseModel<LogicalXorOp, emitIn<arith::XOrIOp, arith::XOrIOp>>>(
      *context);
  LogicalNotOp::attachInterface<ElementwiseModel<LogicalNotOp, emitLogicalNot>>(
      *context);
  SelectOp::attachInterface<ElementwiseModel<SelectOp, emitSelect>>(*context);
  CastOp::attachInterface<ElementwiseModel<CastOp, emitCast>>(*context);
  IsFiniteOp::attachInterface<ElementwiseModel<IsFiniteOp, emitIsFinite>>(
      *context);
  NegOp::attachInterface<ElementwiseModel<NegOp, emitNeg>>(*context);
  AbsOp::attachInterface<
      ElementwiseModel<AbsOp, emitIn<math::AbsFOp, math::AbsIOp>>>(*context);
  ExpOp::attachInterface<ElementwiseModel<ExpOp, emitFloat<math::ExpOp>>>(
      *context);
  LogOp::attachInterface<ElementwiseModel<LogOp, emitFloat<math::LogOp>>>(
      *context);
  SqrtOp::attachInterface<ElementwiseModel<SqrtOp, emitFloat<math::SqrtOp>>>(
      *context);
  TanhOp::attachInterface<ElementwiseModel<TanhOp, emitFloat<math::TanhOp>>>(
      *context);
  ErfOp::attachInterface<ElementwiseModel<ErfOp, emitFloat<math::ErfOp>>>(
      *context);
}
