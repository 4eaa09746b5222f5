// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Changes of what a function returns and takes.

#include "Functions.h"

#include "amp/IR/Amp.h"

#include "mlir/Parser/Parser.h"

using namespace mlir;
using namespace amp;

OwningOpRef<ModuleOp> parseAlone(MLIRContext &context, const std::string &text,
                                 StringRef name) {
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
  if (module)
    for (auto function :
         llvm::make_early_inc_range(module->getOps<func::FuncOp>()))
      if (function.getSymName() != name)
        function.erase();
  return module;
}

std::string printModule(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream(text) << module;
  return text;
}

SmallVector<Value> findEffects(func::FuncOp function) {
  Block &body = function.getBody().front();
  auto values = llvm::to_vector(body.getTerminator()->getOperands());
  for (auto write : body.getOps<WriteOp>())
    values.push_back(write.getValue());
  return values;
}

static void setSignature(func::FuncOp function) {
  Block &body = function.getBody().front();
  function.setType(FunctionType::get(function.getContext(),
                                     body.getArgumentTypes(),
                                     body.getTerminator()->getOperandTypes()));
}

void returnValues(func::FuncOp function, ArrayRef<Value> values) {
  Block &body = function.getBody().front();
  for (auto write : llvm::make_early_inc_range(body.getOps<WriteOp>()))
    write.erase();
  // Who asked for a cast no longer matches who uses it.
  function.walk([](CastOp cast) { cast->removeAttr("origin"); });
  body.getTerminator()->setOperands(values);
  function.setResAttrsAttr({});
  setSignature(function);
}

void returnEverything(func::FuncOp function) {
  SmallVector<Value> values(function.getArguments());
  for (Operation &op : function.getBody().front().without_terminator())
    if (!isa<WriteOp>(op))
      llvm::append_range(values, op.getResults());
  returnValues(function, values);
}

static bool isProduct(Operation *op) {
  auto fusible = dyn_cast<Fusible>(op);
  return fusible && fusible.getFusionKind() == FusionKind::Anchor;
}

SmallVector<Value> findProducts(func::FuncOp function) {
  SmallVector<Value> values;
  for (Operation &op : function.getBody().front()) {
    WalkResult found = op.walk([](Operation *inner) {
      return isProduct(inner) ? WalkResult::interrupt() : WalkResult::advance();
    });
    if (found.wasInterrupted())
      llvm::append_range(values, op.getResults());
  }
  return values;
}

void cutProducts(func::FuncOp function) {
  Block &body = function.getBody().front();
  SmallVector<Operation *> cut;
  for (auto [i, value] : llvm::enumerate(findProducts(function))) {
    if (cut.empty() || cut.back() != value.getDefiningOp())
      cut.push_back(value.getDefiningOp());
    unsigned number = body.getNumArguments();
    value.replaceAllUsesWith(body.addArgument(value.getType(), value.getLoc()));
    setSignature(function);
    function.setArgAttr(
        number, "amp.name",
        StringAttr::get(function.getContext(), "product" + std::to_string(i)));
  }
  for (Operation *op : cut)
    op->erase();
  setSignature(function);
}
