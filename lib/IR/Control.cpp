// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Control family: variables, constants, autocast scopes, fused regions.

#include "amp/IR/Amp.h"
#include "amp/IR/Types.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace amp;

static ParseResult parseForm(OpAsmParser &parser, FusionFormAttr &form) {
  StringRef keyword;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseKeyword(&keyword))
    return failure();
  std::optional<FusionForm> value = symbolizeFusionForm(keyword);
  if (!value)
    return parser.emitError(loc, "expects elementwise, row or column, got ")
           << keyword;
  form = FusionFormAttr::get(parser.getContext(), *value);
  return success();
}

static void printForm(OpAsmPrinter &printer, Operation *, FusionFormAttr form) {
  printer << stringifyFusionForm(form.getValue());
}

LogicalResult VariableOp::verify() {
  auto type = dyn_cast<RankedTensorType>(getType());
  if (!type || !type.hasStaticShape()) // variable C1
    return emitOpError("expects a static ranked tensor type, got ")
           << getType();
  if (auto elements = dyn_cast<ElementsAttr>(getInit())) // variable C2
    if (elements.getType() != type)
      return emitOpError("expects initial elements of type ")
             << type << ", got " << elements.getType();
  return success();
}

/// Checks that `user` refers to a variable of type `type` (read C1, write C1).
static LogicalResult verifyVariableUse(Operation *user, FlatSymbolRefAttr name,
                                       Type type,
                                       SymbolTableCollection &tables) {
  auto variable = tables.lookupNearestSymbolFrom<VariableOp>(user, name);
  if (!variable)
    return user->emitOpError("expects a variable named ") << name;
  if (variable.getType() != type) {
    InFlightDiagnostic error = user->emitOpError("expects the type of ")
                               << name << ", " << variable.getType() << ", got "
                               << type;
    error.attachNote(variable.getLoc()) << "the variable is declared here";
    return error;
  }
  return success();
}

LogicalResult ReadOp::verifySymbolUses(SymbolTableCollection &tables) {
  return verifyVariableUse(*this, getVariableAttr(), getResult().getType(),
                           tables);
}

LogicalResult WriteOp::verifySymbolUses(SymbolTableCollection &tables) {
  return verifyVariableUse(*this, getVariableAttr(), getValue().getType(),
                           tables);
}

OpFoldResult ConstantOp::fold(FoldAdaptor) { return getValue(); }

LogicalResult AutocastOp::verify() {
  if (std::optional<Type> dtype = getDtype()) // autocast C1
    if (!isLowPrecision(*dtype))
      return emitOpError("expects dtype f16 or bf16, got ") << *dtype;
  return success();
}

LogicalResult FusedOp::verify() {
  Block &block = getBody().front();
  if (block.getArgumentTypes() != getInputs().getTypes()) // fused C1
    return emitOpError("expects block arguments of the operands' types");
  return success();
}

LogicalResult YieldOp::verify() {
  Operation *parent = (*this)->getParentOp();
  // The two region ops share this terminator and its rule: yield C1,
  // autocast C2, fused C2.
  if (!parent || parent->getDialect() != (*this)->getDialect())
    return emitOpError("expects to end an amp.autocast or amp.fused region");
  if (getOperandTypes() != parent->getResultTypes())
    return emitOpError("expects values of the region's result types, got ")
           << getOperandTypes() << " for " << parent->getResultTypes();
  return success();
}

#define GET_OP_CLASSES
#include "amp/Control.cpp.inc"
