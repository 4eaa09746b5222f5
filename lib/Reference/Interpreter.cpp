// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The walk over a function: one op after the other, values dropped after their
// last use. Only regions and calls recurse, and their nesting is bounded, so
// that no input exhausts the stack.

#include "amp/Reference/Interpreter.h"

#include "amp/IR/Amp.h"
#include "amp/Reference/Assertions.h"
#include "amp/Reference/TensorAttributes.h"

#include "llvm/ADT/ScopeExit.h"

using namespace mlir;
using namespace amp;

/// Deeper nesting of calls and regions than this is an error.
static constexpr unsigned maxDepth = 256;

struct Interpreter::Frame {
  struct Slot {
    Tensor tensor;
    /// Uses that have not run yet; every op runs once in an activation.
    size_t pendingUses;
  };
  llvm::DenseMap<Value, Slot> slots;

  void define(Value value, Tensor tensor) {
    size_t uses = std::distance(value.use_begin(), value.use_end());
    if (uses)
      slots[value] = {std::move(tensor), uses};
  }

  Tensor use(Value value) {
    auto found = slots.find(value);
    assert(found != slots.end() && "a value is defined before its uses");
    if (--found->second.pendingUses)
      return found->second.tensor;
    Tensor last = std::move(found->second.tensor);
    slots.erase(found);
    return last;
  }
};

/// Checks values against the types they are declared with.
static LogicalResult verifyValues(function_ref<InFlightDiagnostic()> emitError,
                                  StringRef what, ArrayRef<Tensor> values,
                                  TypeRange types) {
  if (values.size() != types.size())
    return emitError() << "expects " << types.size() << " " << what << "s, got "
                       << values.size();
  for (auto [index, value, type] : llvm::enumerate(values, types)) {
    auto tensorType = dyn_cast<RankedTensorType>(type);
    if (!tensorType)
      return emitError() << "expects ranked tensors, got " << what << " #"
                         << index << " of type " << type;
    if (fitsType(value, tensorType))
      continue;
    InFlightDiagnostic error = emitError();
    error << "expects " << what << " #" << index << " of type " << type
          << ", got ";
    if (!value.isValid())
      return error << "no value";
    return error << "tensor<"
                 << describeType(value.shape(), value.elementType()) << ">";
  }
  return success();
}

FailureOr<SmallVector<Tensor>> Interpreter::run(func::FuncOp function,
                                                ArrayRef<Tensor> arguments) {
  pendingWrites.clear();
  anAssertionFailed = false;
  depth = 0;
  FailureOr<SmallVector<Tensor>> results =
      runFunction(function, arguments, function.getLoc());
  if (failed(results) || anAssertionFailed)
    return failure();

  for (auto &[name, write] : pendingWrites) {
    // The store must not share storage with arguments, constants or another
    // variable, since a target may write variables in place.
    amp::Result<Tensor> copy = write.second.clone();
    if (!copy.ok())
      return write.first->emitOpError(copy.message());
    if (Status status = variables.assign(name.getValue(), copy.take());
        !status.ok())
      return write.first->emitOpError(status.message());
  }
  pendingWrites.clear();
  return results;
}

FailureOr<SmallVector<Tensor>>
Interpreter::runFunction(func::FuncOp function, ArrayRef<Tensor> arguments,
                         Location caller) {
  auto emitError = [&] { return function.emitOpError(); };
  if (function.isExternal())
    return emitError() << "expects a body", failure();
  if (!function.getBody().hasOneBlock())
    return emitError() << "expects a body of one block", failure();
  if (failed(verifyValues(emitError, "argument", arguments,
                          function.getArgumentTypes())))
    return failure();
  Frame frame;
  return runBlock(function.getBody().front(), arguments, frame);
}

FailureOr<SmallVector<Tensor>>
Interpreter::runBlock(Block &block, ArrayRef<Tensor> arguments, Frame &frame) {
  if (depth == maxDepth)
    return emitError(block.getParentOp()->getLoc(),
                     "expects calls and regions nested at most ")
           << maxDepth << " deep";
  ++depth;
  llvm::scope_exit leave([&] { --depth; });
  for (auto [parameter, argument] :
       llvm::zip_equal(block.getArguments(), arguments))
    frame.define(parameter, argument);
  for (Operation &op : block.without_terminator())
    if (failed(runOp(op, frame)))
      return failure();
  SmallVector<Tensor> results;
  for (Value operand : block.getTerminator()->getOperands())
    results.push_back(frame.use(operand));
  return results;
}

LogicalResult Interpreter::runOp(Operation &op, Frame &frame) {
  SmallVector<Tensor> operands;
  for (Value operand : op.getOperands())
    operands.push_back(frame.use(operand));
  FailureOr<SmallVector<Tensor>> results = computeResults(op, operands, frame);
  if (failed(results) ||
      failed(verifyValues([&] { return op.emitOpError(); }, "result", *results,
                          op.getResultTypes())))
    return failure();
  for (auto [value, tensor] : llvm::zip_equal(op.getResults(), *results))
    frame.define(value, std::move(tensor));
  return success();
}

FailureOr<SmallVector<Tensor>>
Interpreter::computeResults(Operation &op, ArrayRef<Tensor> operands,
                            Frame &frame) {
  if (auto evaluable = dyn_cast<Evaluable>(&op)) {
    SmallVector<Tensor> results;
    if (failed(evaluable.evaluate(operands, results)))
      return failure();
    return results;
  }
  if (isAssertion(&op)) {
    if (failed(checkAssertion(&op, operands)))
      anAssertionFailed = true;
    return SmallVector<Tensor>();
  }
  return TypeSwitch<Operation *, FailureOr<SmallVector<Tensor>>>(&op)
      .Case([&](func::CallOp call) -> FailureOr<SmallVector<Tensor>> {
        auto callee = symbols.lookupNearestSymbolFrom<func::FuncOp>(
            call, call.getCalleeAttr());
        if (!callee)
          return call.emitOpError("expects a function to call"), failure();
        return runFunction(callee, operands, call.getLoc());
      })
      .Case([&](AutocastOp scope) {
        return runBlock(scope.getBody().front(), {}, frame);
      })
      .Case([&](IfOp branch) {
        // What only the other region uses stays until the frame ends.
        Region &taken = *operands[0].data<bool>() ? branch.getThenBody()
                                                  : branch.getElseBody();
        return runBlock(taken.front(), operands.drop_front(), frame);
      })
      .Case([&](FusedOp fused) {
        return runBlock(fused.getBody().front(), operands, frame);
      })
      .Case([&](ApplyOp apply) -> FailureOr<SmallVector<Tensor>> {
        // Its ops take tensors of any shape, as they do vectors of any length.
        auto formula = SymbolTable::lookupNearestSymbolFrom<FormulaOp>(
            apply, apply.getFormulaAttr());
        return runBlock(formula.getBody().front(), operands, frame);
      })
      .Case([&](ReadOp read) -> FailureOr<SmallVector<Tensor>> {
        const Tensor *value = variables.lookup(read.getVariable());
        if (!value)
          return read.emitOpError("expects a value of the variable"), failure();
        return SmallVector<Tensor>{*value};
      })
      .Case([&](WriteOp write) -> FailureOr<SmallVector<Tensor>> {
        auto [entry, isNew] =
            pendingWrites.insert({write.getVariableAttr().getAttr(),
                                  {write.getOperation(), operands[0]}});
        if (isNew)
          return SmallVector<Tensor>();
        InFlightDiagnostic error =
            write.emitOpError("expects one write of a variable in a run");
        error.attachNote(entry->second.first->getLoc()) << "first written here";
        return error;
      })
      .Default([](Operation *op) -> FailureOr<SmallVector<Tensor>> {
        return op->emitOpError("has no evaluator"), failure();
      });
}
