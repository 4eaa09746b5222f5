// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The verifier of stage 2. It derives what each op demands from its rule alone,
// never from the policy, so that it also holds for graphs that a file brings.

#include "Transforms/Autocast/Operands.h"
#include "Transforms/Autocast/Policy.h"
#include "amp/IR/Types.h"
#include "amp/Transforms/Autodiff.h"
#include "amp/Transforms/Passes.h"

using namespace mlir;
using namespace amp;

namespace amp {
#define GEN_PASS_DEF_VERIFYAUTOCAST
#include "TransformsPasses.h.inc"
} // namespace amp

/// Returns the value under a cast of this origin, or the value itself.
static Value lookThrough(Value value, CastOrigin origin) {
  auto cast = value.getDefiningOp<CastOp>();
  return cast && cast.getOrigin() == origin ? cast.getInput() : value;
}

/// Returns the type that the rule of `op` demands of eligible operands; null if
/// it demands none.
static Type demandedType(Operation *op, RuleAttr rule) {
  if (auto pinned = op->getAttrOfType<TypeAttr>(pinnedAttrName))
    return pinned.getValue();
  Type f32 = Float32Type::get(op->getContext());
  auto anySource = [&](auto condition) {
    return llvm::any_of(eligibleOperands(op), [&](OpOperand *operand) {
      return condition(
          elementType(lookThrough(operand->get(), CastOrigin::Autocast)));
    });
  };
  switch (rule.getCastClass()) {
  case CastClass::Low:
    return rule.getLow();
  case CastClass::Full:
    return f32;
  case CastClass::Promote:
    return anySource([](Type type) { return type.isF32(); }) ? f32
                                                             : rule.getLow();
  case CastClass::Follow:
    return anySource([](Type type) { return !isLowPrecision(type); })
               ? f32
               : rule.getLow();
  case CastClass::FullOutput:
  case CastClass::Inherit:
  case CastClass::Banned:
  case CastClass::Clear:
    return nullptr;
  }
  llvm_unreachable("every class is handled");
}

static LogicalResult verifyRule(Castable op, RuleAttr rule) {
  if (!isLowPrecision(rule.getLow()))
    return op->emitOpError("expects a rule with low type f16 or bf16, got ")
           << rule;
  if (rule.getCastClass() == CastClass::Banned ||
      !permits(op, rule.getCastClass()))
    return op->emitOpError("expects a rule with a class that it permits, got ")
           << rule;
  if (rule.getCastClass() == CastClass::FullOutput && wantsFullOutput(op) &&
      !op->hasAttr("dtype"))
    return op->emitOpError("expects dtype under ") << rule << ", got none";
  Type demanded = demandedType(op, rule);
  if (!demanded)
    return success();
  if (op->hasAttr(pinnedAttrName) &&
      llvm::none_of(eligibleOperands(op), [&](OpOperand *operand) {
        return operand->get() ==
                   lookThrough(operand->get(), CastOrigin::Autocast) &&
               elementType(operand->get()) == demanded;
      }))
    return op->emitOpError("expects an operand of the pinned type ")
           << demanded << " that the compiler did not cast";
  for (OpOperand &operand : op->getOpOperands()) {
    if (!op.isCastableOperand(operand.getOperandNumber()))
      continue;
    // Whatever the compiler cast must have become what the rule demands, even
    // where the type it has now is not an eligible one.
    Type source = elementType(lookThrough(operand.get(), CastOrigin::Autocast));
    Type type = elementType(operand.get());
    if ((isEligible(type) || isEligible(source)) && type != demanded &&
        isa<FloatType>(source))
      return op->emitOpError("expects ")
             << demanded << " for operand " << operand.getOperandNumber()
             << " under " << rule << ", got " << type;
  }
  return success();
}

/// Operands that promote have one type, the one that promotion gives them.
static LogicalResult verifyPromotion(Operation *op, Type demanded) {
  SmallVector<OpOperand *> operands = promotedOperands(op);
  if (operands.empty())
    return success();
  SmallVector<RankedTensorType> sources;
  for (OpOperand *operand : operands) {
    // What a class has cast takes part with the type it got there.
    Value source = operand->get();
    if (elementType(source) != demanded)
      source = lookThrough(source, CastOrigin::Promotion);
    sources.push_back(cast<RankedTensorType>(source.getType()));
  }
  Type expected = promotedType(op, sources);
  for (OpOperand *operand : operands)
    if (Type type = elementType(operand->get()); type != expected)
      return op->emitOpError("expects operands of one element type, ")
             << expected << ", got " << type << " for operand "
             << operand->getOperandNumber();
  return success();
}

/// Returns whether differentiation made the op: amp-verify-differentiate holds
/// it against its forward op, and no rule of this stage applies to it.
static bool isBackward(Operation *op) {
  return op->hasAttr(gradientOfNodeAttr) || op->hasAttr(gradientSumAttr) ||
         op->hasAttr(gradientSeedAttr);
}

/// Returns whether a cast of `origin` to `type` may feed `use`; `shared` casts,
/// the one of a variable (P9), serve every op that wants their type.
static bool explains(CastOrigin origin, bool shared, Type type,
                     OpOperand &use) {
  Operation *user = use.getOwner();
  if (isBackward(user))
    return true;
  // Regions of a branch yield promoted types, or the low type by painting.
  if (isa<YieldOp>(user))
    return shared || origin == CastOrigin::Promotion ||
           (origin == CastOrigin::Autocast && isLowPrecision(type));
  if (keepsWrittenTypes(user))
    return shared || origin == CastOrigin::Autocast;
  if (auto next = dyn_cast<CastOp>(user))
    // A class was applied first and promotion after it.
    return next.getOrigin() == CastOrigin::Promotion &&
           llvm::all_of(next->getUses(), [&](OpOperand &last) {
             return !isa<CastOp>(last.getOwner()) &&
                    explains(origin, shared, type, last);
           });
  if (shared || origin == CastOrigin::Promotion)
    if (llvm::is_contained(promotedOperands(user), &use))
      return true; // verifyPromotion compares the types.
  RuleAttr rule = getRule(user);
  return rule && (shared || origin == CastOrigin::Autocast) &&
         cast<Castable>(user).isCastableOperand(use.getOperandNumber()) &&
         (demandedType(user, rule) == type ||
          // By painting an op that takes what comes may get the low type.
          (rule.getCastClass() == CastClass::Clear && rule.getLow() == type));
}

static LogicalResult verifyCast(CastOp op) {
  if (op.getInput().getType() == op.getType())
    return op.emitOpError("expects to change the element type after stage 2");
  CastOrigin origin = op.getOrigin();
  if (origin == CastOrigin::User)
    return success();
  if (origin != CastOrigin::Autocast && origin != CastOrigin::Promotion)
    return op.emitOpError("expects origin user, autocast or promotion after "
                          "stage 2, got ")
           << stringifyCastOrigin(origin);
  Type source = elementType(op.getInput());
  if (origin == CastOrigin::Autocast && !isEligible(source))
    return op.emitOpError("expects an eligible operand for origin autocast "
                          "(P1), got ")
           << source;
  bool shared = isa_and_nonnull<ReadOp>(op.getInput().getDefiningOp());
  for (OpOperand &use : op->getUses())
    if (!explains(origin, shared, elementType(op.getResult()), use)) {
      InFlightDiagnostic error = op.emitOpError("of origin ")
                                 << stringifyCastOrigin(origin)
                                 << " expects users that ask for "
                                 << elementType(op.getResult());
      error.attachNote(use.getOwner()->getLoc()) << "this user does not";
      return error;
    }
  return success();
}

/// Checks one op; only the first mistake of an op is reported.
static LogicalResult verifyOp(Operation *op) {
  if (isBackward(op))
    return success();
  if (isa<AutocastOp, func::CallOp>(op))
    return op->emitOpError("expects to be gone after stage 2");
  if (auto cast = dyn_cast<CastOp>(op))
    return verifyCast(cast);
  auto castable = dyn_cast<Castable>(op);
  if (!castable)
    return success();
  RuleAttr rule = getRule(op);
  if (rule && failed(verifyRule(castable, rule)))
    return failure();
  if (failed(verifyPromotion(op, rule ? demandedType(op, rule) : Type())))
    return failure();
  if (!castable.accumulates())
    return success();
  auto accumulate = op->getAttrOfType<TypeAttr>("accumulate");
  Type expected = computeType(elementType(op->getOperand(0)));
  if (!accumulate || accumulate.getValue() != expected)
    return op->emitOpError("expects accumulate type ")
           << expected << " to be explicit after stage 2, got " << accumulate;
  return success();
}

namespace {
struct VerifyAutocastPass : amp::impl::VerifyAutocastBase<VerifyAutocastPass> {
  void runOnOperation() override {
    bool valid = true;
    getOperation().walk(
        [&](Operation *op) { valid &= succeeded(verifyOp(op)); });
    if (!valid)
      signalPassFailure();
  }
};
} // namespace
