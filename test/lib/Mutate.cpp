// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Test pass: how much a stage verifier catches. It changes one element type of
// a valid module at a time, leaves everything else as it is, and asks whether
// the ops' verifiers or the given pipeline reject the result.

#include "TestPasses.h"

#include "amp/IR/Amp.h"
#include "amp/IR/Types.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace {

/// One change: the op by its place in a walk, and the new element type.
struct Mutation {
  unsigned op;
  Type element;
  /// Whether the accumulate type changes rather than a cast's result.
  bool accumulate;
};

struct MutatePass : PassWrapper<MutatePass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(MutatePass)

  MutatePass() = default;
  MutatePass(const MutatePass &other) : PassWrapper(other) {}

  StringRef getArgument() const final { return "test-amp-mutate"; }
  StringRef getDescription() const final {
    return "Check that a verifier rejects every change of one type";
  }

  void runOnOperation() override;

  Option<std::string> verifier{
      *this, "verifier",
      llvm::cl::desc("pipeline that must reject each mutated module")};
};

} // namespace

/// Lists the changes of every compiler-made cast and accumulate type. A cast of
/// the user's is left out: with another type it is another valid program.
static std::vector<Mutation> listMutations(ModuleOp module) {
  MLIRContext *context = module.getContext();
  const Type floats[] = {Float16Type::get(context), BFloat16Type::get(context),
                         Float32Type::get(context), Float64Type::get(context)};
  std::vector<Mutation> mutations;
  unsigned index = 0;
  module.walk([&](Operation *op) {
    auto cast = dyn_cast<amp::CastOp>(op);
    bool made = cast && cast.getOrigin() != amp::CastOrigin::User;
    auto accumulate = op->getAttrOfType<TypeAttr>("accumulate");
    for (Type type : floats) {
      if (made && type != amp::elementType(cast.getResult()))
        mutations.push_back({index, type, /*accumulate=*/false});
      if (accumulate && type != accumulate.getValue())
        mutations.push_back({index, type, /*accumulate=*/true});
    }
    ++index;
  });
  return mutations;
}

static Operation *applyMutation(ModuleOp module, const Mutation &mutation) {
  unsigned index = 0;
  Operation *changed = nullptr;
  module.walk([&](Operation *op) {
    if (index++ != mutation.op)
      return;
    changed = op;
    if (mutation.accumulate)
      op->setAttr("accumulate", TypeAttr::get(mutation.element));
    else
      op->getResult(0).setType(
          amp::withElementType(op->getResult(0).getType(), mutation.element));
  });
  return changed;
}

void MutatePass::runOnOperation() {
  ModuleOp module = getOperation();
  PassManager manager(&getContext());
  if (failed(parsePassPipeline(verifier, manager, llvm::errs())))
    return signalPassFailure();
  manager.enableVerifier(false);
  unsigned rejected = 0;
  std::vector<Mutation> mutations = listMutations(module);
  for (const Mutation &mutation : mutations) {
    OwningOpRef<ModuleOp> mutant = module.clone();
    Operation *op = applyMutation(*mutant, mutation);
    bool valid;
    {
      ScopedDiagnosticHandler silence(&getContext(),
                                      [](Diagnostic &) { return success(); });
      valid = succeeded(verify(*mutant)) && succeeded(manager.run(*mutant));
    }
    if (!valid) {
      ++rejected;
      continue;
    }
    op->emitError("survives with ")
        << (mutation.accumulate ? "accumulate type " : "element type ")
        << mutation.element;
    signalPassFailure();
  }
  llvm::outs() << mutations.size() << " mutations, " << rejected
               << " rejected\n";
}

void amp::test::registerMutatePass() { PassRegistration<MutatePass>(); }
