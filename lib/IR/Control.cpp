// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Control family: variables, constants, autocast scopes, branches, fused
// regions.

#include "amp/IR/Amp.h"
#include "amp/IR/Types.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

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

/// Returns whether tensors of this dialect may have the element type.
static bool isSupportedElement(Type type) {
  return type.isF16() || type.isBF16() || type.isF32() || type.isF64() ||
         type.isSignlessInteger(1) || type.isSignlessInteger(8) ||
         type.isSignlessInteger(32) || type.isSignlessInteger(64);
}

LogicalResult VariableOp::verify() {
  auto type = dyn_cast<RankedTensorType>(getType());
  if (!type || !type.hasStaticShape()) // variable C1
    return emitOpError("expects a static ranked tensor type, got ")
           << getType();
  if (!isSupportedElement(type.getElementType())) // variable C1
    return emitOpError("expects elements of f16, bf16, f32, f64, i1, i8, i32 "
                       "or i64, got ")
           << type.getElementType();
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

/// Checks that the function around `first` writes each variable at most once.
/// Only the function's first write looks, so that verification stays linear in
/// the size of the function.
static LogicalResult verifySingleWrites(WriteOp first) {
  for (Operation *op = first->getPrevNode(); op; op = op->getPrevNode())
    if (isa<WriteOp>(op))
      return success();
  auto function = first->getParentOfType<FunctionOpInterface>();
  if (!function)
    return success();
  llvm::DenseMap<StringAttr, WriteOp> writes;
  WalkResult result = function->walk<WalkOrder::PreOrder>([&](WriteOp write) {
    if (writes.empty() && write != first)
      return WalkResult::interrupt();
    auto [entry, isNew] =
        writes.try_emplace(write.getVariableAttr().getAttr(), write);
    if (isNew)
      return WalkResult::advance();
    InFlightDiagnostic error = write.emitOpError("expects one write of ")
                               << write.getVariableAttr()
                               << " in a function, got a second one";
    error.attachNote(entry->second.getLoc()) << "the first one is here";
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted() && !writes.empty());
}

LogicalResult WriteOp::verifySymbolUses(SymbolTableCollection &tables) {
  if (failed(verifyVariableUse(*this, getVariableAttr(), getValue().getType(),
                               tables))) // write C1
    return failure();
  return verifySingleWrites(*this); // write C2
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

static bool isScalar(Type type) {
  return cast<RankedTensorType>(type).getRank() == 0;
}

LogicalResult FormulaOp::verify() {
  Block &block = getBody().front();
  TypeRange results = block.getTerminator()->getOperandTypes();
  auto isVector = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && tensor.getRank() == 1 && tensor.isDynamicDim(0);
  };
  for (TypeRange types : {TypeRange(block.getArgumentTypes()), results})
    for (Type type : types) // formula C1
      if (!isVector(type) && !(isa<RankedTensorType>(type) && isScalar(type)))
        return emitOpError("expects 0-d tensors and vectors of dynamic length, "
                           "got ")
               << type;
  if (!llvm::all_of(results, isVector) &&
      !llvm::all_of(results, isScalar)) // formula C2
    return emitOpError("expects to yield 0-d tensors or vectors, got both");
  return success();
}

LogicalResult ApplyOp::verifySymbolUses(SymbolTableCollection &tables) {
  auto formula =
      tables.lookupNearestSymbolFrom<FormulaOp>(*this, getFormulaAttr());
  if (!formula) // apply C1
    return emitOpError("expects a formula named ") << getFormulaAttr();
  Block &block = formula.getBody().front();
  TypeRange results = getResultTypes();
  auto check = [&](StringRef what, TypeRange own,
                   TypeRange others) -> LogicalResult {
    if (own.size() != others.size()) // apply C2
      return emitOpError("expects ")
             << others.size() << " " << what << ", got " << own.size();
    for (auto [type, other] : llvm::zip_equal(own, others)) {
      if (getElementTypeOrSelf(type) != getElementTypeOrSelf(other)) // apply C2
        return emitOpError("expects the formula's element type ")
               << getElementTypeOrSelf(other) << ", got " << type;
      Type shape = isScalar(other) ? other : results.front();
      if (cast<ShapedType>(type).getShape() !=
          cast<ShapedType>(shape).getShape()) // apply C3
        return emitOpError("expects the shape of ")
               << shape << ", got " << type;
    }
    return success();
  };
  if (results.empty())
    return emitOpError("expects a result");
  if (failed(
          check("results", results, block.getTerminator()->getOperandTypes())))
    return failure();
  return check("operands", getInputs().getTypes(), block.getArgumentTypes());
}

LogicalResult IfOp::verify() {
  for (Region *region : getRegions()) {
    if (region->getArgumentTypes() != getInputs().getTypes()) // if C2
      return emitOpError("expects block arguments of the inputs' types in both "
                         "regions");
    // An if inside of this one answers for its own regions.
    for (auto write : region->getOps<WriteOp>()) { // if C4
      InFlightDiagnostic error =
          emitOpError("expects no write of a variable in its regions");
      error.attachNote(write.getLoc()) << "yield the value and write it after "
                                          "the branch";
      return error;
    }
  }
  return success();
}

LogicalResult YieldOp::verify() {
  Operation *parent = (*this)->getParentOp();
  // The region ops share this terminator and its rule: yield C1, autocast C2,
  // fused C2, if C3.
  if (!parent || parent->getDialect() != (*this)->getDialect())
    return emitOpError("expects to end an amp.autocast, amp.if, amp.fused or "
                       "amp.formula region");
  if (isa<FormulaOp>(parent))
    return success();
  if (getOperandTypes() != parent->getResultTypes())
    return emitOpError("expects values of the region's result types, got ")
           << getOperandTypes() << " for " << parent->getResultTypes();
  return success();
}

#define GET_OP_CLASSES
#include "amp/Control.cpp.inc"
