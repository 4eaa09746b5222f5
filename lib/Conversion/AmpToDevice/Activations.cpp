// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Scalar bodies of the activations of Elementwise.td; the bounds of their error
// are in amp/Conversion/MathBodies.h.

#include "FusibleModels.h"

#include "amp/Conversion/MathBodies.h"
#include "amp/IR/Types.h"

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

static Value emitGelu(GeluOp op, Scalars &b, ValueRange operands) {
  switch (op.getApproximate()) {
  case GeluKind::Erf:
    return emitBody<emitGeluErf>(op, b, operands);
  case GeluKind::Tanh:
    return emitBody<emitGeluTanh>(op, b, operands);
  }
  llvm_unreachable("both formulas are covered");
}

void amp::lowering::registerActivations(MLIRContext *context) {
  ReluOp::attachInterface<ElementwiseModel<ReluOp, emitRelu>>(*context);
  SigmoidOp::attachInterface<
      ElementwiseModel<SigmoidOp, emitBody<emitSigmoid>>>(*context);
  GeluOp::attachInterface<ElementwiseModel<GeluOp, emitGelu>>(*context);
}
