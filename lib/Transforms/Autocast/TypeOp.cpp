// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One op under its scope: the class the policy gives it, the values it must not
// damage, the casts that follow, and native promotion.

#include "Transforms/Autocast/Constants.h"
#include "Transforms/Autocast/Operands.h"
#include "Transforms/Autocast/Typing.h"
#include "amp/IR/Types.h"

using namespace mlir;
using namespace amp;

/// Names an operand the way the op's documentation does, as far as that goes.
static std::string nameOf(OpOperand &operand) {
  return "operand " + std::to_string(operand.getOperandNumber());
}

FailureOr<Type> Typer::targetOf(Castable op, CastClass castClass, Type low) {
  Type f32 = Float32Type::get(op->getContext());
  SmallVector<OpOperand *> eligible = eligibleOperands(op);
  auto has = [&](auto condition) {
    return llvm::any_of(eligible, [&](OpOperand *operand) {
      return condition(elementType(operand->get()));
    });
  };
  switch (castClass) {
  case CastClass::Low:
    return low;
  case CastClass::Full:
    return f32;
  case CastClass::Promote: {
    if (has([](Type type) { return type.isF32(); }))
      return f32;
    for (OpOperand *operand : eligible)
      if (Type type = elementType(operand->get()); type != low) {
        op->emitOpError("expects ")
            << low << " or f32 operands under class promote, got " << type
            << " for " << nameOf(*operand) << "; cast it to " << low
            << " or f32";
        return failure();
      }
    return low;
  }
  case CastClass::Follow:
    return has([](Type type) { return !isLowPrecision(type); }) ? f32 : low;
  case CastClass::Banned:
    op->emitOpError("is banned by the policy under autocast, since its "
                    "gradient may not be representable in ")
        << low
        << "; run it in f32, in a region amp.autocast enabled(false), or use "
           "an "
           "op that takes logits (amp.cross_entropy)";
    return failure();
  case CastClass::FullOutput:
  case CastClass::Inherit:
  case CastClass::Clear:
    return Type();
  }
  llvm_unreachable("every class is handled");
}

CastClass Typer::guardValues(Castable op, CastClass castClass, Type low,
                             std::string &reason) {
  FailureOr<Type> target = targetOf(op, castClass, low);
  if (failed(target) || !permits(op, CastClass::Full))
    return castClass;
  SmallVector<OpOperand *> operands = eligibleOperands(op);
  if (!*target) {
    operands = promotedOperands(op);
    if (operands.empty())
      return castClass;
    SmallVector<RankedTensorType> types;
    for (OpOperand *operand : operands)
      types.push_back(cast<RankedTensorType>(operand->get().getType()));
    target = promotedType(op, types);
  }
  if (!isLowPrecision(*target))
    return castClass;
  for (OpOperand *operand : operands) {
    if (!isEligible(elementType(operand->get())) ||
        elementType(operand->get()) == *target ||
        pinned.contains(operand->get()))
      continue;
    std::string damage = reasonAgainstNarrowing(operand->get(), *target);
    if (damage.empty())
      continue;
    emitRemark(op->getLoc()) << "kept in f32: " << damage;
    reason = damage;
    return CastClass::Full;
  }
  return castClass;
}

void Typer::applyPins(Operation *op, Type &target, std::string &reason) {
  if (!target)
    return;
  SmallVector<RankedTensorType> types;
  for (OpOperand *operand : eligibleOperands(op))
    if (pinned.contains(operand->get()))
      types.push_back(cast<RankedTensorType>(operand->get().getType()));
  if (types.empty())
    return;
  bool agree = llvm::all_equal(llvm::map_range(
      types, [](RankedTensorType type) { return type.getElementType(); }));
  // Pins that disagree leave the op to native promotion.
  target = agree ? types.front().getElementType() : Type();
  reason = "an operand is pinned by a cast of the user's";
  if (agree)
    op->setAttr(pinnedAttrName, TypeAttr::get(target));
}

bool Typer::mayNarrow(Value value, Type low) const {
  return elementType(value) == low ||
         (!pinned.contains(value) &&
          reasonAgainstNarrowing(value, low).empty());
}

LogicalResult Typer::applyPolicy(Castable op, Policy::Choice choice,
                                 const Scope &scope) {
  std::string reason = remarks ? choice.explain(op) : std::string();
  bool paintedLow = false;
  if (choice.role) {
    bool isF32 = llvm::any_of(eligibleOperands(op), [&](OpOperand *operand) {
      return elementType(getWrittenType(operand->get())).isF32();
    });
    Painting::Outcome outcome = painting.outcomeOf(op, isF32);
    choice.castClass = outcome.castClass;
    paintedLow = outcome.low;
    if (remarks)
      reason += (", " + outcome.reason).str();
  }
  // A banned op without eligible operands computes nothing in low precision.
  if (choice.castClass == CastClass::Banned && eligibleOperands(op).empty())
    choice.castClass = CastClass::Inherit;
  if (choice.castClass == CastClass::Banned)
    return targetOf(op, CastClass::Banned, scope.low);
  CastClass castClass = guardValues(op, choice.castClass, scope.low, reason);
  FailureOr<Type> target = targetOf(op, castClass, scope.low);
  if (failed(target))
    return failure();
  // Where paint has come, an op that moves elements moves those of 16 bits.
  if (castClass == CastClass::Clear && paintedLow &&
      llvm::all_of(eligibleOperands(op), [&](OpOperand *operand) {
        return mayNarrow(operand->get(), scope.low);
      }))
    target = scope.low;
  applyPins(op, *target, reason);
  if (castClass != CastClass::Inherit && !*target &&
      castClass != CastClass::FullOutput && castClass != CastClass::Clear)
    castClass = CastClass::Inherit;
  op->setAttr(ruleAttrName,
              RuleAttr::get(op->getContext(), castClass, scope.low));
  if (*target)
    for (OpOperand *operand : eligibleOperands(op))
      castOperand(*operand, *target, CastOrigin::Autocast);
  if (castClass == CastClass::FullOutput && wantsFullOutput(op) &&
      !op->hasAttr("dtype"))
    op->setAttr("dtype", TypeAttr::get(Float32Type::get(op->getContext())));
  if (remarks)
    emitRemark(op->getLoc()) << "class " << stringifyCastClass(castClass)
                             << ", low type " << scope.low << ": " << reason;
  return success();
}

void Typer::promoteOperands(Operation *op, bool enabled) {
  SmallVector<OpOperand *> operands = promotedOperands(op);
  if (operands.empty())
    return;
  SmallVector<RankedTensorType> types;
  for (OpOperand *operand : operands)
    types.push_back(cast<RankedTensorType>(operand->get().getType()));
  Type promoted = promotedType(op, types);
  for (OpOperand *operand : operands) {
    Type element = elementType(operand->get());
    // Outside of enabled scopes nothing overrides the promotion (P11), so what
    // it does to a constant is at least said.
    if (!enabled && isLowPrecision(promoted) && isEligible(element) &&
        element != promoted)
      if (std::string damage = reasonAgainstNarrowing(operand->get(), promoted);
          !damage.empty())
        emitRemark(op->getLoc())
            << "promoted natively, outside of autocast: " << damage;
    castOperand(*operand, promoted, CastOrigin::Promotion);
  }
}

/// Whether the op takes operands of these types although they differ.
static bool acceptsTypes(Operation *op) {
  auto inferable = dyn_cast<InferTypeOpInterface>(op);
  SmallVector<Type> types;
  return inferable && succeeded(inferable.inferReturnTypes(
                          op->getContext(), /*location=*/std::nullopt,
                          op->getOperands(), op->getDiscardableAttrDictionary(),
                          op->getPropertiesStorage(), op->getRegions(), types));
}

LogicalResult Typer::checkOneType(Operation *op) {
  if (!promotedOperands(op).empty())
    return success();
  auto castable = cast<Castable>(op);
  OpOperand *first = nullptr;
  for (OpOperand &operand : op->getOpOperands()) {
    Type element = elementType(operand.get());
    if (!isa<FloatType>(element) ||
        !castable.isCastableOperand(operand.getOperandNumber()))
      continue;
    if (!first) {
      first = &operand;
      continue;
    }
    Type expected = elementType(first->get());
    if (element == expected || acceptsTypes(op))
      continue;
    return op->emitOpError("expects one element type, got ")
           << expected << " for " << nameOf(*first) << " and " << element
           << " for " << nameOf(operand) << "; cast "
           << nameOf(isLowPrecision(expected) ? *first : operand) << " to "
           << (isLowPrecision(expected) ? element : expected);
  }
  return success();
}
