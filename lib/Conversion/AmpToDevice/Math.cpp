// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Scalar bodies of the unary ops of Math.td: exact ones, and math functions
// whose bodies and bounds are those of MathBodies.

#include "FusibleModels.h"

#include "amp/Conversion/MathBodies.h"
#include "amp/IR/Types.h"

using namespace mlir;
using namespace amp;
using namespace amp::lowering;

/// Rounds floats to whole numbers; integers are whole.
template <typename MathOp, typename ConcreteOp>
static Value emitRounding(ConcreteOp op, Scalars &b, ValueRange operands) {
  Type result = elementType(op.getResult());
  if (!isa<FloatType>(result))
    return operands[0];
  Value value = b.convert(operands[0], scalarComputeType(result));
  return b.convert(MathOp::create(b, value), result);
}

static Value emitSign(SignOp op, Scalars &b, ValueRange operands) {
  Type result = elementType(op.getResult());
  Type compute = scalarComputeType(result);
  Value value = b.convert(operands[0], compute), zero = b.constant(0, compute);
  // NaN is neither above nor below.
  auto is = [&](arith::CmpFPredicate real,
                arith::CmpIPredicate whole) -> Value {
    if (isa<FloatType>(compute))
      return arith::CmpFOp::create(b, real, value, zero);
    return arith::CmpIOp::create(b, whole, value, zero);
  };
  Value above = is(arith::CmpFPredicate::OGT, arith::CmpIPredicate::sgt);
  Value below = is(arith::CmpFPredicate::OLT, arith::CmpIPredicate::slt);
  Value rest = arith::SelectOp::create(b, below, b.constant(-1, compute), zero);
  return b.convert(
      arith::SelectOp::create(b, above, b.constant(1, compute), rest), result);
}

/// One op of `math` in the compute type.
template <typename MathOp, typename ConcreteOp>
static Value emitMath(ConcreteOp op, Scalars &b, ValueRange operands) {
  Type result = elementType(op.getResult());
  Value value = b.convert(operands[0], scalarComputeType(result));
  return b.convert(MathOp::create(b, value), result);
}

template <typename ConcreteOp, Value (*emit)(ConcreteOp, Scalars &, ValueRange)>
static void attach(MLIRContext *context) {
  ConcreteOp::template attachInterface<ElementwiseModel<ConcreteOp, emit>>(
      *context);
}

void amp::lowering::registerMath(MLIRContext *context) {
  attach<FloorOp, emitRounding<math::FloorOp>>(context);
  attach<CeilOp, emitRounding<math::CeilOp>>(context);
  attach<RoundOp, emitRounding<math::RoundEvenOp>>(context);
  attach<TruncOp, emitRounding<math::TruncOp>>(context);
  attach<SignOp, emitSign>(context);
  attach<RsqrtOp, emitMath<math::RsqrtOp>>(context);
  attach<SinOp, emitMath<math::SinOp>>(context);
  attach<CosOp, emitMath<math::CosOp>>(context);
  attach<Log2Op, emitMath<math::Log2Op>>(context);
  attach<Log1pOp, emitMath<math::Log1pOp>>(context);
  attach<Expm1Op, emitMath<math::ExpM1Op>>(context);
  attach<ErfcOp, emitMath<math::ErfcOp>>(context);
  attach<ReciprocalOp, emitBody<emitReciprocal>>(context);
  attach<SiluOp, emitBody<emitSilu>>(context);
  attach<SoftplusOp, emitBody<emitSoftplus>>(context);
}
