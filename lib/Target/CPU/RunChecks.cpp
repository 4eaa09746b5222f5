// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Assertions on compiled code: the function is compiled with the tensors that
// its assertions look at as results, and the assertions run on these.

#include "amp/Reference/Assertions.h"
#include "amp/Target/Program.h"

#include "mlir/IR/OwningOpRef.h"

using namespace mlir;
using namespace amp;
using namespace amp::cpu;

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

LogicalResult amp::cpu::runChecks(CpuTarget &target, ModuleOp module,
                                  func::FuncOp function,
                                  const VariableStore &variables,
                                  const ProgramOptions &options) {
  OwningOpRef<ModuleOp> copy = module.clone();
  returnAssertedValues(copy->lookupSymbol<func::FuncOp>(function.getName()));
  FailureOr<std::unique_ptr<Program>> program =
      target.compile(*copy, function.getName(), options);
  if (failed(program))
    return failure();
  std::vector<Tensor> results((*program)->getOutputs().size());
  Status status = (*program)->bind(variables);
  if (status.ok())
    status = (*program)->run({}, results);
  if (!status.ok())
    return function.emitError(status.message());
  bool passed = true;
  ArrayRef<Tensor> rest = results;
  for (Operation &op : function.front()) {
    if (!isAssertion(&op))
      continue;
    passed &=
        succeeded(checkAssertion(&op, rest.take_front(op.getNumOperands())));
    rest = rest.drop_front(op.getNumOperands());
  }
  return success(passed);
}
