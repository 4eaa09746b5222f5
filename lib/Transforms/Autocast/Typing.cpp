// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The walk over one function: regions are typed under their own scope and
// flattened, casts inserted, result types re-inferred. Policy and promotion of
// one op are in TypeOp.cpp.

#include "Transforms/Autocast/Typing.h"

#include "Transforms/Autocast/Constants.h"
#include "Transforms/Autocast/Operands.h"
#include "Transforms/Autocast/Parts.h"
#include "amp/IR/Types.h"

using namespace mlir;
using namespace amp;

LogicalResult Typer::run(const Scope &outer) {
  if (function.isExternal())
    return success();
  if (!function.getBody().hasOneBlock())
    return function.emitOpError("expects one block, got several");
  FailureOr<Painting> painted = Painting::paint(function, policy, outer);
  if (failed(painted))
    return failure();
  painting = std::move(*painted);
  if (failed(typeBlock(function.getBody().front(), outer)))
    return failure();
  for (CastOp cast : identityCasts) {
    cast.replaceAllUsesWith(cast.getInput());
    cast.erase();
  }
  return success();
}

Type Typer::getWrittenType(Value value) const {
  auto found = written.find(value);
  return found == written.end() ? value.getType() : found->second;
}

void Typer::setType(Value value, Type type) {
  if (value.getType() == type)
    return;
  written.try_emplace(value, value.getType());
  value.setType(type);
}

LogicalResult Typer::typeBlock(Block &block, const Scope &scope) {
  for (Operation &op : llvm::make_early_inc_range(block)) {
    LogicalResult typed = success();
    if (auto region = dyn_cast<AutocastOp>(op))
      typed = typeRegion(region, scope);
    else if (auto branch = dyn_cast<IfOp>(op))
      typed = typeBranch(branch, scope);
    else if (op.getNumRegions() != 0)
      typed = op.emitOpError("expects no region other than amp.autocast and "
                             "amp.if before its precision is decided");
    else
      typed = typeOp(&op, scope);
    if (failed(typed))
      return failure();
  }
  return success();
}

LogicalResult Typer::typeRegion(AutocastOp op, const Scope &scope) {
  Scope inner = scope.inside(op);
  if (inner.enabled && !inner.low)
    return op.emitOpError("expects a dtype: no enclosing region and no option "
                          "names a low type");
  Block &body = op.getBody().front();
  if (failed(typeBlock(body, inner)))
    return failure();
  Operation *yield = body.getTerminator();
  op.replaceAllUsesWith(yield->getOperands());
  yield->erase();
  op->getBlock()->getOperations().splice(op->getIterator(),
                                         body.getOperations());
  op.erase();
  return success();
}

LogicalResult Typer::typeBranch(IfOp op, const Scope &scope) {
  // What a variable is does not depend on the branch: reads stand before it,
  // where one cast serves all users.
  op->walk([&](ReadOp read) { read->moveBefore(op); });
  for (Region &region : op->getRegions()) {
    for (auto [argument, input] :
         llvm::zip_equal(region.getArguments(), op.getInputs())) {
      argument.setType(input.getType());
      written[argument] = getWrittenType(input);
    }
    if (failed(typeBlock(region.front(), scope)))
      return failure();
  }
  Operation *yields[] = {op.getThenBody().front().getTerminator(),
                         op.getElseBody().front().getTerminator()};
  for (OpResult result : op->getResults()) {
    unsigned number = result.getResultNumber();
    SmallVector<RankedTensorType> types;
    bool low = painting.isLow(result);
    for (Operation *yield : yields) {
      Value value = yield->getOperand(number);
      types.push_back(cast<RankedTensorType>(value.getType()));
      low = low && mayNarrow(value, scope.low);
    }
    Type type = low ? scope.low : promoteElementTypes(types);
    for (Operation *yield : yields)
      castOperand(yield->getOpOperand(number), type,
                  low ? CastOrigin::Autocast : CastOrigin::Promotion);
    setType(result, withElementType(result.getType(), type));
  }
  return success();
}

LogicalResult Typer::typeOp(Operation *op, const Scope &scope) {
  if (auto exit = dyn_cast<func::ReturnOp>(op))
    return typeReturn(exit);
  if (keepsWrittenTypes(op)) {
    restoreWrittenTypes(op);
    return success();
  }
  if (auto cast = dyn_cast<CastOp>(op)) {
    if (cast.getInput().getType() == cast.getType())
      identityCasts.push_back(cast);
    if (elementType(getWrittenType(cast.getInput())) ==
        elementType(cast.getResult()))
      pinned.insert(cast.getResult());
    return success();
  }
  auto castable = dyn_cast<Castable>(op);
  if (!castable || !isCovered(op))
    return success();
  if (scope.enabled) {
    FailureOr<Policy::Choice> choice = policy.choose(castable, scope.low);
    if (failed(choice))
      return failure();
    if (choice->byParts)
      return typeParts(op, scope);
    if (failed(applyPolicy(castable, *choice, scope)))
      return failure();
  }
  promoteOperands(op, scope.enabled);
  if (failed(checkOneType(op)))
    return failure();
  if (castable.accumulates())
    op->setAttr("accumulate",
                TypeAttr::get(computeType(elementType(op->getOperand(0)))));
  return inferResults(op);
}

LogicalResult Typer::typeParts(Operation *op, const Scope &scope) {
  SmallVector<Operation *> parts =
      writeParts(op, getWrittenType(op->getOperand(0)));
  for (Operation *part : parts)
    if (failed(typeOp(part, scope)))
      return failure();
  op->replaceAllUsesWith(parts.back());
  op->erase();
  return success();
}

LogicalResult Typer::typeReturn(func::ReturnOp op) {
  if (keepIo) {
    restoreWrittenTypes(op);
    return success();
  }
  function.setType(FunctionType::get(
      op.getContext(), function.getArgumentTypes(), op.getOperandTypes()));
  return success();
}

void Typer::restoreWrittenTypes(Operation *op) {
  for (OpOperand &operand : op->getOpOperands()) {
    auto type = dyn_cast<RankedTensorType>(getWrittenType(operand.get()));
    if (type && type != operand.get().getType())
      castOperand(operand, type.getElementType(), CastOrigin::Autocast);
  }
}

void Typer::castOperand(OpOperand &operand, Type element, CastOrigin origin) {
  Value value = operand.get();
  if (elementType(value) == element)
    return;
  OpBuilder builder(operand.getOwner());
  Value *known = nullptr;
  if (auto read = value.getDefiningOp<ReadOp>()) {
    known = &shared[{read.getVariableAttr(), element}];
    builder.setInsertionPointAfter(read);
  }
  if (!known || !*known) {
    Value cast = CastOp::create(builder, value.getLoc(),
                                withElementType(value.getType(), element),
                                value, origin);
    written[cast] = getWrittenType(value);
    if (!known) {
      operand.set(cast);
      return;
    }
    *known = cast;
  }
  operand.set(*known);
}

LogicalResult Typer::inferResults(Operation *op) {
  SmallVector<Type, 2> before(op->getResultTypes());
  FailureOr<bool> inferred = inferResultTypes(op);
  if (failed(inferred))
    return failure();
  for (auto [result, type] : llvm::zip_equal(op->getResults(), before))
    if (result.getType() != type)
      written.try_emplace(result, type);
  // The shape is the user's; the elements are the operand's.
  auto castable = dyn_cast<Castable>(op);
  bool accumulates = castable && castable.accumulates();
  if (!*inferred && (movesElements(op) || accumulates))
    setType(op->getResult(0), withElementType(op->getResult(0).getType(),
                                              elementType(op->getOperand(0))));
  return success();
}
