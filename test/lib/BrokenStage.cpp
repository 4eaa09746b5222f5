// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Test pass: a stage that leaves an op with a wrong type, told to an observer
// with and without verification.

#include "TestPasses.h"

#include "amp/IR/Amp.h"
#include "amp/IR/Types.h"
#include "amp/Pipelines/Pipelines.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

using namespace mlir;

namespace {

struct BrokenStagePass : PassWrapper<BrokenStagePass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(BrokenStagePass)

  BrokenStagePass() = default;
  BrokenStagePass(const BrokenStagePass &other) : PassWrapper(other) {}

  StringRef getArgument() const final { return "test-amp-broken-stage"; }
  StringRef getDescription() const final {
    return "Give every tanh a result of f16 and say that a stage is done";
  }

  void runOnOperation() override {
    getOperation().walk([&](amp::TanhOp op) {
      op->getResult(0).setType(amp::withElementType(
          op->getResult(0).getType(), Float16Type::get(&getContext())));
    });
    amp::CompileOptions options;
    options.verifyEach = verifyEach;
    if (failed(amp::observeStage(options, "fuse", "step", getOperation())))
      signalPassFailure();
  }

  Option<bool> verifyEach{*this, "verify-each",
                          llvm::cl::desc("verify after the stage")};
};

} // namespace

void amp::test::registerBrokenStagePass() {
  PassRegistration<BrokenStagePass>();
}
