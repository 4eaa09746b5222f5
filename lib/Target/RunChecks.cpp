// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Assertions on compiled code: the function is compiled with the tensors that
// its assertions look at as results, and the assertions run on these.

#include "Target/RunChecks.h"

#include "amp/Reference/Assertions.h"
#include "amp/Transforms/Passes.h"

#include "mlir/IR/OwningOpRef.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace amp;

/// Makes what the assertions of `function` read its results, in order, and
/// erases them.
static void returnAssertedValues(func::FuncOp function) {
  Operation *terminator = function.front().getTerminator();
  SmallVector<Value> values;
  for (Operation &op :
       llvm::make_early_inc_range(function.front().without_terminator())) {
    if (!isAssertion(&op))
      continue;
    llvm::append_range(values, op.getOperands());
    op.erase();
  }
  OpBuilder builder(terminator);
  func::ReturnOp::create(builder, terminator->getLoc(), values);
  terminator->erase();
  function.setType(builder.getFunctionType({}, TypeRange(ValueRange(values))));
  function.removeResAttrsAttr();
}

/// A store with copies of all tensors, which a failed run may spoil.
static Result<VariableStore> copyStore(const VariableStore &variables) {
  VariableStore copies;
  for (const std::string &name : variables.names()) {
    Result<Tensor> copy = variables.lookup(name)->clone();
    if (!copy.ok())
      return copy.takeFailure();
    if (Status status = copies.create(name, copy.take()); !status.ok())
      return status;
  }
  return copies;
}

LogicalResult amp::runChecksOn(ModuleOp module, func::FuncOp function,
                               const VariableStore &variables,
                               CompileAndRun compileAndRun) {
  // Calls are inlined and conversions made explicit, as for any program; the
  // assertions of called functions are among those that run.
  OwningOpRef<ModuleOp> typed = module.clone();
  PassManager passes(module.getContext());
  passes.addPass(createAutocast());
  if (failed(passes.run(*typed)))
    return failure();
  OwningOpRef<ModuleOp> compiled = typed->clone();
  returnAssertedValues(
      compiled->lookupSymbol<func::FuncOp>(function.getName()));
  Result<VariableStore> store = copyStore(variables);
  if (!store.ok())
    return function.emitError(store.message());
  std::vector<Tensor> results;
  if (failed(compileAndRun(*compiled, function, *store, results)))
    return failure();
  bool passed = true;
  ArrayRef<Tensor> rest = results;
  for (Operation &op :
       typed->lookupSymbol<func::FuncOp>(function.getName()).front()) {
    if (!isAssertion(&op))
      continue;
    passed &=
        succeeded(checkAssertion(&op, rest.take_front(op.getNumOperands())));
    rest = rest.drop_front(op.getNumOperands());
  }
  if (!passed)
    return failure();
  for (const std::string &name : variables.names()) {
    const Tensor &value = *store->lookup(name);
    std::memcpy(variables.lookup(name)->rawData(), value.rawData(),
                value.bytes());
  }
  return success();
}
