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

/// How many ops may be copied into one function. Functions that call each other
/// twice grow with the power of two of their number and would fit no memory.
static constexpr int64_t mostCopies = int64_t(1) << 22;

namespace {
class Inliner {
public:
  explicit Inliner(ModuleOp module) : module(module) {}

  LogicalResult run(func::FuncOp function);

private:
  /// A function whose calls are being inlined, last one first.
  struct Frame {
    func::FuncOp function;
    SmallVector<func::CallOp> calls;
    int64_t copies = 0;
  };

  void enter(func::FuncOp function);
  LogicalResult advance();
  LogicalResult inlineCall(func::CallOp call, func::FuncOp callee);

  ModuleOp module;
  /// Made for the first call: most large models have none.
  std::optional<SymbolTable> symbols;
  /// The chain of calls, however long the user made it.
  SmallVector<Frame> frames;
  /// The ops of each function whose calls are inlined, 0 before anybody asked;
  /// -1 where inlining goes on.
  llvm::DenseMap<Operation *, int64_t> sizes;
};
} // namespace

LogicalResult Inliner::run(func::FuncOp function) {
  enter(function);
  while (!frames.empty())
    if (failed(advance()))
      return failure();
  return success();
}

/// Starts on a function, unless that was done before.
void Inliner::enter(func::FuncOp function) {
  if (!sizes.try_emplace(function, -1).second)
    return;
  Frame &frame = frames.emplace_back();
  frame.function = function;
  function.walk([&](func::CallOp call) { frame.calls.push_back(call); });
  std::reverse(frame.calls.begin(), frame.calls.end());
}

/// Inlines the next call of the innermost function, or enters its callee.
LogicalResult Inliner::advance() {
  Frame &frame = frames.back();
  if (frame.calls.empty()) {
    sizes[frame.function] = 0;
    frames.pop_back();
    return success();
  }
  func::CallOp call = frame.calls.back();
  if (!symbols)
    symbols.emplace(module);
  auto callee = symbols->lookup<func::FuncOp>(call.getCallee());
  if (!callee || callee.isExternal())
    return call.emitOpError("expects a callee with a body, got @")
           << call.getCallee();
  auto known = sizes.find(callee);
  if (known == sizes.end()) {
    enter(callee);
    return success();
  }
  if (known->second < 0)
    return call.emitOpError("expects no recursion, but @")
           << call.getCallee() << " calls itself";
  if (known->second == 0)
    callee.walk([&](Operation *) { ++known->second; });
  frame.copies += known->second;
  if (frame.copies > mostCopies)
    return call.emitOpError("expects at most ")
           << mostCopies << " ops in place of the calls of a function";
  frame.calls.pop_back();
  return inlineCall(call, callee);
}

/// Replaces a call by a copy of a callee that has no calls left.
LogicalResult Inliner::inlineCall(func::CallOp call, func::FuncOp callee) {
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
