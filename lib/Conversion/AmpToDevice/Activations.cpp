// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Scalar bodies of the activations. Their error, on top of that of the math
// functions they call: relu none; sigmoid 3 ULP for an exp good to 1 ULP; gelu
// 4 ULP of the larger of |x| and the result, since 1 + erf cancels for negative
// x, as it does in every implementation of the formula.

#include "FusibleModels.h"

#include "amp/IR/Types.h"

#include <numbers>

using namespace mlir;
using namespace amp;
using namespace amp::lowering;

static Value emitRelu(ReluOp op, Scalars &b, ValueRange operands) {
  Type result = elementType(op.getResult());
  Type compute = scalarComputeType(result);
  Value value = b.convert(operands[0], compute);
  Value zero = b.constant(0, compute);
  if (!isa<FloatType>(compute))
    return arith::MaxSIOp::create(b, value, zero);
  // Unordered or greater keeps NaN; -0 is not greater and becomes +0.
  Value keeps =
      arith::CmpFOp::create(b, arith::CmpFPredicate::UGT, value, zero);
  return b.convert(arith::SelectOp::create(b, keeps, value, zero), result);
}

/// With e = exp(-|x|) in (0, 1] nothing overflows and no digits cancel:
/// 1 / (1 + e) for x >= 0, e / (1 + e) below.
static Value emitSigmoid(SigmoidOp op, Scalars &b, ValueRange operands) {
  Type result = elementType(op.getResult());
  Type compute = scalarComputeType(result);
  Value value = b.convert(operands[0], compute);
  Value one = b.constant(1, compute);
  Value magnitude = math::AbsFOp::create(b, value);
  Value small = math::ExpOp::create(b, arith::NegFOp::create(b, magnitude));
  Value isPositive = arith::CmpFOp::create(b, arith::CmpFPredicate::OGE, value,
                                           b.constant(0, compute));
  Value numerator = arith::SelectOp::create(b, isPositive, one, small);
  Value denominator = arith::AddFOp::create(b, one, small);
  return b.convert(arith::DivFOp::create(b, numerator, denominator), result);
}

/// x * (1 + inner) / 2, with inner the odd function of the chosen kind; halving
/// first is exact and cannot overflow.
static Value emitGelu(GeluOp op, Scalars &b, ValueRange operands) {
  Type result = elementType(op.getResult());
  Type compute = scalarComputeType(result);
  auto mul = [&](Value lhs, Value rhs) -> Value {
    return arith::MulFOp::create(b, lhs, rhs);
  };
  auto add = [&](Value lhs, Value rhs) -> Value {
    return arith::AddFOp::create(b, lhs, rhs);
  };
  Value x = b.convert(operands[0], compute);
  Value inner;
  switch (op.getApproximate()) {
  case GeluKind::Erf:
    inner = math::ErfOp::create(
        b, mul(x, b.constant(std::numbers::sqrt2 / 2, compute)));
    break;
  case GeluKind::Tanh: {
    Value cubic = mul(b.constant(0.044715, compute), mul(mul(x, x), x));
    Value scale =
        b.constant(std::numbers::sqrt2 * std::numbers::inv_sqrtpi, compute);
    inner = math::TanhOp::create(b, mul(scale, add(x, cubic)));
    break;
  }
  }
  Value half = mul(x, b.constant(0.5, compute));
  return b.convert(mul(half, add(b.constant(1, compute), inner)), result);
}

void amp::lowering::registerActivations(MLIRContext *context) {
  ReluOp::attachInterface<ElementwiseModel<ReluOp, emitRelu>>(*context);
  SigmoidOp::attachInterface<ElementwiseModel<SigmoidOp, emitSigmoid>>(
      *context);
  GeluOp::attachInterface<ElementwiseModel<GeluOp, emitGelu>>(*context);
}
