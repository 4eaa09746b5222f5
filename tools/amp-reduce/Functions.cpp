// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions that nothing calls, their results and arguments. A signature
// changes together with all calls.

#include "Reductions.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;

static SmallVector<func::CallOp> findCalls(func::FuncOp function) {
  SmallVector<func::CallOp> calls;
  function->getParentOfType<ModuleOp>().walk([&](func::CallOp call) {
    if (call.getCallee() == function.getSymName())
      calls.push_back(call);
  });
  return calls;
}

/// Replaces a call by one with other operands and without the results in
/// `dropped`, whose uses must be gone.
static void replaceCall(func::CallOp call, ValueRange operands,
                        const llvm::BitVector &dropped) {
  OpBuilder builder(call);
  SmallVector<Type> types;
  for (OpResult result : call.getResults())
    if (!dropped.test(result.getResultNumber()))
      types.push_back(result.getType());
  auto changed = func::CallOp::create(builder, call.getLoc(), call.getCallee(),
                                      types, operands);
  unsigned next = 0;
  for (OpResult result : call.getResults())
    if (!dropped.test(result.getResultNumber()))
      result.replaceAllUsesWith(changed.getResult(next++));
  call.erase();
}

Edits findUnusedFunctions(ModuleOp module) {
  Edits edits;
  for (auto function : module.getOps<func::FuncOp>())
    if (findCalls(function).empty())
      edits.push_back([function]() mutable { function.erase(); });
  return edits;
}

/// The constants that would stand for an unwanted result at its uses exist.
static bool canDrop(func::FuncOp function, unsigned index) {
  auto type = dyn_cast<RankedTensorType>(function.getResultTypes()[index]);
  return llvm::all_of(findCalls(function), [&](func::CallOp call) {
    return call.getResult(index).use_empty() || (type && type.hasStaticShape());
  });
}

static void dropResult(func::FuncOp function, unsigned index) {
  if (!canDrop(function, index))
    return;
  llvm::BitVector dropped(function.getNumResults());
  dropped.set(index);
  for (func::CallOp call : findCalls(function)) {
    if (!call.getResult(index).use_empty())
      call.getResult(index).replaceAllUsesWith(
          makeOnes(call, call.getResult(index).getType()));
    replaceCall(call, call.getOperands(), dropped);
  }
  for (Block &block : function.getBody())
    if (auto exit = dyn_cast<func::ReturnOp>(block.getTerminator()))
      exit->eraseOperand(index);
  if (failed(function.eraseResults(dropped)))
    function.emitError("a result cannot be erased");
}

Edits findResults(ModuleOp module) {
  Edits edits;
  for (auto function : module.getOps<func::FuncOp>())
    for (unsigned i = 0; i < function.getNumResults(); ++i)
      edits.push_back([function, i] { dropResult(function, i); });
  return edits;
}

static void dropArgument(func::FuncOp function, unsigned index) {
  if (!function.getArgument(index).use_empty())
    return;
  for (func::CallOp call : findCalls(function)) {
    SmallVector<Value> operands(call.getOperands());
    operands.erase(operands.begin() + index);
    replaceCall(call, operands, llvm::BitVector(call.getNumResults()));
  }
  if (failed(function.eraseArgument(index)))
    function.emitError("an argument cannot be erased");
}

Edits findUnusedArguments(ModuleOp module) {
  Edits edits;
  for (auto function : module.getOps<func::FuncOp>())
    for (unsigned i = 0;
         !function.isExternal() && i < function.getNumArguments(); ++i)
      edits.push_back([function, i] { dropArgument(function, i); });
  return edits;
}

/// A name that no argument of the function has.
static StringAttr freshName(func::FuncOp function) {
  for (unsigned i = function.getNumArguments();; ++i) {
    auto name = StringAttr::get(function.getContext(), "x" + Twine(i));
    bool taken = false;
    for (unsigned k = 0; k < function.getNumArguments(); ++k)
      taken |= function.getArgAttr(k, "amp.name") == name;
    if (!taken)
      return name;
  }
}

Value addArgument(Operation *op, Type type, Location location) {
  auto function = cast<func::FuncOp>(op);
  MLIRContext *context = op->getContext();
  auto attributes = DictionaryAttr::get(
      context, NamedAttribute(StringAttr::get(context, "amp.name"),
                              freshName(function)));
  unsigned index = function.getNumArguments();
  if (failed(function.insertArgument(index, type, attributes, location)))
    return {};
  for (func::CallOp call : findCalls(function)) {
    Value passed =
        addArgument(call->getParentOfType<func::FuncOp>(), type, location);
    SmallVector<Value> operands(call.getOperands());
    operands.push_back(passed);
    replaceCall(call, operands, llvm::BitVector(call.getNumResults()));
  }
  return function.getArgument(index);
}
