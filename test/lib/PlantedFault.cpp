// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Test pass: a compiler with a fault, for tools that look for one. It fails on
// a graph in which a softmax takes the product of two matrices, directly or
// through ops on one operand and out of scopes.

#include "TestPasses.h"

#include "amp/IR/Amp.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

using namespace mlir;

/// The op behind ops of one operand and scopes, or null.
static Operation *findSource(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return nullptr;
  if (auto scope = dyn_cast<amp::AutocastOp>(op)) {
    unsigned index = cast<OpResult>(value).getResultNumber();
    return findSource(
        scope.getBody().front().getTerminator()->getOperand(index));
  }
  return op->getNumOperands() == 1 ? findSource(op->getOperand(0)) : op;
}

namespace {

struct PlantedFaultPass
    : PassWrapper<PlantedFaultPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(PlantedFaultPass)

  StringRef getArgument() const final { return "test-amp-planted-fault"; }
  StringRef getDescription() const final {
    return "Fail on the softmax of a product";
  }

  void runOnOperation() override {
    getOperation().walk([&](amp::SoftmaxOp softmax) {
      if (isa_and_nonnull<amp::MatmulOp>(findSource(softmax.getInput()))) {
        softmax.emitError("meets the planted fault");
        signalPassFailure();
      }
    });
  }
};

} // namespace

void amp::test::registerPlantedFaultPass() {
  PassRegistration<PlantedFaultPass>();
}
