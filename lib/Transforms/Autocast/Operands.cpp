// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operands that classes and promotion cover, read off interfaces and traits.

#include "Transforms/Autocast/Operands.h"

#include "amp/IR/Types.h"

using namespace mlir;
using namespace amp;

static bool covers(Castable op, OpOperand &operand) {
  return op.isCastableOperand(operand.getOperandNumber());
}

bool amp::isCovered(Operation *op) {
  auto castable = dyn_cast<Castable>(op);
  return castable && llvm::any_of(op->getOpOperands(), [&](OpOperand &operand) {
           return covers(castable, operand);
         });
}

SmallVector<OpOperand *> amp::eligibleOperands(Operation *op) {
  SmallVector<OpOperand *> operands;
  auto castable = dyn_cast<Castable>(op);
  if (!castable)
    return operands;
  for (OpOperand &operand : op->getOpOperands())
    if (covers(castable, operand) && isEligible(elementType(operand.get())))
      operands.push_back(&operand);
  return operands;
}

SmallVector<OpOperand *> amp::promotedOperands(Operation *op) {
  SmallVector<OpOperand *> operands;
  // The condition of a select is no number.
  bool select = isa<SelectOp>(op);
  if (!select && !op->hasTrait<InferPromoted>() &&
      !op->hasTrait<InferFloat>() && !op->hasTrait<InferPredicate>() &&
      !op->hasTrait<PromotesOperands>())
    return operands;
  for (OpOperand &operand : op->getOpOperands().drop_front(select ? 1 : 0))
    operands.push_back(&operand);
  return operands;
}

Type amp::promotedType(Operation *op, ArrayRef<RankedTensorType> types) {
  Type promoted = promoteElementTypes(types);
  if (op->hasTrait<InferFloat>() && !isa<FloatType>(promoted))
    return Float32Type::get(op->getContext());
  return promoted;
}

bool amp::movesElements(Operation *op) {
  // An op that no policy may ask to compute in a given precision computes
  // nothing.
  auto castable = dyn_cast<Castable>(op);
  return castable && isCovered(op) && op->getNumResults() == 1 &&
         !llvm::is_contained(castable.getPermittedCastClasses(),
                             CastClass::Low);
}

bool amp::keepsWrittenTypes(Operation *op) {
  // Casts convert from whatever they are given, and an op that may follow its
  // input (amp.size) does not look at the elements.
  auto castable = dyn_cast<Castable>(op);
  if (!castable)
    return true;
  return !isCovered(op) && !isa<CastOp, YieldOp>(op) &&
         !llvm::is_contained(castable.getPermittedCastClasses(),
                             CastClass::Follow);
}

bool amp::wantsFullOutput(Castable op) {
  if (!op.acceptsDtype())
    return false;
  for (OpOperand &operand : op->getOpOperands())
    if (covers(op, operand))
      return isEligible(elementType(operand.get()));
  return false;
}
