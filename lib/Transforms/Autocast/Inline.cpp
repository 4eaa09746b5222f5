// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Inlining: callees first, each function once, so that a body that is copied
// has no calls left. Written here rather than taken from MLIR's inliner because
// a call that cannot be inlined is a mistake of the user's that must be named.

#include "Transforms/Autocast/Inline.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/DenseMap.h"

using namespace mlir;
using namespace amp;

namespace {
class Inliner {
public:
  explicit Inliner(ModuleOp module) : module(module) {}

  LogicalResult run(func::FuncOp function);

private:
  enum class State { Running, Done };

  LogicalResult inlineCall(func::CallOp call);

  ModuleOp module;
  /// Made for the first call: most large models have none.
  std::optional<SymbolTable> symbols;
  llvm::DenseMap<Operation *, State> states;
};
} // namespace

LogicalResult Inliner::run(func::FuncOp function) {
  if (!states.try_emplace(function, State::Running).second)
    return success();
  SmallVector<func::CallOp> calls;
  function.walk([&](func::CallOp call) { calls.push_back(call); });
  for (func::CallOp call : calls)
    if (failed(inlineCall(call)))
      return failure();
  states[function] = State::Done;
  return success();
}

LogicalResult Inliner::inlineCall(func::CallOp call) {
  if (!symbols)
    symbols.emplace(module);
  auto callee = symbols->lookup<func::FuncOp>(call.getCallee());
  if (!callee || callee.isExternal())
    return call.emitOpError("expects a callee with a body, got @")
           << call.getCallee();
  if (failed(run(callee)))
    return failure();
  if (states[callee] == State::Running)
    return call.emitOpError("expects no recursion, but @")
           << call.getCallee() << " calls itself";
  if (!callee.getBody().hasOneBlock())
    return callee.emitOpError("expects one block, got several");

  OpBuilder builder(call);
  IRMapping mapping;
  Block &body = callee.getBody().front();
  mapping.map(body.getArguments(), call.getOperands());
  for (Operation &op : body.without_terminator())
    builder.clone(op, mapping);
  SmallVector<Value> results;
  for (Value value : body.getTerminator()->getOperands())
    results.push_back(mapping.lookupOrDefault(value));
  call.replaceAllUsesWith(results);
  call.erase();
  return success();
}

LogicalResult amp::inlineCalls(ModuleOp module) {
  Inliner inliner(module);
  for (auto function : module.getOps<func::FuncOp>())
    if (failed(inliner.run(function)))
      return failure();
  return success();
}
